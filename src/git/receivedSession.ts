import { withoutControls } from '../messages/withoutControls.ts';
import { plainLineEnds } from '../messages/lineEnds.ts';
import { withoutFrameLines, withoutFrames } from '../summary/frameMarks.ts';
import {
	handoffBody,
	handoffQuotes,
	isOwnHandoff,
	renderHandoff,
	textBehindHandoff,
} from '../summary/handoff.ts';
import { parseSummary } from '../summary/parse.ts';

/**
 * A fetched handoff as a session that our reader of OpenAI messages reads. Somebody else wrote it: only its
 * sections and quotes are taken, within a frame of our own, so that neither its prefix gives orders nor a line
 * of it ends it early; what was said since are no words of whoever opens it.
 * Takes up to a second for a crafted one, so only the worker calls it.
 * @returns JSON; undefined for what is no text, or does not begin as a handoff of ours.
 */
export function receivedSession(title: string, fetched: Uint8Array): string | undefined {
	const text = plainLineEnds(withoutControls(decoded(fetched)));
	if (!isOwnHandoff(text)) {
		return undefined;
	}
	// The originals lie in another store, so the handle for recall goes with the prefix.
	const quotes = handoffQuotes(text).map((quote) => ({ text: quote, sources: [] }));
	const summary = parseSummary(withoutFrameLines(handoffBody(text)));
	const account = renderHandoff({ summary, quotes: quotes.reverse() }, {});
	const since = withoutFrames(textBehindHandoff(text)).trim();
	const said = `Said after this account was written:\n\n${since}`;
	const messages = [
		{ role: 'user', content: account },
		...(since === '' ? [] : [{ role: 'assistant', content: said }]),
	];
	return JSON.stringify({ title, messages });
}

/** Empty for what is not UTF-8. */
function decoded(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return '';
	}
}
