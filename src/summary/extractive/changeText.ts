import { cutEnd } from '../../messages/marks.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { changedLines } from '../excerpts/changedLines.ts';
import { isNoise } from '../excerpts/noise.ts';
import { textsIn } from '../excerpts/passages.ts';
import { safeLineOf } from '../excerpts/safeLines.ts';
import type { SettledLines } from './settledLines.ts';

/** Says what an edit changed, in the form of a word diff: `…with [-flag-]{+--flag-one+} where…`. */

/** Characters of an edit of which all is looked at: of more, a sample says little. */
const mostCharacters = 10_000;

/** Lines that replace each other one by one. */
const mostPairs = 6;

/** Words of a line that are told beside what changed in it. */
const wordsBeside = 6;

/** Characters of one changed line. */
const lineLength = 150;

/** What of an edit can be told. */
export interface ToldChange {
	readonly texts: readonly string[];
	/** Whether that is all it changed. */
	readonly isAll: boolean;
}

const untold: ToldChange = { texts: [], isAll: false };

/**
 * The lines an edit changed, in few words; first those that declare or explain.
 * @param settled What of it later edits left.
 */
export function changeTexts(use: ToolUse, settled: SettledLines): ToldChange {
	const texts = textsIn(use.arguments);
	if (texts.reduce((sum, text) => sum + text.length, 0) > mostCharacters) {
		return untold;
	}
	const { isLeft, isOwn, isNew } = settled.of(use);
	const { removed, added: put } = changedLines(use);
	const added = put.filter(isNew);
	const lasting = added.filter(isLeft);
	if (2 * lasting.length < added.length) {
		// The others may stand elsewhere by chance.
		return untold;
	}
	const safeLine = safeLineOf(texts);
	const isPaired = removed.length === added.length && removed.length <= mostPairs;
	const taken = isPaired ? removed : removed.filter((line) => !isOwn(line));
	const old = taken.flatMap((line) => safeLine(line) ?? []).map(evenly);
	const now = (isPaired ? added : lasting).flatMap((line) => safeLine(line) ?? []).map(evenly);
	const isAll = old.length === removed.length && now.length === (isPaired ? added : put).length;
	const gone = old.filter((line) => !now.includes(line));
	const come = now.filter((line) => !old.includes(line));
	const areAlike = come.every((after, position) => haveCommonWord(gone[position] ?? '', after));
	if (gone.length === come.length && gone.length <= mostPairs && areAlike) {
		const diffs = come.flatMap((after, position) => wordDiff(gone[position] ?? '', after));
		return { texts: [...new Set(diffs)], isAll };
	}
	const areNeighbours = neighboursIn(texts);
	const changes = [
		...passages(come, areNeighbours, '{+', '+}'),
		...passages(gone, areNeighbours, '[-', '-]'),
	];
	return { texts: [...new Set(changes)], isAll };
}

/** Lines as they read: how they are set in columns is no change. */
function evenly(line: string): string {
	return line.replaceAll(/\s+/g, ' ');
}

/** Whether one line may have become the other: of single words each may. */
function haveCommonWord(before: string, after: string): boolean {
	const words = (line: string): string[] => line.match(/[\p{L}\p{N}_]+/gu) ?? [];
	const old = words(before);
	const now = words(after);
	return (old.length < 2 && now.length < 2) || now.some((word) => old.includes(word));
}

/** What differs between two lines, with some words around it. */
function wordDiff(before: string, after: string): string[] {
	const old = wordsIn(before);
	const now = wordsIn(after);
	const most = Math.min(old.length, now.length);
	let start = 0;
	while (start < most && old[start] === now[start]) {
		start += 1;
	}
	let end = 0;
	while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) {
		end += 1;
	}
	const gone = old.slice(start, old.length - end).join('');
	const come = now.slice(start, now.length - end).join('');
	if (gone.length > lineLength || come.length > lineLength) {
		return [`{+${cutEnd(after, lineLength)}+}`];
	}
	const left = now.slice(Math.max(0, start - 2 * wordsBeside), start).join('');
	const right = now.slice(now.length - end, now.length - end + 2 * wordsBeside).join('');
	const taken = gone === '' ? '' : `[-${gone}-]`;
	return [`${left}${taken}${come === '' ? '' : `{+${come}+}`}${right}`.trim()];
}

/** Words with what stands between them, so that they can be joined again. */
function wordsIn(line: string): string[] {
	return line.match(/[\p{L}\p{N}_-]+|\s|[^\p{L}\p{N}_\s-]/gu) ?? [];
}

/** What declares or explains something says more than what stands inside. */
const declaring =
	/^(?:(?:export|public|private|protected|static|async|default|abstract|readonly) ){0,4}(?:func|function|fn|def|class|interface|type|struct|enum|trait|impl|const|#+|[-*]|\/\/\/?|\/\*\*?|\d+\.) \S/;

/** Whether one line stands right behind another in one of these texts; blank lines do not count. */
type AreNeighbours = (line: string, next: string) => boolean;

function neighboursIn(texts: readonly string[]): AreNeighbours {
	const pairs = new Set(
		texts.flatMap((text) => {
			const isPatch = /^(?:\*\*\* Begin Patch|@@|--- )/m.test(text);
			const lines = text
				.split('\n')
				.map((line) => evenly((isPatch ? line.replace(/^[-+ ]/, '') : line).trim()))
				.filter((line) => line !== '');
			return lines.slice(1).map((line, position) => `${lines[position] ?? ''}\n${line}`);
		}),
	);
	return (line, next) => pairs.has(`${line}\n${next}`);
}

/** Lines of one kind as one passage, with what is left out between them marked; those that declare or explain first. */
function passages(
	lines: readonly string[],
	areNeighbours: AreNeighbours,
	open: string,
	close: string,
): string[] {
	const found: { text: string; end: string; declares: boolean }[] = [];
	for (const line of lines.filter((each) => !isNoise(each))) {
		const declares = declaring.test(line);
		const last = found.at(-1);
		if (last?.declares === declares && last.text.length + line.length < lineLength) {
			last.text += `${areNeighbours(last.end, line) ? ' ⏎ ' : ' […] '}${line}`;
			last.end = line;
		} else {
			found.push({ text: cutEnd(line, lineLength), end: line, declares });
		}
	}
	return found
		.sort((a, b) => Number(b.declares) - Number(a.declares))
		.map(({ text }) => `${open}${text}${close}`);
}
