/**
 * A reply without lines that only name commands, commits or files of its turn, without the headings of such
 * lines, and without the targets of links to files.
 * @param told Commands, hashes and titles.
 * @param files Paths, whole.
 */
export function withoutRetelling(
	reply: string,
	told: ReadonlySet<string>,
	files: readonly string[],
): string {
	const isTold = (name: string): boolean =>
		told.has(name) || files.some((path) => `/${path}`.endsWith(`/${name.replace(/^\.?\//, '')}`));
	const kept: string[] = [];
	let wasRetold = false;
	for (const line of withPlainLinks(reply).split('\n')) {
		if (retells(line, isTold)) {
			wasRetold = true;
			continue;
		}
		// Nothing is left under the heading.
		if (wasRetold && isHeading(kept.at(-1) ?? '') && (isHeading(line) || line.trim() === '')) {
			kept.pop();
		}
		wasRetold = wasRetold && line.trim() === '';
		kept.push(line);
	}
	if (wasRetold && isHeading(kept.at(-1) ?? '')) {
		kept.pop();
	}
	return kept.join('\n').trim();
}

/** Code spans, in which a reply names commands and files. */
const code = /`([^`\n]{5,300})`/g;

/** Number of other words from which on a line says something new. */
const tellingWords = 3;

function retells(line: string, isTold: (name: string) => boolean): boolean {
	const names = [...line.matchAll(code)].map(([, name = '']) => name);
	const rest = line.replace(code, ' ').match(/\p{L}{2,}/gu) ?? [];
	return (
		names.length > 0 && rest.length < tellingWords && names.every((name) => isTold(name.trim()))
	);
}

/** Whether a line introduces others: a heading, a line in bold, or one that ends with a colon. */
function isHeading(line: string): boolean {
	return /^\s*(?:#{1,6}\s|\*\*[^*]{1,80}\*\*:?\s*$)|[:：]\**\s*$/u.test(line);
}

/** Replaces links whose label is the end of their target by the label. */
function withPlainLinks(text: string): string {
	return text.replace(
		/\[(`?)([^\]\n`]{1,200})\1\]\((?:file:\/\/)?([^)\s]{1,400})\)/g,
		(whole, quote: string, label: string, target: string) =>
			target.replace(/(?:#L?|:)\d[\dL:-]*$/, '').endsWith(label.replace(/(?:#L?|:)\d[\dL:-]*$/, ''))
				? `${quote || '`'}${label}${quote || '`'}`
				: whole,
	);
}
