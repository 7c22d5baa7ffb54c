import { createHash } from 'node:crypto';

/** A secret's representation wherever it is printed, serialised or joined into a text. */
const hidden = '[REDACTED]';

/** A credential that can be used and compared, but that no log, error or message shows by accident. */
export class Secret {
	readonly #value: string;

	/** Distinguishes secrets without revealing them: SHA-256, hexadecimal. */
	readonly digest: string;

	constructor(value: string) {
		this.#value = value;
		this.digest = createHash('sha256').update(value).digest('hex');
	}

	/** The secret itself, for the request that needs it and nothing else. */
	reveal(): string {
		return this.#value;
	}

	toString(): string {
		return hidden;
	}

	toJSON(): string {
		return hidden;
	}

	/** The output of `console.log` and `util.inspect`. */
	[Symbol.for('nodejs.util.inspect.custom')](): string {
		return hidden;
	}
}

/** The problem of a text that the user or an environment variable gives as a provider's key. */
export type KeyProblem = 'blank' | 'spaces' | 'not-a-key' | 'characters';

/** An entered key, or its problem. Neither problem nor message contains the text. */
export type ParsedKey =
	| { readonly kind: 'valid'; readonly key: string }
	| { readonly kind: 'invalid'; readonly problem: KeyProblem };

/** Parses a pasted key. */
export function parseKey(text: string): ParsedKey {
	const key = text.trim();
	const problem = problemOf(key);
	return problem === undefined ? { kind: 'valid', key } : { kind: 'invalid', problem };
}

function problemOf(key: string): KeyProblem | undefined {
	if (key === '') {
		return 'blank';
	}
	// A header with a line break would be rejected, or become another header.
	if (/\s/.test(key)) {
		return 'spaces';
	}
	// A line of a .env file, a quoted text, an address.
	if (/^(?=[A-Z0-9]+_)[A-Z][A-Z0-9_]*=|^["'`]|^https?:/.test(key)) {
		return 'not-a-key';
	}
	return /^[\x21-\x7e]+$/.test(key) ? undefined : 'characters';
}

/** The problem of a key, as a sentence; its solution depends on where the key was entered. */
export function describeKeyProblem(problem: KeyProblem): string {
	return {
		blank: 'The key is empty.',
		spaces: 'A key has no spaces or line breaks: enter only the key.',
		'not-a-key': 'This is not a key: enter it without a name, quotes or an address.',
		characters: 'A key contains only letters, digits and punctuation. Copy it again.',
	}[problem];
}
