import type { Span } from './spans.ts';
import { isBasicCredentials, isPlaceholder, isRandom } from './values.ts';

const credential =
	/[ \t]{0,8}\\{0,7}["'`]?(?:(?<scheme>[A-Za-z][A-Za-z0-9-]{2,20})[ \t]{1,4})?(?<value>[^\s"'`\\,;<>${}()[\]]{1,8192})/y;

/** Schemes whose parameters prove knowledge of a secret without holding it. */
const signing = /^(?:digest|aws4-hmac-sha256|signature)$/;

/** `Authorization: scheme credential`, as a header line or a property. */
export function authorizationSpans(text: string, start: number): readonly Span[] {
	credential.lastIndex = start;
	const groups = credential.exec(text)?.groups;
	const value = groups?.['value'];
	const scheme = groups?.['scheme']?.toLowerCase();
	if (value === undefined || isPlaceholder(value) || !isCredential(value, scheme)) {
		return [];
	}
	const end = credential.lastIndex;
	return [{ start: end - value.length, end }];
}

function isCredential(value: string, scheme: string | undefined): boolean {
	if (scheme === undefined) {
		return value.length >= 12 && isRandom(value);
	}
	if (scheme === 'basic') {
		return isBasicCredentials(value) || isRandom(value);
	}
	const isLong = value.length >= 6 && (/\d/.test(value.slice(0, 256)) || value.length >= 20);
	return isLong && !/[=:]$/.test(value.slice(-1)) && !signing.test(scheme);
}

const pair = /[ \t]{0,4}\\{0,7}["']?[\w.$-]{1,64}=(?<value>[^\s;,"'\\]{1,512})/y;

/** The generated values in a `Cookie` or `Set-Cookie` header. */
export function cookieSpans(text: string, start: number): readonly Span[] {
	const spans: Span[] = [];
	let index = start;
	while (spans.length < 32) {
		pair.lastIndex = index;
		const value = pair.exec(text)?.groups?.['value'];
		if (value === undefined) {
			break;
		}
		const end = pair.lastIndex;
		if (value.length >= 12 && isRandom(value) && !isPlaceholder(value)) {
			spans.push({ start: end - value.length, end });
		} else if (end > start + 1_024) {
			break;
		}
		if (text[end] !== ';') {
			break;
		}
		index = end + 1;
	}
	return spans;
}
