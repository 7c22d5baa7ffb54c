import type { Content, UserOrigin } from '../../../messages/message.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import type { Report } from '../../problems.ts';
import { callsOf, contentOf } from './messages.ts';
import type { SavedMessage } from './records.ts';

/**
 * A conversation of programs that keep OpenAI's chat messages with additions of their own. Unlike a
 * plain list of messages, which is shown one for one, results are put behind their calls.
 */
export class ChatLog {
	readonly #log: TranscriptLog;
	readonly #userContent: (content: Content) => Content;
	/** Messages read so far. */
	#count = 0;

	/** @param userContent What the user's role says with its parts by author. */
	constructor(log: TranscriptLog, userContent = (content: Content): Content => content) {
		this.#log = log;
		this.#userContent = userContent;
	}

	/**
	 * Adds a message as it was saved; one whose role is unknown is reported and left out.
	 * @param origin Of a user's message; absent: a person, or what its first words tell.
	 */
	add(saved: SavedMessage, report: Report, origin?: UserOrigin): void {
		this.#count += 1;
		switch (saved.role) {
			case 'system':
			case 'developer':
				this.#log.system(contentOf(saved, report));
				return;
			case 'user':
				this.#log.user(this.#userContent(contentOf(saved, report)), origin);
				return;
			case 'assistant':
				this.#log.assistant(contentOf(saved, report), callsOf(saved, this.#count, report));
				return;
			case 'tool':
			case 'function': {
				const toolCallId = saved.tool_call_id ?? undefined;
				this.#log.result({ toolCallId, content: contentOf(saved, report) }, report);
				return;
			}
			default:
				report(`its role "${saved.role}" is unknown; it was left out`);
		}
	}
}
