import type { UserOrigin } from '../messages/message.ts';
import { callsOf, contentOf, type Report } from './openAiChat/messages.ts';
import type { SavedMessage } from './openAiChat/records.ts';
import { PairedMessages } from './pairedMessages.ts';

/**
 * A conversation of programs that keep OpenAI's chat messages with additions of their own. Unlike a
 * plain list of messages, which is shown one for one, results are put behind their calls.
 */
export class PairedChat {
	readonly paired = new PairedMessages();
	/** Messages read so far. */
	#count = 0;

	/**
	 * Adds a message; one whose role is unknown is reported and left out.
	 * @param origin Of a user's message; absent: a person, or what its first words tell.
	 */
	add(saved: SavedMessage, report: Report, origin?: UserOrigin): void {
		this.#count += 1;
		switch (saved.role) {
			case 'system':
			case 'developer':
				this.paired.add({ role: 'system', content: contentOf(saved, report) });
				return;
			case 'user': {
				const content = contentOf(saved, report);
				this.paired.add({ role: 'user', content, ...(origin === undefined ? {} : { origin }) });
				return;
			}
			case 'assistant':
				this.paired.assistant(contentOf(saved, report), callsOf(saved, this.#count, report));
				return;
			case 'tool':
			case 'function': {
				const callId = saved.tool_call_id ?? undefined;
				this.paired.result({ callId, content: contentOf(saved, report) }, report);
				return;
			}
			default:
				report(`its role "${saved.role}" is unknown; it was left out`);
		}
	}
}
