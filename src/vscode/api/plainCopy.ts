import { ApiError } from './apiErrors.ts';

/** What one call may bring: messages have few values, and text is long. */
const most = {
	/** UTF-16 code units of all texts together: 32 MB. */
	characters: 16_000_000,
	/** Objects, lists and what they hold. */
	values: 300_000,
	/** Nothing the API takes is nested deeper: list, message, content, part, text. */
	depth: 6,
};

/**
 * A copy of what another extension gave, as plain data of our own. Everything is read exactly
 * once, so getters and proxies cannot say one thing when they are checked and another when they are
 * used. What is undefined is left out.
 * @throws {ApiError} `too-large`, or `invalid-input` for what is no data or cannot be read.
 */
export function plainCopy(value: unknown): unknown {
	try {
		return new Copying().copy(value, 0);
	} catch (error) {
		throw error instanceof ApiError ? error : notData('something that cannot be read', error);
	}
}

class Copying {
	#characters = 0;
	#values = 0;

	copy(value: unknown, depth: number): unknown {
		this.#values += 1;
		if (this.#values > most.values) {
			throw tooLarge('values', most.values);
		}
		switch (typeof value) {
			case 'string':
				this.#characters += value.length;
				if (this.#characters > most.characters) {
					throw tooLarge('characters', most.characters);
				}
				return value;
			case 'number':
			case 'boolean':
			case 'undefined':
				return value;
			case 'object':
				if (depth > most.depth) {
					throw notData('something nested too deep');
				}
				return value === null ? null : this.#copyObject(value, depth);
			default:
				throw notData(`a ${typeof value}`);
		}
	}

	#copyObject(value: object, depth: number): unknown {
		if (Array.isArray(value)) {
			return this.#copyList(value, depth);
		}
		const copy: Record<string, unknown> = {};
		for (const key of Object.keys(value)) {
			if (key === '__proto__') {
				throw notData('a prototype');
			}
			const property = this.copy((value as Readonly<Record<string, unknown>>)[key], depth + 1);
			if (property !== undefined) {
				copy[key] = property;
			}
		}
		return copy;
	}

	#copyList(list: readonly unknown[], depth: number): readonly unknown[] {
		// A proxy may say anything, and something else each time.
		const { length } = list;
		if (!Number.isSafeInteger(length) || length < 0) {
			throw notData('a list without a length');
		}
		if (length > most.values) {
			throw tooLarge('values', most.values);
		}
		const copy: unknown[] = [];
		for (let index = 0; index < length; index += 1) {
			copy.push(this.copy(list[index], depth + 1));
		}
		return copy;
	}
}

function tooLarge(unit: string, limit: number): ApiError {
	return new ApiError('too-large', `A call takes at most ${limit} ${unit}.`);
}

function notData(what: string, cause?: unknown): ApiError {
	return new ApiError(
		'invalid-input',
		`A call takes plain data, not ${what}.`,
		cause === undefined ? {} : { cause },
	);
}
