import { redacted } from '../../redaction/values.ts';

/**
 * Takes a key out of what a server says: as it is, encoded, and in pieces, however they are joined. Servers
 * and proxies send back what they were sent, and the person may show it to others.
 */

/** So many letters and digits of a key in a row give it away. */
const tellingPiece = 8;

/** Shorter keys are in every other word. */
const shortestKey = 4;

/** The words without the key. Linear in their length. */
export function withoutKey(words: string, key: string): string {
	if (key.length < shortestKey) {
		return words;
	}
	const whole = words.replaceAll(key, redacted);
	const pieces = new Set(formsOf(key).flatMap(piecesOf));
	const { text, places } = alphanumeric(whole);
	let result = '';
	let copied = 0;
	for (let at = 0; at + tellingPiece <= text.length; at += 1) {
		if (!pieces.has(text.slice(at, at + tellingPiece))) {
			continue;
		}
		let end = at + tellingPiece;
		while (end < text.length && pieces.has(text.slice(end + 1 - tellingPiece, end + 1))) {
			end += 1;
		}
		result += whole.slice(copied, places[at]) + redacted;
		copied = (places[end - 1] ?? whole.length) + 1;
		at = end - 1;
	}
	return result + whole.slice(copied);
}

/** Base64 differs with what stands before the key: each of the three ways its bytes can fall. */
function formsOf(key: string): readonly string[] {
	const base64 = [0, 1, 2].map((before) =>
		Buffer.from(' '.repeat(before) + key)
			.toString('base64')
			.replaceAll('=', '')
			.slice(before === 0 ? 0 : before + 1, -1),
	);
	return [key, Buffer.from(key).toString('hex'), ...base64];
}

function piecesOf(form: string): readonly string[] {
	const { text } = alphanumeric(form);
	return Array.from({ length: Math.max(0, text.length - tellingPiece + 1) }, (_, at) =>
		text.slice(at, at + tellingPiece),
	);
}

/** The letters and digits of a text, and where each of them stands. */
function alphanumeric(text: string): { readonly text: string; readonly places: readonly number[] } {
	const places = [...text.matchAll(/[A-Za-z0-9]/g)].map(({ index }) => index);
	return { text: places.map((place) => text.charAt(place)).join(''), places };
}
