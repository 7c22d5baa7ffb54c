import { withoutControls } from '../messages/withoutControls.ts';
import { withoutFrameLines, withoutFrames } from '../summary/frameMarks.ts';
import {
	handoffBody,
	handoffQuotes,
	isOwnHandoff,
	renderHandoff,
	textBehindHandoff,
} from '../summary/handoff.ts';
import { parseSummary } from '../summary/parse.ts';
import { plainLineEnds } from '../messages/lineEnds.ts';
import { GitFailure } from './gitFailure.ts';
import type { FetchedHandoff, ListedHandoff } from './sharedHandoffs.ts';

/**
 * A fetched handoff as a session that our reader of OpenAI messages reads. Somebody else wrote it:
 * of the handoff only the sections and quotes are taken, within a frame of our own, so that neither
 * its prefix gives orders nor a line of it ends it early; what was said since is told by an assistant,
 * as nothing in it are words of whoever opens it.
 * @returns JSON.
 * @throws {GitFailure} `not-a-handoff` for what is no text, or does not begin as a handoff of ours.
 */
export function receivedSession(listed: ListedHandoff, fetched: FetchedHandoff): string {
	const title = JSON.stringify(listed.title);
	const handoff = plainLineEnds(withoutControls(decoded(fetched.handoff)));
	if (!isOwnHandoff(handoff)) {
		throw new GitFailure('not-a-handoff', listed.commit);
	}
	if (fetched.conversation === undefined) {
		return `[{"title":${title},"messages":${JSON.stringify(messagesOf(handoff))}}]`;
	}
	const messages = decoded(fetched.conversation).trim();
	if (!messages.startsWith('[')) {
		throw new GitFailure('not-a-handoff', listed.commit);
	}
	// Its reader validates it, as every file; parsing it twice would only take longer.
	return `[{"title":${title},"messages":${messages}}]`;
}

interface SavedMessage {
	readonly role: 'user' | 'assistant';
	readonly content: string;
}

function messagesOf(text: string): readonly SavedMessage[] {
	const account = accountOf(text);
	const since = withoutFrames(textBehindHandoff(text)).trim();
	return [
		{ role: 'user', content: account },
		...(since === ''
			? []
			: [
					{
						role: 'assistant' as const,
						content: `Said after this account was written:\n\n${since}`,
					},
				]),
	];
}

/** The originals lie in another store, so the handle for recall goes with the prefix. */
function accountOf(text: string): string {
	const quotes = handoffQuotes(text).map((quote) => ({ text: quote, sources: [] }));
	return renderHandoff(
		{
			summary: parseSummary(withoutFrameLines(handoffBody(text))),
			quotes: quotes.reverse(),
		},
		{},
	);
}

/** @throws {GitFailure} for what is not UTF-8. */
function decoded(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch (cause) {
		throw new GitFailure('not-a-handoff', '', { cause });
	}
}
