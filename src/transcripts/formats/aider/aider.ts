import { transcriptOf } from '../../building/sessionReader.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptConversation, TranscriptReader } from '../../reader.ts';
import { readTextLines } from '../../bytes/textLines.ts';
import { AiderSession } from './session.ts';

/** The line each session begins with. Seconds tell no one anything in a title. */
const header = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d)/;

/**
 * aider's chat history: all sessions in a folder, one after the other in one Markdown file.
 *
 * Stored: `.aider.chat.history.md` in the folder aider was started in. Its version is not read.
 */
export const aider: TranscriptReader = {
	format: 'aider',
	label: 'aider',
	detect(opening) {
		return opening.split('\n').some((line) => header.test(line));
	},
	async read(source, signal) {
		const problems = new ProblemList();
		const conversations: TranscriptConversation[] = [];
		let session = new AiderSession('');
		for await (const { text } of readTextLines(source, problems, signal)) {
			const [, started] = header.exec(text) ?? [];
			if (started === undefined) {
				session.add(text);
			} else {
				conversations.push(...session.conversations());
				session = new AiderSession(started);
			}
		}
		conversations.push(...session.conversations());
		const holds = 'an aider chat history';
		return transcriptOf(source, { format: 'aider', holds, conversations, problems });
	},
};
