/** Replacements for the Node APIs that readers use, for plugins that have only plain JavaScript. */

class Bytes extends Uint8Array {
	override toString(encoding = 'utf8', start = 0, end = this.length): string {
		const part = this.subarray(start, end);
		return encoding === 'hex'
			? Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join('')
			: new TextDecoder('utf-8', { ignoreBOM: true }).decode(part);
	}
}

/** The part of Buffer that readers of lines use. */
export const Buffer = {
	from(source: ArrayBuffer, offset: number, length: number): Uint8Array {
		return new Bytes(source, offset, length);
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

/** Yields to other work. */
export function setImmediate(work: () => void): void {
	setTimeout(work, 0);
}

/** Compares values from JSON. */
export function isDeepStrictEqual(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

/** The name of a file. */
export function basename(file: string): string {
	return file.split(/[\\/]/).at(-1) ?? '';
}
