import { createHash } from 'node:crypto';

/** How a secret appears wherever it is printed, serialised or joined into a text. */
const hidden = '[REDACTED]';

/** A credential that can be used and compared, and that no log, error or message shows by accident. */
export class Secret {
	readonly #value: string;

	/** Tells two secrets apart without giving either away: SHA-256, hexadecimal. */
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

	/** What `console.log` and `util.inspect` print. */
	[Symbol.for('nodejs.util.inspect.custom')](): string {
		return hidden;
	}
}
