import type { DocumentFields } from '../jsonElements.ts';
import type { MessageList } from '../messageList.ts';
import type { ListedConversation, Report } from '../messageLists/conversations.ts';
import { savedMessage, type SavedMessage } from '../openAiChat/records.ts';
import { PairedChat } from '../pairedChat.ts';
import { summaryIn } from './summaries.ts';

/** How the list of tasks begins that Hermes adds, as the user, after a compaction. */
const taskList = /^\[Your active task list was preserved/;

/** A session. A compaction rewrites it, so its summary stands where the old messages were. */
export class HermesSession implements ListedConversation {
	readonly #chat = new PairedChat();
	#hasPrompt = false;

	get messages(): MessageList {
		return this.#chat.messages;
	}

	describe(fields: DocumentFields): void {
		const prompt = fields.get('system_prompt');
		if (typeof prompt === 'string' && prompt !== '' && !this.#hasPrompt) {
			this.#hasPrompt = true;
			this.#chat.system(prompt);
		}
	}

	add(value: unknown, report: Report): void {
		const saved = savedMessage(value);
		if (saved === undefined) {
			report('it is no chat message; it was left out');
		} else if (saved.role !== 'session_meta') {
			this.#add(saved, report);
		}
	}

	#add(saved: SavedMessage, report: Report): void {
		const text = typeof saved.content === 'string' ? saved.content : '';
		const carrier = saved.role === 'tool' ? undefined : summaryIn(text);
		if (carrier === undefined) {
			this.#chat.add(saved, report, taskList.test(text) ? 'client' : undefined);
			return;
		}
		const { before, summary, after } = carrier;
		if (before !== '') {
			this.#chat.add({ ...saved, content: before, tool_calls: null }, report);
		}
		this.#chat.user(summary, 'summary');
		if (after !== '' || (saved.tool_calls ?? []).length > 0) {
			this.#chat.add({ ...saved, content: after }, report);
		}
	}
}
