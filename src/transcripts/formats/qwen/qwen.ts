import { readJsonLines } from '../../bytes/records.ts';
import { linesReader, type SessionFile } from '../../building/sessionReader.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptReader } from '../../reader.ts';
import { Chain } from './chain.ts';
import { isQwenLine, qwenRecord } from './records.ts';
import { QwenSession } from './session.ts';

/** The first reading: which records lead to the newest. */
async function activeRecords({ source, signal }: SessionFile): Promise<ReadonlySet<string>> {
	const chain = new Chain();
	// What is wrong is told in the second reading.
	for await (const { value } of readJsonLines(source, new ProblemList(), { signal })) {
		const record = qwenRecord(value);
		if (record !== undefined) {
			chain.take(record);
		}
	}
	return chain.active();
}

/**
 * Qwen Code's sessions: lines that form a tree, with the contents of Gemini's API in them. Read
 * twice, since only the end of a file tells what was left behind.
 *
 * Stored: `projects/<folder>/chats/` in `~/.qwen`. Seen: 0.21 and 0.24.
 */
export const qwenCode: TranscriptReader = linesReader({
	format: 'qwen-code',
	label: 'Qwen Code',
	holds: 'a Qwen Code session',
	isOwn: isQwenLine,
	begin: async (log, file) => new QwenSession(log, await activeRecords(file)),
});
