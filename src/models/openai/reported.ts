import { fieldsOf, parsedJson } from '../../messages/json.ts';
import { elementsOf, stringOf } from './json.ts';

/** What a provider says went wrong, whatever shape it says it in. */
export interface ReportedError {
	/** HTTP status; of the body where the error came inside a reply. */
	readonly status?: number;
	/** Codes and types, lower case, separated by spaces: `insufficient_quota invalid_request_error`. */
	readonly codes: string;
	/** The provider's words; empty where there are none. */
	readonly words: string;
}

/** How deep an error may be wrapped in others. */
const deepest = 4;

/**
 * Reads an error's body.
 * @param body Parsed JSON, or text where it was none: OpenAI's `{error: {message, type, code}}`,
 * FastAPI's `{detail: …}`, Gemini's array, LM Studio's bare text, OpenRouter's error within an error.
 * @param status HTTP status of the reply, where the reply itself was the error.
 */
export function reportedError(body: unknown, status?: number): ReportedError {
	const found: Found = { codes: [], words: [], status: undefined };
	collect(body, found, 0);
	const decided = status ?? found.status;
	return {
		...(decided === undefined ? {} : { status: decided }),
		codes: found.codes.join(' ').toLowerCase(),
		words: [...new Set(found.words)].join(' – ').trim(),
	};
}

interface Found {
	readonly codes: string[];
	readonly words: string[];
	status: number | undefined;
}

function collect(value: unknown, into: Found, depth: number): void {
	if (typeof value === 'string') {
		collectText(value, into, depth);
		return;
	}
	if (depth > deepest) {
		return;
	}
	if (Array.isArray(value)) {
		elementsOf(value).forEach((element) => collect(element, into, depth + 1));
		return;
	}
	const fields = fieldsOf(value);
	for (const name of ['code', 'type', 'status'] as const) {
		const code = fields[name];
		if (typeof code === 'number') {
			into.status ??= code >= 400 && code <= 599 ? code : undefined;
		} else if (/^[45]\d\d$/.test(stringOf(code))) {
			into.status ??= Number(code);
		} else if (stringOf(code) !== '') {
			into.codes.push(stringOf(code));
		}
	}
	for (const name of ['message', 'msg', 'detail', 'error', 'error_msg'] as const) {
		collect(fields[name], into, depth + 1);
	}
	// OpenRouter hands on what the model's own provider said.
	collect(fieldsOf(fields['metadata'])['raw'], into, depth + 1);
}

/** A text may be JSON again, or a page of a proxy, of which its title says enough. */
function collectText(text: string, into: Found, depth: number): void {
	const trimmed = text.trim();
	if (/^[[{]/.test(trimmed) && depth <= deepest) {
		const inner = parsedJson(trimmed);
		if (inner !== undefined) {
			collect(inner, into, depth + 1);
			return;
		}
	}
	const words = looksLikeHtml(trimmed) ? titleOf(trimmed) : trimmed;
	if (words !== '') {
		into.words.push(words.replace(/\s+/g, ' '));
	}
}

/** Whether a text is a web page. */
export function looksLikeHtml(text: string): boolean {
	return /^\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(text.slice(0, 500));
}

/** What a page is called; empty where it has no title. */
export function titleOf(html: string): string {
	return (/<title[^>]{0,100}>([^<]{1,200})</i.exec(html.slice(0, 20_000))?.[1] ?? '').trim();
}
