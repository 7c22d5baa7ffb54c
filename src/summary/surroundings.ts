import { isFromPerson } from '../messages/userTurns.ts';
import type { Surroundings } from './prompt.ts';
import { cutToSize, whole, type Measure } from './requestBounds.ts';
import type { SummaryRequest } from './summariser.ts';
import { partsOf, showParts } from './transcriptText.ts';

/** What a model is shown of the messages that stay around its summary, so that it can write between them. */

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
	return {
		lastMessage: range.end,
		...(before === '' ? {} : { before }),
		...(after === '' ? {} : { after }),
	};
}
