import * as v from 'valibot';

/** Why an operation could not be done; a sentence, or nothing when it was. */
export type Refusal = string | undefined;

const place = v.array(v.union([v.string(), v.number()]));

const operation = v.variant('kind', [
	v.object({ kind: v.literal(0), v: v.unknown() }),
	v.object({ kind: v.literal(1), k: place, v: v.optional(v.unknown()) }),
	v.object({
		kind: v.literal(2),
		k: place,
		v: v.nullish(v.array(v.unknown()), []),
		i: v.nullish(v.number()),
	}),
	v.object({ kind: v.literal(3), k: place }),
]);

type Operation = v.InferOutput<typeof operation>;
type Key = string | number;

/** Something that has members: only its own count, whatever they are called. */
type Container = unknown[] | Record<string, unknown>;

function isContainer(value: unknown): value is Container {
	return typeof value === 'object' && value !== null;
}

/** Whether a list has this place, or would have it with one more member. */
function isIndex(list: readonly unknown[], key: Key): key is number {
	return typeof key === 'number' && Number.isInteger(key) && key >= 0 && key <= list.length;
}

function memberOf(container: Container, key: Key): unknown {
	if (Array.isArray(container)) {
		return isIndex(container, key) ? container[key] : undefined;
	}
	return Object.hasOwn(container, key) ? container[String(key)] : undefined;
}

const nowhere = 'it names a place that does not exist';

function put(container: Container, key: Key, value: unknown): Refusal {
	if (Array.isArray(container)) {
		if (!isIndex(container, key)) {
			return nowhere;
		}
		container[key] = value;
		return undefined;
	}
	// An assignment to `__proto__` would not make a member.
	const attributes = { writable: true, enumerable: true, configurable: true };
	Object.defineProperty(container, key, { value, ...attributes });
	return undefined;
}

/**
 * The state that VS Code's log of operations describes: the whole state first, then what changed
 * in it.
 */
export class OperationLog {
	#state: Container | undefined;

	/** The state after all operations so far; undefined before there was one. */
	get state(): unknown {
		return this.#state;
	}

	/** Does the next operation. */
	apply(value: unknown): Refusal {
		const parsed = v.safeParse(operation, value);
		return parsed.success ? this.#apply(parsed.output) : 'it is no operation that is known';
	}

	#apply(done: Operation): Refusal {
		if (done.kind === 0) {
			if (!isContainer(done.v)) {
				return 'it holds no session';
			}
			this.#state = done.v;
			return undefined;
		}
		if (this.#state === undefined) {
			return 'it comes before the session it changes';
		}
		const key = done.k.at(-1);
		const container = this.#containerAt(done.k.slice(0, -1));
		if (key === undefined || container === undefined) {
			return nowhere;
		}
		switch (done.kind) {
			case 1:
				return put(container, key, done.v);
			case 2:
				return splice(container, key, done.v ?? [], done.i ?? undefined);
			case 3:
				return put(container, key, undefined);
		}
	}

	#containerAt(path: readonly Key[]): Container | undefined {
		let value: unknown = this.#state;
		for (const key of path) {
			value = isContainer(value) ? memberOf(value, key) : undefined;
		}
		return isContainer(value) ? value : undefined;
	}
}

/** Cuts a list to `length`, where that is given, and appends to it. */
function splice(
	container: Container,
	key: Key,
	added: readonly unknown[],
	length: number | undefined,
): Refusal {
	const list = memberOf(container, key) ?? [];
	if (!Array.isArray(list)) {
		return 'it appends to something that is no list';
	}
	if (length !== undefined && !isIndex(list, length)) {
		return 'it cuts a list where the list has no such place';
	}
	list.length = length ?? list.length;
	for (const value of added) {
		list.push(value);
	}
	return put(container, key, list);
}
