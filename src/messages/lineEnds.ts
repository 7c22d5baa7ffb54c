/** Text with `\n` at the end of every line, whatever system or editor it comes from. */
export function plainLineEnds(text: string): string {
	return text.replace(/\r\n?/g, '\n');
}
