/** Characters of a label: what is longer is cut by VS Code anyway, after it was laid out. */
const longest = 200;

/** A text for a label of a list: one line, with nothing in it that becomes an icon. */
export function plainLabel(text: string): string {
	return text
		.slice(0, 2 * longest)
		.replaceAll('$(', '$ (')
		.replaceAll(/\s+/g, ' ')
		.trim()
		.slice(0, longest);
}
