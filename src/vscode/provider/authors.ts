import { partsOf, type Message, type Part } from '../../messages/message.ts';
import { piecesByAuthor } from '../../messages/origins.ts';
import { annotated, envelopes, withEnds } from '../../transcripts/envelopes.ts';

/** A part of a client's message, with the pieces by author that it has in the log. */
interface SentPart {
	readonly part: Part;
	readonly pieces: readonly Part[];
}

/**
 * Separates a client's messages by author, and extracts background results: the log stores each author's words
 * separately, and the model is again sent the client's original.
 */
export class Authors {
	readonly #messages = new WeakMap<Message, Message>();
	readonly #parts = new WeakMap<Part, SentPart>();

	/** A client's message in the form of the log. */
	read(message: Message): Message {
		if (message.role !== 'user') {
			return this.#remembered(annotated(message), message);
		}
		if (message.origin !== undefined) {
			return this.#remembered(withEnds(message), message);
		}
		const parts = partsOf(message.content);
		const pieces = piecesByAuthor(parts, envelopes);
		if (pieces.every(([only], at) => only === parts[at])) {
			return this.#remembered(withEnds(message), message);
		}
		parts.forEach((part, at) => {
			const own = pieces[at] ?? [];
			for (const piece of own) {
				this.#parts.set(piece, { part, pieces: own });
			}
		});
		return this.#remembered(withEnds({ ...message, content: pieces.flat() }), message);
	}

	#remembered(read: Message, sent: Message): Message {
		if (read !== sent) {
			this.#messages.set(read, sent);
		}
		return read;
	}

	/** A context in the form in which the client would have sent it. */
	write(context: readonly Message[]): readonly Message[] {
		return context.map((message) => this.#messages.get(message) ?? this.#written(message));
	}

	/** A message that contains more or less than one of the client's. */
	#written(message: Message): Message {
		const { content } = message;
		if (message.role !== 'user' || typeof content === 'string') {
			return message;
		}
		const parts: Part[] = [];
		for (let at = 0; at < content.length; ) {
			const piece = content[at];
			const sent = piece === undefined ? undefined : this.#parts.get(piece);
			const isWhole = sent?.pieces.every((one, offset) => content[at + offset] === one) === true;
			const next = isWhole ? sent.part : piece;
			at += isWhole ? sent.pieces.length : 1;
			if (next !== undefined) {
				parts.push(next);
			}
		}
		return parts.length === content.length ? message : { ...message, content: parts };
	}
}
