import { settled } from '../../conversations/settledSummaries.ts';
import { estimatedTokens } from '../../messages/tokens.ts';
import type { Essentials } from '../../summary/essentials.ts';
import { parseForeignSummary } from '../../summary/foreignSummary.ts';
import type { Summary } from '../../summary/sections.ts';
import { fileSource } from '../../transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../transcripts/open.ts';
import { TranscriptError } from '../../transcripts/reader.ts';
import { essentialsIn } from '../compactor/compaction.ts';

/** A session as a hook reads it. */
export interface ReadSession {
	/** What its latest compaction left of it; absent: it was not compacted. */
	readonly summary?: Summary;
	/** Of all that stood before that compaction, or of the whole session. Reading them takes most of the time. */
	readonly essentials: () => Essentials;
}

/**
 * Reads a session from its file.
 * @param inside Which session of a database; absent: the first.
 * @throws {TranscriptError}
 */
export async function readSession(file: string, inside?: string): Promise<ReadSession> {
	const { conversations } = await openTranscript(await fileSource(file));
	const found =
		conversations.find(({ id }) => id !== undefined && id === inside) ??
		conversations.find(({ id }) => id === undefined);
	if (found === undefined) {
		throw new TranscriptError('empty', `"${file}" does not hold the session.`);
	}
	await found.load?.();
	const { messages, earlier } = settled(found, estimatedTokens);
	const latest = earlier.at(-1) ?? found.earlier?.at(-1);
	return {
		...(latest === undefined ? {} : { summary: parseForeignSummary(latest.summary) }),
		essentials: () => essentialsIn({ messages }, latest?.at),
	};
}
