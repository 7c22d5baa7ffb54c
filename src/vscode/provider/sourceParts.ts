import { partsOf, type Message, type Part } from '../../messages/message.ts';
import { hostApi } from '../hostApi.ts';

/** VS Code's parts, in order. */
export type SourceParts = readonly unknown[];

/** The origin of a message of the log: one of a client's may contain several. */
export interface ClientMessage {
	/** The client's complete original. */
	readonly content: SourceParts;
	/** The messages of the log it became, in order. */
	readonly became: readonly Message[];
}

/**
 * Maps our messages to the client's originals, so that the model receives them unchanged: with cache markers,
 * reasoning, attachments, and future kinds of parts. Messages that compaction does not change stay the same objects;
 * joined or cut ones at least keep their parts.
 */
export class OriginalMessages {
	/** Messages that are not in it were made here. */
	readonly messages = new WeakMap<Message, ClientMessage>();
	readonly parts = new WeakMap<Part, SourceParts>();

	/**
	 * Omits references in these messages to a provider's stored state: the provider would continue from a context that was
	 * never compacted.
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
