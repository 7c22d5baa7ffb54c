import type { TextLine } from './neighbours.ts';
import { isNoise } from './noise.ts';
import { isProse } from './prose.ts';

/**
 * Groups the lines of a text into statements: a line that goes on in the next one, or that introduces a
 * list, tells nothing without what belongs to it.
 */

/** A line that stands alone, or several that do so together, with their line breaks. */
export interface Statement {
	readonly text: string;
	/** Position of its last line. */
	readonly last: number;
	/** Whether it tells a reader anything. */
	readonly isTelling: boolean;
}

/** Characters and lines of one statement. */
const longestStatement = 250;
const mostLines = 8;

/** From this length on a line of prose may go on in the next one, characters. */
const wrapLength = 55;

/** The statements that lines fall into. @param from Position of the first of them among all of the text. */
export function statementsIn(lines: readonly TextLine[], from: number): Statement[] {
	const statements: Statement[] = [];
	for (let at = 0; at < lines.length; ) {
		const end = endOf(lines, at);
		const last = from + end - 1;
		if (end === at + 1) {
			const text = lines[at]?.text ?? '';
			const isTelling = !isFrame(text) && !isOpening(text) && !isNoise(text);
			statements.push({ text, last, isTelling });
		} else {
			const text = joined(lines.slice(at, end).map((line) => line.text));
			const isWhole = text.includes('\n') || !isOpening(text);
			const isTelling = !isFrame(text) && isWhole && !isNoise(text.replaceAll('\n', ' '));
			statements.push({ text, last, isTelling });
		}
		at = end;
	}
	return statements;
}

/** The lines of a statement without what frames code in it. */
function joined(texts: readonly string[]): string {
	return texts.filter((text) => !isFrame(text)).join('\n');
}

/** What frames a block of code. */
function isFrame(text: string): boolean {
	return text === '' || isFence(text);
}

/** Whether a line marks where a block of code begins or ends. */
export function isFence(text: string): boolean {
	return text.startsWith('```') || text.startsWith('~~~');
}

/** Whether a line says only that something follows: what introduces it, or on which condition it runs. */
function isOpening(text: string): boolean {
	return text.endsWith(':') || (/[{([]$/.test(text) && conditional.test(text));
}

const conditional =
	/^(?:\}\s{0,4})?(?:if|else|elif|for|while|switch|case|default|try|catch|except|finally|with|do|return|when|match|guard)\b/;

/** Position behind the statement that begins at a line. */
function endOf(lines: readonly TextLine[], at: number): number {
	const end = behindComment(lines, at, endOfParagraph(lines, at));
	return lines[end - 1]?.text.endsWith(':') === true ? endOfList(lines, end) : end;
}

function endOfParagraph(lines: readonly TextLine[], at: number): number {
	let end = at + 1;
	let characters = lines[at]?.text.length ?? 0;
	while (goesOn(lines[end - 1], lines[end], end - 1 === at)) {
		characters += lines[end]?.text.length ?? 0;
		if (characters > longestStatement) {
			break;
		}
		end += 1;
	}
	return end;
}

/** The mark of a comment that a line begins with. */
const comment = /^(?:\/\/[/!]?|\*|#(?![#!])|--|;;|>)(?=\s)/;

/** Behind the line of code that a comment stands above: the comment says what for, the line what it does. */
function behindComment(lines: readonly TextLine[], at: number, end: number): number {
	const last = lines[end - 1];
	const next = lines[end];
	const isAbove =
		last !== undefined &&
		codeComment.test(last.text) &&
		next !== undefined &&
		next.text !== '' &&
		!codeComment.test(next.text) &&
		next.indent === last.indent;
	const characters = lines.slice(at, end + 1).reduce((sum, { text }) => sum + text.length, 0);
	return isAbove && characters <= longestStatement ? end + 1 : end;
}

/** A comment of a programming language; `#` stands before titles as well. */
const codeComment = /^(?:\/\/|--|;;)\s|^# (?=\p{Ll})/u;

/** What begins something new: a heading, an entry of a list, a row of a table, a tag. */
const beginning = /^(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|\||<|@\w|```|~~~|\[)/;

/** How a line ends that nothing is missing of. */
const ending = /[.!?:;。！？|>]["')`*]{0,3}$/;

/** Characters of a line that are looked at for that. */
const endingLength = 4;

/** Whether a sentence of one line ends in the next. Cheap questions come first: few lines of code go on. */
function goesOn(line: TextLine | undefined, next: TextLine | undefined, isFirst: boolean): boolean {
	if (
		line === undefined ||
		next === undefined ||
		line.text.length < wrapLength ||
		next.text === '' ||
		ending.test(line.text.slice(-endingLength))
	) {
		return false;
	}
	const isListed = isEntry(line.text);
	const isAligned = isListed && isFirst ? next.indent > line.indent : next.indent === line.indent;
	if (!isAligned) {
		return false;
	}
	const mark = comment.exec(line.text)?.[0] ?? '';
	const isSameComment = isListed || (comment.exec(next.text)?.[0] ?? '') === mark;
	const rest = next.text.slice(isListed ? 0 : mark.length).trim();
	return isSameComment && rest !== '' && !beginning.test(rest) && isProse(line.text);
}

/** Behind the list, code or mapping that the line before introduces, where all of it is short enough. */
function endOfList(lines: readonly TextLine[], from: number): number {
	const opener = lines[from - 1];
	let end = from;
	let characters = opener?.text.length ?? 0;
	let isFenced = false;
	for (const [position, { text, indent }] of lines.slice(from, from + 2 * mostLines).entries()) {
		if (text === '') {
			continue;
		}
		const isInside = isFenced || isFence(text) || indent > (opener?.indent ?? 0) || isEntry(text);
		if (!isInside) {
			break;
		}
		isFenced = isFence(text) ? !isFenced : isFenced;
		characters += text.length;
		if (characters > longestStatement || position >= mostLines) {
			return from;
		}
		end = from + position + 1;
	}
	return end;
}

function isEntry(text: string): boolean {
	return /^(?:[-*+•]|\d{1,3}[.)])\s/.test(text);
}
