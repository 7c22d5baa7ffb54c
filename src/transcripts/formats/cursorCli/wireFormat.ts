/** Reads what protocol buffers write, protobuf.dev/programming-guides/encoding. */

/** How a field is encoded. */
const wire = { number: 0, eightBytes: 1, bytes: 2, fourBytes: 5 } as const;

/** Bytes of the longest number. */
const longestNumber = 10;

/** A number and where it ends; undefined where it does not end. */
function numberAt(
	bytes: Uint8Array,
	start: number,
): { readonly value: number; readonly end: number } | undefined {
	let value = 0;
	for (let index = start; index < Math.min(bytes.length, start + longestNumber); index += 1) {
		const byte = bytes[index] ?? 0;
		value += (byte & 0x7f) * 2 ** (7 * (index - start));
		if (byte < 0x80) {
			return { value, end: index + 1 };
		}
	}
	return undefined;
}

/** The values of a field that holds bytes, in order; those before the first thing that is not encoded so. */
export function bytesOfField(bytes: Uint8Array, field: number): readonly Uint8Array[] {
	const found: Uint8Array[] = [];
	let at = 0;
	while (at < bytes.length) {
		const tag = numberAt(bytes, at);
		const size = tag && sizeAt(bytes, tag.end, tag.value % 8);
		if (tag === undefined || size === undefined || size.end > bytes.length) {
			return found;
		}
		if (Math.floor(tag.value / 8) === field && tag.value % 8 === wire.bytes) {
			found.push(bytes.subarray(size.start, size.end));
		}
		at = size.end;
	}
	return found;
}

/** Where the value of a field stands; undefined where it is of no known encoding. */
function sizeAt(
	bytes: Uint8Array,
	at: number,
	encoding: number,
): { readonly start: number; readonly end: number } | undefined {
	switch (encoding) {
		case wire.number: {
			const number = numberAt(bytes, at);
			return number && { start: at, end: number.end };
		}
		case wire.eightBytes:
			return { start: at, end: at + 8 };
		case wire.fourBytes:
			return { start: at, end: at + 4 };
		case wire.bytes: {
			const length = numberAt(bytes, at);
			return length && { start: length.end, end: length.end + length.value };
		}
		default:
			return undefined;
	}
}
