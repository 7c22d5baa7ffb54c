import { withoutControls } from '../messages/withoutControls.ts';
import { plainLineEnds } from '../messages/lineEnds.ts';
import { withoutFrameLines, withoutFrames } from '../summary/frameMarks.ts';
import {
	handoffBody,
	handoffQuotes,
	isOwnHandoff,
	renderHandoff,
	textAfterHandoff,
} from '../summary/handoff.ts';
import { parseSummary } from '../summary/parse.ts';

/**
 * Converts a fetched handoff to a session of OpenAI messages. Its text is untrusted: only sections and quotes are used,
 * in a new frame, so that it can neither give orders nor end the frame early. Its later messages are not attributed to
 * the user who opens it.
 * A crafted handoff may take a second, so only the worker calls this.
 * @returns JSON; undefined: not a handoff of Precis.
 */
export function receivedSession(title: string, fetched: Uint8Array): string | undefined {
	const text = plainLineEnds(withoutControls(decoded(fetched)));
	if (!isOwnHandoff(text)) {
		return undefined;
	}
	// The originals are in another store, so the recall handle in the prefix is dropped.
	const quotes = handoffQuotes(text).map((quote) => ({ text: quote, sources: [] }));
	const summary = parseSummary(withoutFrameLines(handoffBody(text)));
	const account = renderHandoff({ summary, quotes: quotes.reverse() }, {});
	const since = withoutFrames(textAfterHandoff(text)).trim();
	const later = `Said after this account was written:\n\n${since}`;
	const messages = [
		{ role: 'user', content: account },
		...(since === '' ? [] : [{ role: 'assistant', content: later }]),
	];
	return JSON.stringify({ title, messages });
}

/** Empty if it is not UTF-8. */
function decoded(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return '';
	}
}
