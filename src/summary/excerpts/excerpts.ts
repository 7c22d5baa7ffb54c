import type { Log, LogRange } from '../../messages/message.ts';
import type { TokenCounter } from '../../messages/tokens.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { coverWithin } from './cover.ts';
import { withGaps } from './gaps.ts';
import type { Passage, PassageLine } from './passage.ts';
import { passagesOf, type Gone } from './passages.ts';
import { safeLineOf } from './safeLines.ts';

/** Lines of one passage of the middle, verbatim but for secrets. */
export interface Excerpt extends Omit<Passage, 'lines' | 'texts'> {
	readonly lines: readonly string[];
}

/** What excerpts are chosen from, and within which bounds. */
export interface ExcerptRequest {
	/** The whole log: what follows the range tells what the work goes on with. */
	readonly log: Log;
	readonly range: LogRange;
	/** Every call up to the end of the range, as the log has it. */
	readonly uses: readonly ToolUse[];
	readonly gone: Gone;
	/** What the reader is told beside the excerpts. */
	readonly told: string;
	/** Tokens that the excerpts may take with their labels. */
	readonly budget: number;
	readonly counter: TokenCounter;
	/** What stands before the lines of an excerpt. */
	readonly label: (passage: Omit<Excerpt, 'lines'>) => string;
}

/** Tokens of a line beside its text: quotation mark, line break. */
const lineTokens = 2;

/**
 * The lines of the middle that tell most of what is not told yet.
 * @returns Those of them that take about so many tokens, in order. Same input, same bytes.
 */
export function excerptsWithin(request: ExcerptRequest): (tokens: number) => Excerpt[] {
	const { log, range, uses, gone, told, budget, counter, label } = request;
	const passages = passagesOf(log, uses, range, gone);
	const chosen = coverWithin(log, range, passages, {
		room: budget,
		told,
		cost: (text) => counter.count(text) + lineTokens * (1 + occurrences(text, '\n')),
		opening: (position) => {
			const passage = passages[position];
			const text = passage === undefined ? '' : label(passage);
			return { text, cost: counter.count(text) + lineTokens };
		},
	});
	const safe = new Map<number, (line: string) => string | undefined>();
	const lines = chosen.flatMap(({ passage: position, line, spent }) => {
		const passage = passages[position];
		const tell = safe.get(position) ?? safeLineOf(passage?.texts ?? [], passage?.use);
		safe.set(position, tell);
		const chosenLine = passage?.lines[line];
		const text = chosenLine === undefined ? undefined : tell(chosenLine.text);
		if (chosenLine === undefined || text === undefined) {
			return [];
		}
		const { place, refersBack, goesOn } = chosenLine;
		return [{ position, spent, line: { text, place, refersBack, goesOn } }];
	});
	return (tokens) => {
		const inside = lines.filter(({ spent }) => spent <= tokens);
		return [...Map.groupBy(inside, ({ position }) => position)]
			.sort(([a], [b]) => a - b)
			.flatMap(([position, told]) => {
				const passage = passages[position];
				const chosenLines = told.map(({ line }) => line);
				return passage === undefined ? [] : [excerptOf(passage, chosenLines)];
			});
	};
}

function excerptOf(
	{ kind, sources, use, isGiven }: Passage,
	told: readonly PassageLine[],
): Excerpt {
	const inOrder = told.toSorted((a, b) => a.place - b.place);
	return {
		kind,
		sources,
		...(use === undefined ? {} : { use }),
		...(isGiven === undefined ? {} : { isGiven }),
		lines: withGaps(inOrder),
	};
}

function occurrences(text: string, part: string): number {
	return text.split(part).length - 1;
}
