import { partsOf, type Message, type Part } from '../../messages/message.ts';
import { piecesByAuthor } from '../../messages/origins.ts';
import { annotated, envelopes, withEnds } from '../../transcripts/envelopes.ts';
import { hostApi } from '../hostApi.ts';

/** VS Code's parts, in order. */
export type SourceParts = readonly unknown[];

/** A client's message, which may map to several of the log. */
interface ClientMessage {
	/** The client's complete original. */
	readonly content: SourceParts;
	/** The messages of the log that it maps to, in order. */
	readonly mapsTo: readonly Message[];
}

/** A part of a client's message, with the pieces by author that it has in the log. */
interface SentPart {
	readonly part: Part;
	readonly pieces: readonly Part[];
}

/**
 * Maps messages of the log to the client's originals, so that the model receives them unchanged: with cache markers,
 * reasoning, attachments, and future kinds of parts. The log separates each author's words and background results.
 * Messages that compaction does not change stay the same objects; joined or cut ones at least keep their parts.
 */
export class OriginalMessages {
	/** Originals by message; messages that Precis made have none. */
	readonly messages = new WeakMap<Message, ClientMessage>();
	readonly parts = new WeakMap<Part, SourceParts>();
	/** The client's message, by message of the log. */
	readonly #sent = new WeakMap<Message, Message>();
	/** The client's part, by piece of the log. */
	readonly #sentParts = new WeakMap<Part, SentPart>();

	/** A client's message in the form of the log. */
	read(message: Message): Message {
		const read = this.#separated(message);
		if (read !== message) {
			this.#sent.set(read, message);
		}
		return read;
	}

	#separated(message: Message): Message {
		if (message.role !== 'user') {
			return annotated(message);
		}
		const parts = partsOf(message.content);
		const pieces = message.origin === undefined ? piecesByAuthor(parts, envelopes) : [];
		if (pieces.every(([only], at) => only === parts[at])) {
			return withEnds(message);
		}
		parts.forEach((part, at) => {
			const own = pieces[at] ?? [];
			for (const piece of own) {
				this.#sentParts.set(piece, { part, pieces: own });
			}
		});
		return withEnds({ ...message, content: pieces.flat() });
	}

	/** A context in the form in which the client would have sent it. */
	write(context: readonly Message[]): readonly Message[] {
		return context.map((message) => this.#sent.get(message) ?? this.#joined(message));
	}

	/** A message that contains more or less than one of the client's. */
	#joined(message: Message): Message {
		const { content } = message;
		if (message.role !== 'user' || typeof content === 'string') {
			return message;
		}
		const parts: Part[] = [];
		for (let at = 0; at < content.length; ) {
			const piece = content[at];
			const sent = piece === undefined ? undefined : this.#sentParts.get(piece);
			const isWhole = sent?.pieces.every((one, offset) => content[at + offset] === one) === true;
			const next = isWhole ? sent.part : piece;
			at += isWhole ? sent.pieces.length : 1;
			if (next !== undefined) {
				parts.push(next);
			}
		}
		return parts.length === content.length ? message : { ...message, content: parts };
	}

	/**
	 * Omits references in these messages of the log to a provider's stored state: the provider would continue from a
	 * context that was never compacted.
	 */
	forgetState(messages: readonly Message[]): void {
		const stateless = (parts: SourceParts): SourceParts => parts.filter((part) => !isState(part));
		for (const message of this.write(messages)) {
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
