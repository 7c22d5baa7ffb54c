import type { Message } from '../messages/message.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { cutToSize, whole, type Measure } from './requestBounds.ts';
import type { SummaryRequest } from './summariser.ts';
import { partsOf, showParts } from './transcriptText.ts';

/** What a model is shown of the messages that stay around its summary, so that it can write between them. */

/** What stands around a summary in the context of whoever reads it. As data. */
export interface Surroundings {
	/** Number of the last message that the summary stands for. */
	readonly lastMessage: number;
	/** The minute in which somebody last wrote in the whole conversation, where the log tells. */
	readonly lastTime?: string;
	/** The requests in front of the summary that stay. */
	readonly before?: string;
	/** How what stays behind the summary begins. */
	readonly after?: string;
}

/** Share of a request that what stays in front of a summary may take, and again what follows. */
const staysShare = 0.03;

/** Messages behind a summary that a model is shown, and characters of each. */
const following = { messages: 8, characters: 400 };

/** What stays around the summary: requests in front of it, and how what follows begins. */
export function surroundingsOf(
	{ log, pairs, range }: SummaryRequest,
	measure: Measure,
): Surroundings {
	const source = { log, pairs };
	const shown = (indices: readonly number[], most?: number): string =>
		cutToSize(
			indices
				.map((index) => showParts(partsOf(source, index), most))
				.filter((text) => text !== '')
				.join('\n'),
			Math.floor(whole * staysShare),
			measure,
		);
	const requests = log
		.slice(0, range.start)
		.flatMap(({ message }, index) => (isFromPerson(message) ? [index] : []));
	const next = Array.from(
		{ length: Math.min(following.messages, log.length - range.end) },
		(_, position) => range.end + position,
	);
	const before = shown(requests);
	const after = shown(next, following.characters);
	const [lastTime] = log.flatMap(({ message }) => minuteOf(message)).slice(-1);
	return {
		lastMessage: range.end,
		...(lastTime === undefined ? {} : { lastTime }),
		...(before === '' ? {} : { before }),
		...(after === '' ? {} : { after }),
	};
}

/** The minute in which somebody wrote it, in UTC; a store may hold any text. */
function minuteOf(message: Message): string[] {
	const time = message.role === 'user' ? (message.time ?? '') : '';
	const [, date, clock] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(time) ?? [];
	return date === undefined || clock === undefined ? [] : [`${date}, ${clock} UTC`];
}
