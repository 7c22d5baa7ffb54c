/** A Markdown table; all columns but the first are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
	return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A share as people read it; a dash where nothing was measured. */
export function percent(share: number | undefined, digits = 1): string {
	return share === undefined || Number.isNaN(share) ? '–' : `${(share * 100).toFixed(digits)} %`;
}

/** "12 of 13", or a dash where there was nothing. */
export function outOf(found: number, all: number): string {
	return all === 0 ? '–' : `${found} of ${all}`;
}
