import { withoutMessages } from '../../failures.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptConversation, TranscriptReader } from '../../reader.ts';
import { readTextLines } from '../../bytes/textLines.ts';
import { AiderSession } from './session.ts';

const label = 'an aider chat history';

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
		const end = (): void => {
			const conversation = session.conversation();
			if (conversation !== undefined) {
				conversations.push(conversation);
			}
		};
		for await (const { text } of readTextLines(source, problems, signal)) {
			const [, started] = header.exec(text) ?? [];
			if (started === undefined) {
				session.add(text);
			} else {
				end();
				session = new AiderSession(started);
			}
		}
		end();
		if (conversations.length === 0) {
			throw withoutMessages(source, label, problems.toArray());
		}
		return { format: 'aider', conversations, problems: problems.toArray() };
	},
};
