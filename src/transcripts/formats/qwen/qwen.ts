import { readJsonLines } from '../../bytes/jsonLines.ts';
import { oneConversation } from '../../building/oneConversation.ts';
import { objectsOfLines } from '../../openings.ts';
import { ProblemList } from '../../problems.ts';
import type { Transcript, TranscriptReader, TranscriptSource } from '../../reader.ts';
import { Chain } from './chain.ts';
import { isQwenLine, qwenRecord } from './records.ts';
import { QwenSession } from './session.ts';

/** The first reading: which records lead to the newest. */
async function activeRecords(
	source: TranscriptSource,
	signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
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
export const qwenCode: TranscriptReader = {
	format: 'qwen-code',
	label: 'Qwen Code',
	appends: true,
	detect(opening) {
		return objectsOfLines(opening).some((value) => isQwenLine(value));
	},
	async read(source, signal): Promise<Transcript> {
		const active = await activeRecords(source, signal);
		const problems = new ProblemList();
		const session = new QwenSession(problems);
		const left = { count: 0, line: 0 };
		for await (const { line, value } of readJsonLines(source, problems, { signal })) {
			const record = qwenRecord(value);
			if (record === undefined) {
				problems.add(line, 'This line is no record of Qwen Code; it was left out.');
			} else if (active.has(record.uuid)) {
				session.take(record, line);
			} else if (record.message !== undefined && !record.isSidechain) {
				left.line ||= line;
				left.count += 1;
			}
		}
		if (left.count > 0) {
			const what = left.count === 1 ? '1 record' : `${left.count} records`;
			problems.add(
				left.line,
				`${what} of an abandoned branch left out: the person went back and took another way.`,
			);
		}
		const messages = session.finish();
		const { earlier, title, version } = session;
		const label = 'a Qwen Code session';
		const found = { format: 'qwen-code', label, title, version, messages, earlier } as const;
		return oneConversation(source, found, problems);
	},
};
