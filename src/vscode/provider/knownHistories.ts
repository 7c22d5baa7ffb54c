import type { Beginning } from '../../conversations/store/store.ts';
import { toolCallsOf, type Content, type Message } from '../../messages/message.ts';

/** A history that was handed over to the worker before. */
interface KnownHistory {
	readonly conversation: string;
	readonly messages: readonly Message[];
	/** What its client calls it, where it does. */
	readonly name?: string;
}

/** What a history has in common with a known one. */
export interface KnownBeginning extends Beginning {
	/** What its client calls it, where it does. */
	readonly name?: string;
}

/** Histories that are remembered: as many conversations as people have going on at once, and some. */
const remembered = 12;

/**
 * What clients have sent before. Each of their requests carries everything again; with this only what
 * is new crosses to the worker.
 */
export class KnownHistories {
	/** Newest first. */
	readonly #histories: KnownHistory[] = [];

	/**
	 * The longest beginning that is known; undefined where not even the first message is.
	 * @param name What the client calls the conversation: another one's is not looked at.
	 */
	find(messages: readonly Message[], name?: string): KnownBeginning | undefined {
		let longest: KnownBeginning | undefined;
		for (const known of this.#histories) {
			if (name !== undefined && known.name !== undefined && known.name !== name) {
				continue;
			}
			const shared = sharedLength(known.messages, messages);
			if (shared > (longest?.messages ?? 0)) {
				const { messages: all, ...about } = known;
				longest = { ...about, messages: shared, length: all.length };
			}
		}
		return longest;
	}

	/** Remembers a history as the whole of its conversation. */
	remember(conversation: string, messages: readonly Message[], name?: string): void {
		this.forget(conversation);
		this.#histories.unshift({ conversation, messages, ...(name === undefined ? {} : { name }) });
		this.#histories.splice(remembered);
	}

	/** The conversation is gone, or the worker does not know it any more. */
	forget(conversation: string | undefined): void {
		const index = this.#histories.findIndex((known) => known.conversation === conversation);
		if (index >= 0) {
			this.#histories.splice(index, 1);
		}
	}
}

function sharedLength(known: readonly Message[], messages: readonly Message[]): number {
	const length = Math.min(known.length, messages.length);
	for (let index = 0; index < length; index += 1) {
		if (!isSame(known[index], messages[index])) {
			return index;
		}
	}
	return length;
}

/** Whether the chain of hashes would take them for the same: ids do not count. */
function isSame(a: Message | undefined, b: Message | undefined): boolean {
	if (a === undefined || b === undefined || a.role !== b.role) {
		return false;
	}
	const calls = toolCallsOf(a);
	const others = toolCallsOf(b);
	return (
		calls.length === others.length &&
		calls.every((call, index) => {
			const other = others[index];
			return call.name === other?.name && call.arguments === other.arguments;
		}) &&
		hasSameContent(a.content, b.content)
	);
}

function hasSameContent(a: Content, b: Content): boolean {
	if (typeof a === 'string' || typeof b === 'string') {
		return a === b;
	}
	return (
		a.length === b.length &&
		a.every((part, index) => {
			const other = b[index];
			return part.type === 'text'
				? other?.type === 'text' && part.text === other.text
				: other?.type === 'image' && part.url === other.url;
		})
	);
}
