import { Envelopes } from '../../../messages/envelopes.ts';
import { partsByAuthor } from '../../../messages/origins.ts';
import type { DocumentFields } from '../../bytes/records.ts';
import type { MessageList } from '../../building/messageList.ts';
import type { ListedConversation } from '../messageLists/conversations.ts';
import { savedMessage, type SavedMessage } from '../openAiChat/records.ts';
import { ChatLog } from '../openAiChat/chatLog.ts';
import type { Report } from '../../problems.ts';
import { messagesBySpeaker } from '../../building/speakers.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import { envelopeRows } from '../../envelopes.ts';
import { hermesOwnEnvelopes } from './envelopes.ts';
import { summaryIn } from './summaries.ts';

const ownEnvelopes = new Envelopes([...envelopeRows, ...hermesOwnEnvelopes]);

/** A session. A compaction rewrites it, so its summary stands where the old messages were. */
export class HermesSession implements ListedConversation {
	readonly #log = new TranscriptLog();
	readonly #chat = new ChatLog(this.#log);
	#hasPrompt = false;

	get messages(): MessageList {
		return this.#log.messages;
	}

	describe(fields: DocumentFields): void {
		const prompt = fields.get('system_prompt');
		if (typeof prompt === 'string' && prompt !== '' && !this.#hasPrompt) {
			this.#hasPrompt = true;
			this.#log.system(prompt);
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
			this.#row(saved, text, report);
			return;
		}
		const { before, summary, after } = carrier;
		if (before !== '') {
			this.#row({ ...saved, content: before, tool_calls: null }, before, report);
		}
		this.#log.user(summary, 'summary');
		if (after !== '' || (saved.tool_calls ?? []).length > 0) {
			this.#row({ ...saved, content: after }, after, report);
		}
	}

	/** @param text Its content; empty where that is not text alone. */
	#row(saved: SavedMessage, text: string, report: Report): void {
		if (saved.role !== 'user' || text === '') {
			this.#chat.add(saved, report);
			return;
		}
		for (const message of messagesBySpeaker(
			partsByAuthor([{ type: 'text', text }], ownEnvelopes),
		)) {
			this.#log.add(message);
		}
	}
}
