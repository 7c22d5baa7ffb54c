import { formatCount, mark } from '../messages/marks.ts';
import { isBlank, type Message } from '../messages/message.ts';
import { isFromPerson } from '../messages/userTurns.ts';
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
	/** The requests before the summary, which are kept. */
	readonly before?: string;
	/** The user's later messages, and the assistant's final text. */
	readonly after?: string;
}

/** Maximum share of a request for messages before the summary, and the same for those after it. */
const staysShare = 0.04;

/** Maximum characters of one later message of the user, and of the assistant's final text. */
const shown = { request: 1_500, lastWords: 3_000 };

/** The kept messages: requests before the summary, those after it, and the assistant's final text. */
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

/** Messages with marks for those left out between them. */
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

/** The minute a message was sent, in UTC; a store may contain any text. */
function minuteOf(message: Message): string[] {
	const time = message.role === 'user' ? (message.time ?? '') : '';
	const [, date, clock] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(time) ?? [];
	return date === undefined || clock === undefined ? [] : [`${date}, ${clock} UTC`];
}
