import type { Content, Message, Part, UserMessage } from '../message.ts';

/** Where something stands in a client's message. */
export interface Source {
	readonly message: Message;
	/** Of the part in that message's content; between two parts where it stands in the place of one. */
	readonly index: number;
}

/** A part that is sent, and the place it takes. */
export interface Piece {
	readonly part: Part;
	/** Absent for what no client sent. */
	readonly source?: Source;
}

/** The parts of content. */
export function partsOf(content: Content): readonly Part[] {
	return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** The part of a client's message that stands at a place; none where something new does. */
export function partAt({ message, index }: Source): Part | undefined {
	return partsOf(message.content)[index];
}

/** What the user's rows of a context become in a client's own form, row by row. */
export class ClientRows {
	readonly #messages: Message[] = [];
	#open: { readonly messages: UserMessage[]; readonly pieces: Piece[] } | undefined;

	/** Adds what belongs to the user's row at this place. @param message Where it is one of the context. */
	addPieces(pieces: readonly Piece[], message?: UserMessage): void {
		this.#open ??= { messages: [], pieces: [] };
		this.#open.pieces.push(...pieces);
		if (message !== undefined) {
			this.#open.messages.push(message);
		}
	}

	/** Adds a message that is no user's. */
	add(message: Exclude<Message, UserMessage>): void {
		this.#close();
		this.#messages.push(message);
	}

	finish(): readonly Message[] {
		this.#close();
		return this.#messages;
	}

	#close(): void {
		if (this.#open === undefined) {
			return;
		}
		const { messages, pieces } = this.#open;
		this.#open = undefined;
		const [only, another] = messages;
		const isAsItWas = pieces.every(({ source }) => source === undefined);
		if (only !== undefined && another === undefined && isAsItWas) {
			this.#messages.push(only);
		} else {
			this.#messages.push(rowOf(inClientsOrder(pieces)));
		}
	}
}

/** The row as a message: the client's own, where it is nothing but that. */
function rowOf(pieces: readonly Piece[]): Message {
	const content = pieces.map(({ part }) => part);
	const whole = pieces[0]?.source?.message;
	const isWhole =
		typeof whole?.content === 'object' &&
		whole.content.length === content.length &&
		whole.content.every((part, index) => part === content[index]);
	return whole !== undefined && isWhole ? whole : { role: 'user', content };
}

/** Puts what comes from one message back into its order; what became several parts is one again. */
function inClientsOrder(pieces: readonly Piece[]): readonly Piece[] {
	const runs: Piece[][] = [];
	for (const piece of pieces) {
		const run = runs.at(-1);
		const message = run?.[0]?.source?.message;
		if (run !== undefined && message !== undefined && message === piece.source?.message) {
			run.push(piece);
		} else {
			runs.push([piece]);
		}
	}
	return runs.flatMap((run) => {
		const ordered = run.toSorted((a, b) => placeOf(a) - placeOf(b));
		return ordered.filter((piece, at) => {
			const before = ordered[at - 1];
			return before === undefined || placeOf(piece) !== placeOf(before);
		});
	});
}

function placeOf({ source }: Piece): number {
	return source?.index ?? 0;
}
