/** A title as a file's name, without an ending, on every system. */
export function fileNameOf(title: string): string {
	const name = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '');
	return name.slice(0, 60) || 'conversation';
}
