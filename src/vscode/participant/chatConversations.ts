import * as v from 'valibot';
import type { Memento } from 'vscode';
import { chatSource } from '../../conversations/sources.ts';
import type { Message } from '../../messages/message.ts';
import type { ConversationView } from '../../protocol/conversationView.ts';
import { rowKinds } from '../../protocol/session.ts';
import { firstWords } from '../../transcripts/building/titles.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/** The beginning of every conversation of the chat. For models: not translated. */
const systemPrompt =
	'You are a coding assistant in the chat of VS Code. Answer in Markdown, briefly and to the point. Use the tools you are offered where they help. Earlier parts of the conversation may have been replaced by a handoff: rely on it.';

/** Metadata of each of our replies; VS Code stores it with the chat. */
export interface ChatMetadata {
	readonly conversation: string;
	/** Messages of its log when the turn ended. */
	readonly messages: number;
}

const metadataSchema = v.object({
	conversation: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
	messages: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

/** An earlier turn as a chat shows it, in two halves. */
export type ChatEntry =
	| { readonly kind: 'prompt'; readonly command?: string; readonly text: string }
	| {
			readonly kind: 'answer';
			readonly command?: string;
			readonly text: string;
			readonly metadata: unknown;
	  };

/** A chat's position in its conversation. */
interface ChatPlace extends ChatMetadata {
	/**
	 * Number of later messages whose replies have no metadata: VS Code drops it when a window closes in the middle of a
	 * turn, and when a stopped turn ends late.
	 */
	readonly lost: number;
}

/** The chat's position; undefined: no turn names a conversation. */
export function placeIn(history: readonly ChatEntry[]): ChatPlace | undefined {
	let lost = 0;
	for (const entry of history.toReversed()) {
		if (entry.kind === 'prompt') {
			lost += entry.command === undefined ? 1 : 0;
			continue;
		}
		const metadata = v.safeParse(metadataSchema, entry.metadata);
		if (metadata.success) {
			return { ...metadata.output, lost };
		}
	}
	return undefined;
}

/** The messages of a chat, derived from what it shows, without commands to Precis. */
function messagesIn(history: readonly ChatEntry[]): Message[] {
	return history
		.filter(({ command, text }) => command === undefined && text.trim() !== '')
		.map(({ kind, text }) =>
			kind === 'prompt'
				? { role: 'user', content: text, origin: 'person' }
				: { role: 'assistant', content: text },
		);
}

/** The key of the stored state of a running turn. */
const openKey = (id: string): string => `chatTurn/${id}`;

/** Which conversation a chat belongs to. */
export class ChatConversations {
	readonly #worker: Pick<WorkerClient, 'call'>;
	readonly #active: Pick<ActiveConversation, 'view' | 'show'>;
	readonly #memory: Memento;
	/** Conversations with a running turn in this window. */
	readonly #running = new Set<string>();

	constructor(
		worker: Pick<WorkerClient, 'call'>,
		active: Pick<ActiveConversation, 'view' | 'show'>,
		memory: Memento,
	) {
		this.#worker = worker;
		this.#active = active;
		this.#memory = memory;
	}

	/**
	 * The conversation of a chat, up to what the chat shows: a rewound one continues as a fork. Undefined: there is none
	 * yet, or it was deleted.
	 */
	async find(history: readonly ChatEntry[]): Promise<ConversationView | undefined> {
		const place = placeIn(history);
		if (place === undefined) {
			return undefined;
		}
		const { conversation: id, messages, lost } = place;
		const view = await this.#viewOf(id);
		if (view === undefined || view.messages <= messages) {
			return view;
		}
		const later = await this.#userMessagesAfter(id, messages);
		const removed = later[lost];
		return removed === undefined ? view : this.#fork(id, removed);
	}

	/** Like {@link find}, but creates a missing conversation from what the chat shows. */
	async findOrStart(history: readonly ChatEntry[], prompt: string): Promise<ConversationView> {
		const found = await this.find(history);
		if (found !== undefined) {
			return found;
		}
		const earlier = messagesIn(history);
		const { id } = await this.#worker.call('create', {
			title: firstWords([...earlier, { role: 'user', content: prompt }]),
			source: chatSource,
			messages: [{ role: 'system', content: systemPrompt }, ...earlier],
		});
		return this.#worker.call('view', { id });
	}

	/** Runs a turn, and records that it runs. */
	async runTurn<Result>(
		{ id, messages }: ConversationView,
		turn: () => Promise<Result>,
	): Promise<Result> {
		this.#running.add(id);
		await this.#memory.update(openKey(id), messages);
		try {
			return await turn();
		} finally {
			this.#running.delete(id);
			await this.#memory.update(openKey(id), undefined);
		}
	}

	/** Lengths of the log before each user message after a number of messages. */
	async #userMessagesAfter(id: string, messages: number): Promise<readonly number[]> {
		const { kinds, numbers } = await this.#worker.call('sessionOutline', {
			id,
			side: 'conversation',
		});
		// After a crash, VS Code does not show the message of the interrupted turn, although the user did not remove it.
		const crashed = this.#running.has(id) ? undefined : this.#memory.get<unknown>(openKey(id));
		const person = rowKinds.indexOf('person');
		return [...numbers]
			.filter((number, row) => kinds[row] === person && number > messages)
			.map((number) => number - 1)
			.filter((length) => length !== crashed);
	}

	async #fork(id: string, messages: number): Promise<ConversationView> {
		const fork = await this.#worker.call('fork', { id, messages });
		const view = await this.#worker.call('view', { id: fork.id });
		if (this.#active.view?.id === id) {
			this.#active.show(view);
		}
		return view;
	}

	async #viewOf(id: string): Promise<ConversationView | undefined> {
		try {
			return await this.#worker.call('view', { id });
		} catch (error) {
			if (WorkerError.is(error, workerCodes.unknownConversation)) {
				return undefined;
			}
			throw error;
		}
	}
}
