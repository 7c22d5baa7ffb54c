import { formatCount, mark, oneLine } from '../messages/marks.ts';
import { isBlank, type Message } from '../messages/message.ts';
import { describeOutcome } from '../messages/toolOutcome.ts';
import type { ToolUse } from '../messages/toolUse.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { redact } from '../redaction/redact.ts';
import { asData } from './frameMarks.ts';
import { describeUse, isAction, ledgerOf, type LedgerFile } from './ledger.ts';
import { cutToSize, whole, type Measure } from './requestBounds.ts';
import type { SummaryRequest } from './summariser.ts';
import { partsOf, showParts } from './transcriptText.ts';

/** The messages around a summary, as shown to the model that writes it. */

/** The context of a summary's reader. As data. */
export interface KeptContext {
	/** Number of the last message that the summary replaces. */
	readonly lastMessage: number;
	/** Number of the last message of the conversation; the reader has all messages between the two. */
	readonly end: number;
	/** The minute of the latest message that has a time. */
	readonly lastTime?: string;
	/** The requests before the summary, which are kept, and the results, which may be shortened. */
	readonly before?: string;
	/**
	 * The user's later messages and answers, the texts with which the assistant ended its turns, the actions in between,
	 * and the changed files: they show the writer what is out of date.
	 */
	readonly after?: string;
}

/** Maximum share of a request for messages before the summary, and the same for those after it. */
const keptShare = 0.04;

/** Maximum characters of one later message of the user, of a text that ends a turn, and of a result before the summary. */
const shown = { request: 4_000, lastWords: 3_000, result: 2_000 };

/** Maximum actions listed between two messages: the latest. */
const maxActions = 20;

/** Maximum files listed that changed after the summarised messages. */
const maxFiles = 40;

/** The kept messages: requests and results before the summary, and after it what tells a writer how the work went on. */
export function surroundingsOf(
	{ log, pairs, range }: SummaryRequest,
	measure: Measure,
): KeptContext {
	const source = { log, pairs };
	const show = (index: number, limit: number): string =>
		showParts(
			partsOf(source, index).filter(({ kind }) => kind === 'words'),
			limit,
		);
	const fit = (texts: readonly string[]): string =>
		cutToSize(
			texts.filter((text) => text !== '').join('\n'),
			Math.floor(whole * keptShare),
			measure,
		);
	const indices = log.flatMap(({ message }, index) => (isFromPerson(message) ? [index] : []));
	const head = log.slice(0, range.start).flatMap(({ message }, index) => {
		const isRequest = isFromPerson(message);
		return isRequest
			? [show(index, Infinity)]
			: message.role === 'tool'
				? [showParts(partsOf(source, index), shown.result)]
				: [];
	});
	const before = fit(head);
	const hasText = (index: number): boolean => {
		const message = log[index]?.message;
		return message?.role === 'assistant' && !isBlank(message.content);
	};
	const { uses, answers, files } = ledgerOf(log, pairs);
	const following = new Map<number, string>([
		...indices
			.filter((index) => index >= range.end)
			.map((index) => [index, show(index, shown.request)] as const),
		...answers
			.filter(({ source }) => source > range.end)
			.map(
				({ question, answer, source }) =>
					[source - 1, answered(question, answer, shown.request)] as const,
			),
	]);
	const texts = [...log.keys()].slice(range.end).filter(hasText);
	const ends = texts.filter((index) => {
		const next = log[index + 1]?.message.role;
		return next !== 'tool' && next !== 'assistant';
	});
	// The user's words come first: of the ends, the last, the first, then the newest have room beside them.
	const ranked = [texts.at(-1), ends[0], ...ends.toReversed()].filter(
		(index) => index !== undefined,
	);
	let room = Math.floor(whole * keptShare) - measure.text([...following.values()].join('\n'));
	for (const index of new Set(ranked)) {
		const text = show(index, shown.lastWords);
		room -= measure.text(text);
		if (room >= 0 || index === ranked[0]) {
			following.set(index, text);
		}
	}
	const inOrder = [...following].sort(([one], [other]) => one - other);
	const changed = files.filter(
		({ state, sources }) => state !== 'read' && sources.some((source) => source > range.end),
	);
	const after = fit([...withGaps(inOrder, range.end, log.length, uses), changedFiles(changed)]);
	const [lastTime] = log.flatMap(({ message }) => minuteOf(message)).slice(-1);
	return {
		lastMessage: range.end,
		end: log.length,
		...(lastTime === undefined ? {} : { lastTime }),
		...(before === '' ? {} : { before }),
		...(after === '' ? {} : { after }),
	};
}

/** One line for files that changed; empty if there are none. */
function changedFiles(files: readonly LedgerFile[]): string {
	const paths = files.slice(-maxFiles).map(({ path }) => path);
	const more = files.length > maxFiles ? ` and ${formatCount(files.length - maxFiles)} more` : '';
	return paths.length === 0
		? ''
		: asData(redact(`Files changed in these messages: ${paths.join(', ')}${more}`));
}

/** What the user answered to a question of a tool. */
function answered(question: string, answer: string, length: number): string {
	return asData(
		redact(`- The person was asked: ${oneLine(question, length)} → ${oneLine(answer, length)}`),
	);
}

/** Messages with marks for those left out between them, and the actions of these. */
function withGaps(
	messages: readonly (readonly [index: number, text: string])[],
	start: number,
	end: number,
	uses: readonly ToolUse[],
): string[] {
	if (messages.length === 0) {
		return [];
	}
	const gap = (from: number, to: number): string =>
		to - from < 1
			? ''
			: [
					mark(`${formatCount(to - from)} messages between`),
					...actionLines(
						uses.filter((use) => use.callIndex >= from && use.callIndex < to && isAction(use)),
					),
				].join('\n');
	let next = start;
	const texts = messages.flatMap(([index, text]) => {
		const lines = [gap(next, index), text];
		next = index + 1;
		return lines;
	});
	return [...texts, gap(next, end)];
}

/** One line for each action, with the outcome of its last attempt. */
function actionLines(uses: readonly ToolUse[]): string[] {
	const last = new Map<string, string>();
	for (const use of uses) {
		const action = describeUse(use);
		const { status } = use.outcome;
		const outcome = describeOutcome(use.outcome) || (status === 'unknown' ? '' : status);
		last.delete(action);
		last.set(action, outcome === '' ? `- ${action}` : `- ${action} → ${outcome}`);
	}
	return [...last.values()].slice(-maxActions).map((line) => asData(redact(line)));
}

/** The minute a message was sent, in UTC; a store may contain any text. */
function minuteOf(message: Message): string[] {
	const time = message.role === 'user' ? (message.time ?? '') : '';
	const [, date, clock] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(time) ?? [];
	return date === undefined || clock === undefined ? [] : [`${date}, ${clock} UTC`];
}
