import { formatCount, mark } from '../messages/marks.ts';
import { isBlank, type Message } from '../messages/message.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { cutToSize, whole, type Measure } from './requestBounds.ts';
import type { SummaryRequest } from './summariser.ts';
import { partsOf, showParts } from './transcriptText.ts';

/** What a model is shown of the messages that stay around its summary, so that it can write between them. */

/** What stands around a summary in the context of whoever reads it. As data. */
export interface KeptContext {
	/** Number of the last message that the summary stands for. */
	readonly lastMessage: number;
	/** Number of the last message of the conversation: up to there the reader has all of it. */
	readonly end: number;
	/** The minute in which somebody last wrote in the whole conversation, where the log tells. */
	readonly lastTime?: string;
	/** The requests in front of the summary that stay. */
	readonly before?: string;
	/** The person's later messages, and what the assistant said last. */
	readonly after?: string;
}

/** Share of a request that what stays in front of a summary may take, and again what follows. */
const staysShare = 0.04;

/** Characters of one later message of the person, and of the assistant's last words. */
const shown = { request: 1_500, lastWords: 3_000 };

/** What stays around the summary: requests in front of it, those behind it, and how it all ended. */
export function surroundingsOf(
	{ log, pairs, range }: SummaryRequest,
	measure: Measure,
): KeptContext {
	const source = { log, pairs };
	const show = (index: number, most: number): string =>
		showParts(
			partsOf(source, index).filter(({ kind }) => kind === 'words'),
			most,
		);
	const fit = (texts: readonly string[]): string =>
		cutToSize(
			texts.filter((text) => text !== '').join('\n'),
			Math.floor(whole * staysShare),
			measure,
		);
	const indices = log.flatMap(({ message }, index) => (isFromPerson(message) ? [index] : []));
	const before = fit(
		indices.filter((index) => index < range.start).map((index) => show(index, Infinity)),
	);
	const lastWords = log.findLastIndex(
		({ message }) => message.role === 'assistant' && !isBlank(message.content),
	);
	const following = [
		...indices.map((index) => [index, shown.request] as const),
		[lastWords, shown.lastWords] as const,
	]
		.filter(([index]) => index >= range.end)
		.sort(([one], [other]) => one - other);
	const after = fit(withGaps(following, range.end, log.length, show));
	const [lastTime] = log.flatMap(({ message }) => minuteOf(message)).slice(-1);
	return {
		lastMessage: range.end,
		end: log.length,
		...(lastTime === undefined ? {} : { lastTime }),
		...(before === '' ? {} : { before }),
		...(after === '' ? {} : { after }),
	};
}

/** Messages with a mark for those between them, so that nobody takes them for all there is. */
function withGaps(
	messages: readonly (readonly [index: number, most: number])[],
	start: number,
	end: number,
	show: (index: number, most: number) => string,
): string[] {
	if (messages.length === 0) {
		return [];
	}
	const gap = (from: number, to: number): string =>
		to - from < 1 ? '' : mark(`${formatCount(to - from)} messages between`);
	let next = start;
	const texts = messages.flatMap(([index, most]) => {
		const lines = [gap(next, index), show(index, most)];
		next = index + 1;
		return lines;
	});
	return [...texts, gap(next, end)];
}

/** The minute in which somebody wrote it, in UTC; a store may hold any text. */
function minuteOf(message: Message): string[] {
	const time = message.role === 'user' ? (message.time ?? '') : '';
	const [, date, clock] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(time) ?? [];
	return date === undefined || clock === undefined ? [] : [`${date}, ${clock} UTC`];
}
