import { LongTextCutter, type Origin } from './longTexts.ts';

/** What one JSON value of a file may take in memory, bytes. */
export interface HeldLimits {
	/** Of longer values the long texts are cut; {@link wholeValueBytes} when absent. */
	readonly wholeBytes?: number | undefined;
	/** What is longer even then is passed over; {@link maximumValueBytes} when absent. */
	readonly maxBytes?: number | undefined;
}

/** Longer than any message that a model could read. */
const wholeValueBytes = 16 * 2 ** 20;

/** Many texts, none of them long: held as a string and as the value it makes, several times this. */
export const maximumValueBytes = 32 * 2 ** 20;

/** The bytes of one JSON value, however long it is: what is too long loses the middle of its texts. */
export class HeldBytes {
	readonly #origin: Origin;
	readonly #wholeBytes: number;
	readonly #maxBytes: number;
	#pieces: Uint8Array[] = [];
	#cutter: LongTextCutter | undefined;
	#isTooLong = false;
	/** Bytes the value has in the file so far. */
	length = 0;

	constructor(
		origin: Origin,
		{ wholeBytes = wholeValueBytes, maxBytes = maximumValueBytes }: HeldLimits,
	) {
		this.#origin = origin;
		this.#wholeBytes = wholeBytes;
		this.#maxBytes = maxBytes;
	}

	/** Long texts that were cut. */
	get cuts(): number {
		return this.#cutter?.cuts ?? 0;
	}

	/** Takes the next bytes. They are not copied. */
	keep(piece: Uint8Array): void {
		this.length += piece.length;
		if (this.#isTooLong || piece.length === 0) {
			return;
		}
		if (this.length <= this.#wholeBytes) {
			this.#pieces.push(piece);
			return;
		}
		this.#cutter ??= this.#startCutting();
		this.#cutter.push(piece);
		if (this.#cutter.length > this.#maxBytes) {
			this.#isTooLong = true;
			this.#cutter = undefined;
		}
	}

	/** The bytes; undefined when they are too many even so. */
	take(): Uint8Array | undefined {
		const [only] = this.#pieces;
		if (this.#isTooLong) {
			return undefined;
		}
		return (
			this.#cutter?.take() ??
			(only !== undefined && this.#pieces.length === 1 ? only : Buffer.concat(this.#pieces))
		);
	}

	#startCutting(): LongTextCutter {
		const cutter = new LongTextCutter(this.#origin);
		this.#pieces.forEach((piece) => cutter.push(piece));
		this.#pieces = [];
		return cutter;
	}
}
