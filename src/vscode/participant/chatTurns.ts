import * as v from 'valibot';
import type { Memento } from 'vscode';

const key = 'chatTurns';

/** Conversations and turns of each that are remembered; older ones go. */
const keptConversations = 200;
const keptTurns = 1_000;

const schema = v.record(v.string(), v.array(v.number()));

/**
 * Where turns of chats began in their conversations. VS Code tells a participant what its chat shows
 * now, not what was taken back: only this tells it from what was said in the panel.
 */
export class ChatTurns {
	readonly #memory: Memento;

	constructor(memory: Memento) {
		this.#memory = memory;
	}

	/** Lengths of the log at which turns began; undefined for a conversation of no chat. */
	starts(conversation: string): readonly number[] | undefined {
		return this.#all()[conversation];
	}

	/** A conversation belongs to a chat. */
	async adopt(conversation: string): Promise<void> {
		await this.#set(conversation, this.starts(conversation) ?? []);
	}

	/** A turn begins. @param messages Of the log now. */
	async begin(conversation: string, messages: number): Promise<void> {
		await this.#set(conversation, [...(this.starts(conversation) ?? []), messages]);
	}

	async #set(conversation: string, starts: readonly number[]): Promise<void> {
		const others = Object.entries(this.#all()).filter(([id]) => id !== conversation);
		const entries = [...others, [conversation, starts.slice(-keptTurns)] as const];
		await this.#memory.update(key, Object.fromEntries(entries.slice(-keptConversations)));
	}

	#all(): Readonly<Partial<Record<string, readonly number[]>>> {
		const stored = v.safeParse(schema, this.#memory.get<unknown>(key));
		return stored.success ? stored.output : {};
	}
}
