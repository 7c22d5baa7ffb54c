import type { ConversationView } from '../../protocol/conversationView.ts';
import { firstWords } from '../../transcripts/building/titles.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { chatSource } from '../../conversations/sources.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';
import { divergence, messagesIn, placeIn, type ChatEntry } from './chatHistory.ts';
import type { ChatTurns } from './chatTurns.ts';

/** What every conversation of the chat begins with. For models: not translated. */
const systemPrompt =
	'You are a coding assistant in the chat of VS Code. Answer in Markdown, briefly and to the point. Use the tools you are offered where they help. Earlier parts of the conversation may have been replaced by a handoff: rely on it.';

/** Which conversation a chat belongs to. */
export class ChatConversations {
	readonly #conversations: Pick<Conversations, 'ask' | 'askAll' | 'view'>;
	readonly #turns: ChatTurns;
	readonly #active: Pick<ActiveConversation, 'view' | 'show'>;

	constructor(
		conversations: Pick<Conversations, 'ask' | 'askAll' | 'view'>,
		turns: ChatTurns,
		active: Pick<ActiveConversation, 'view' | 'show'>,
	) {
		this.#conversations = conversations;
		this.#turns = turns;
		this.#active = active;
	}

	/**
	 * The conversation of a chat, as far as the chat shows it: one that was rewound goes on as a fork.
	 * Undefined: there is none yet, or none any more.
	 */
	async find(history: readonly ChatEntry[]): Promise<ConversationView | undefined> {
		const place = placeIn(history);
		if (place === undefined) {
			return undefined;
		}
		const { conversation: id } = place;
		const view = await this.#viewOf(id);
		if (view === undefined) {
			return undefined;
		}
		const shown = divergence(place, view.messages, this.#turns.starts(id));
		return shown === undefined ? view : this.#fork(id, shown);
	}

	/** The same; where there is none it begins with what the chat shows. */
	async findOrStart(history: readonly ChatEntry[], prompt: string): Promise<ConversationView> {
		const found = await this.find(history);
		if (found !== undefined) {
			return found;
		}
		const said = messagesIn(history);
		const { id } = await this.#conversations.askAll('create', {
			title: firstWords([...said, { role: 'user', content: prompt }]),
			source: chatSource,
			messages: [{ role: 'system', content: systemPrompt }, ...said],
		});
		await this.#turns.adopt(id);
		return this.#conversations.view(id);
	}

	async #fork(id: string, messages: number): Promise<ConversationView> {
		const fork = await this.#conversations.ask('fork', { id, messages });
		await this.#turns.adopt(fork.id);
		const view = await this.#conversations.view(fork.id);
		if (this.#active.view?.id === id) {
			this.#active.show(view);
		}
		return view;
	}

	async #viewOf(id: string): Promise<ConversationView | undefined> {
		try {
			return await this.#conversations.view(id);
		} catch (error) {
			if (WorkerError.is(error, workerCodes.unknownConversation)) {
				return undefined;
			}
			throw error;
		}
	}
}
