/** What the readers take from Node, where a plugin has JavaScript and nothing else. */

class Bytes extends Uint8Array {
	override toString(): string {
		return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this);
	}
}

/** As far as readers of lines use it. */
export const Buffer = {
	from(source: ArrayBuffer, offset: number, length: number): Uint8Array {
		return new Bytes(source, offset, length);
	},
	concat(pieces: readonly Uint8Array[]): Uint8Array {
		const joined = new Bytes(pieces.reduce((sum, { length }) => sum + length, 0));
		let at = 0;
		for (const piece of pieces) {
			joined.set(piece, at);
			at += piece.length;
		}
		return joined;
	},
};

/** Whether bytes are UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}

/** Lets others have a turn. */
export function setImmediate(work: () => void): void {
	setTimeout(work, 0);
}
