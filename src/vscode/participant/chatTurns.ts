import * as v from 'valibot';
import type { Memento } from 'vscode';

const key = 'chatTurns';
/** Where the turns began that have not ended. */
const openKey = 'chatTurnsOpen';

/** Conversations and turns of each that are remembered; older ones go. */
const keptConversations = 200;
const keptTurns = 1_000;

const schema = v.record(v.string(), v.array(v.number()));
const openSchema = v.record(v.string(), v.number());

/**
 * Where turns of chats began in their conversations. VS Code tells a participant what its chat shows
 * now, not what was taken back: only this tells it from what else came into the log.
 */
export class ChatTurns {
	readonly #memory: Memento;
	/** Conversations in which a turn runs in this window. */
	readonly #running = new Set<string>();

	constructor(memory: Memento) {
		this.#memory = memory;
	}

	/**
	 * Lengths of the log at which turns began; undefined for a conversation of no chat. After a crash VS Code shows
	 * the message of the turn that ran no more, and nobody took that back: its turn is left out.
	 */
	starts(conversation: string): readonly number[] | undefined {
		const interrupted = this.#running.has(conversation) ? undefined : this.#open()[conversation];
		return this.#all()[conversation]?.filter((start) => start !== interrupted);
	}

	/** A conversation belongs to a chat. */
	async adopt(conversation: string): Promise<void> {
		await this.#set(conversation, this.starts(conversation) ?? []);
	}

	/** A turn begins. @param messages Of the log now. */
	async begin(conversation: string, messages: number): Promise<void> {
		await this.#set(conversation, [...(this.starts(conversation) ?? []), messages]);
		this.#running.add(conversation);
		await this.#memory.update(openKey, { ...this.#open(), [conversation]: messages });
	}

	/** A turn has ended, however it did. */
	async end(conversation: string): Promise<void> {
		this.#running.delete(conversation);
		const { [conversation]: _ended, ...others } = this.#open();
		await this.#memory.update(openKey, others);
	}

	async #set(conversation: string, starts: readonly number[]): Promise<void> {
		const others = Object.entries(this.#all()).filter(([id]) => id !== conversation);
		const entries = [...others, [conversation, starts.slice(-keptTurns)] as const];
		await this.#memory.update(key, Object.fromEntries(entries.slice(-keptConversations)));
	}

	#open(): Readonly<Partial<Record<string, number>>> {
		const stored = v.safeParse(openSchema, this.#memory.get<unknown>(openKey));
		return stored.success ? stored.output : {};
	}

	#all(): Readonly<Partial<Record<string, readonly number[]>>> {
		const stored = v.safeParse(schema, this.#memory.get<unknown>(key));
		return stored.success ? stored.output : {};
	}
}
