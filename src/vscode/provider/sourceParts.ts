import { partsOf, type Message, type Part } from '../../messages/message.ts';
import { hostApi } from '../hostApi.ts';

/** Parts of VS Code's, in order. */
export type SourceParts = readonly unknown[];

/** Where a message of the log comes from: one of a client's may hold several. */
export interface ClientMessage {
	/** What the client sent, whole. */
	readonly content: SourceParts;
	/** The messages of the log it became, in order. */
	readonly became: readonly Message[];
}

/**
 * What of a client's request ours was made from, so that it reaches the model as it came: with cache
 * markers, reasoning, attachments, and whatever VS Code will think of. What compaction leaves alone is
 * the same message still; what it joined or cut has at least its parts.
 */
export class OriginalMessages {
	/** What is not among them was made here. */
	readonly messages = new WeakMap<Message, ClientMessage>();
	readonly parts = new WeakMap<Part, SourceParts>();

	/**
	 * Leaves out where these messages refer to what a provider keeps of them: it would go on from a
	 * context that was never compacted.
	 */
	forgetState(messages: readonly Message[]): void {
		const stateless = (parts: SourceParts): SourceParts => parts.filter((part) => !isState(part));
		for (const message of messages) {
			const origin = this.messages.get(message);
			if (origin?.content.some(isState) === true) {
				this.messages.set(message, { ...origin, content: stateless(origin.content) });
			}
			for (const part of partsOf(message.content)) {
				const members = this.parts.get(part);
				if (members?.some(isState) === true) {
					this.parts.set(part, stateless(members));
				}
			}
		}
	}
}

function isState(part: unknown): boolean {
	return part instanceof hostApi.LanguageModelDataPart && part.mimeType === 'stateful_marker';
}
