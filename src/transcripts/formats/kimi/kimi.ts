import { readJsonLines } from '../../bytes/jsonLines.ts';
import { oneConversation } from '../../building/oneConversation.ts';
import { objectsOfLines } from '../../openings.ts';
import { ProblemList } from '../../problems.ts';
import type { Transcript, TranscriptReader } from '../../reader.ts';
import { isKimiLine } from './records.ts';
import { KimiSession } from './session.ts';

/**
 * Kimi Code's `wire.jsonl`: a log of events, of which some change the context.
 *
 * Stored: `sessions/<folder>/<session>/agents/main/` in `~/.kimi-code`. Seen: 1.4 of the protocol.
 */
export const kimi: TranscriptReader = {
	format: 'kimi',
	label: 'Kimi Code',
	appends: true,
	detect(opening) {
		return objectsOfLines(opening).some((value) => isKimiLine(value));
	},
	async read(source, signal): Promise<Transcript> {
		const problems = new ProblemList();
		const session = new KimiSession(problems);
		for await (const { line, value } of readJsonLines(source, problems, { signal })) {
			session.take(value, line);
		}
		const messages = session.finish();
		const { earlier, version } = session;
		const label = 'a Kimi Code session';
		const found = { format: 'kimi', label, version, messages, earlier } as const;
		return oneConversation(source, found, problems);
	},
};
