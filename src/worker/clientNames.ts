/** Names that are remembered. */
const remembered = 1_000;

/**
 * What clients call their conversations, as far as they have said so since the start: a key beside
 * the chain of hashes. Two chats that begin with the same words stay two.
 */
export class ClientNames {
	/** By conversation, in the order of their last use. */
	readonly #names = new Map<string, string>();

	/** Whether a client that uses this name may mean the conversation. */
	mayBe(conversation: string, name: string | undefined): boolean {
		const known = this.#names.get(conversation);
		return known === undefined || name === undefined || known === name;
	}

	/** The conversation that last had a name; undefined where none has. */
	conversationOf(name: string | undefined): string | undefined {
		const found = [...this.#names].findLast(([, known]) => known === name);
		return name === undefined ? undefined : found?.[0];
	}

	note(conversation: string, name: string | undefined): void {
		if (name === undefined) {
			return;
		}
		this.#names.delete(conversation);
		this.#names.set(conversation, name);
		const [oldest] = this.#names.keys();
		if (this.#names.size > remembered && oldest !== undefined) {
			this.#names.delete(oldest);
		}
	}
}
