import { isAssignedSecret } from './judgement.ts';
import type { SecretKind } from './names.ts';
import type { Name } from './reading.ts';
import type { Span } from './spans.ts';

const blockOpening = /[ \t]{1,4}[|>][+-]?[0-9]?[ \t]{0,8}(?<break>\r?\n|\\{1,2}n)/y;
const longestBlock = 8_192;

/** `password: |` with the value on the lines below, indented; undefined where there is no block. */
export function blockSpans(
	text: string,
	index: number,
	name: Name,
	kind: SecretKind,
): readonly Span[] | undefined {
	blockOpening.lastIndex = index + 1;
	const lineBreak = blockOpening.exec(text)?.groups?.['break'];
	if (lineBreak === undefined || text[index] !== ':') {
		return undefined;
	}
	const ending = lineBreak.endsWith('\n') ? '\n' : lineBreak;
	let at = blockOpening.lastIndex;
	const indent =
		/(?<![ \t])[ \t]*$/.exec(text.slice(Math.max(0, name.start - 64), name.start))?.[0].length ?? 0;
	const spans: Span[] = [];
	let isSecret = false;
	const limit = Math.min(text.length, at + longestBlock);
	while (at < limit) {
		const found = text.indexOf(ending, at);
		const end = found < 0 || found > limit ? limit : found;
		const line = text.slice(at, end);
		const start = at + (line.length - line.trimStart().length);
		if (line.trim() !== '') {
			if (start - at <= indent) {
				break;
			}
			const value = { start, end: at + line.trimEnd().length, text: line.trim() };
			spans.push({ start, end: value.end });
			isSecret ||= isAssignedSecret({ ...value, style: 'quoted', next: '\n' }, kind, name.word);
		}
		at = end + ending.length;
	}
	return isSecret ? spans : [];
}
