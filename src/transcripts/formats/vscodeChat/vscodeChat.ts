import * as v from 'valibot';
import { read } from '../../building/shapes.ts';
import { Session, sessionReader } from '../../building/sessionReader.ts';
import { elementsOf, fieldsOf, type PlacedRecord } from '../../bytes/records.ts';
import type { Opening } from '../../openings.ts';
import type { TranscriptReader } from '../../reader.ts';
import { ChatSession } from './session.ts';

/** Why an operation could not be done; a sentence, or nothing when it was. */
type Refusal = string | undefined;

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
	if (!Array.isArray(container)) {
		// An assignment to `__proto__` would not make a member.
		const attributes = { writable: true, enumerable: true, configurable: true };
		Object.defineProperty(container, key, { value, ...attributes });
	} else if (isIndex(container, key)) {
		container[key] = value;
	} else {
		return nowhere;
	}
	return undefined;
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
	added.forEach((value) => list.push(value));
	return put(container, key, list);
}

/** The state that VS Code's log of operations describes: the whole state first, then what changed in it. */
export class OperationLog {
	#state: Container | undefined;

	/** The state after all operations so far; undefined before there was one. */
	get state(): unknown {
		return this.#state;
	}

	/** Does the next operation. */
	apply(value: unknown): Refusal {
		const done = read(operation, value);
		if (done === undefined) {
			return 'it is no operation that is known';
		}
		if (done.kind === 0) {
			this.#state = isContainer(done.v) ? done.v : this.#state;
			return isContainer(done.v) ? undefined : 'it holds no session';
		}
		if (this.#state === undefined) {
			return 'it comes before the session it changes';
		}
		const key = done.k.at(-1);
		let container: unknown = this.#state;
		for (const step of done.k.slice(0, -1)) {
			container = isContainer(container) ? memberOf(container, step) : undefined;
		}
		if (key === undefined || !isContainer(container)) {
			return nowhere;
		}
		return done.kind === 2
			? splice(container, key, done.v ?? [], done.i ?? undefined)
			: put(container, key, done.kind === 1 ? done.v : undefined);
	}
}

const session = v.union([
	v.object({ responderUsername: v.unknown() }),
	v.object({ creationDate: v.unknown(), version: v.unknown() }),
	v.object({ requests: v.unknown(), initialLocation: v.unknown() }),
]);

/** A line of a log: the whole session, or a change at some place of it. */
const logLine = v.union([
	v.object({ kind: v.literal(0), v: session }),
	v.object({ kind: v.pipe(v.number(), v.notValue(0)), k: v.array(v.unknown()) }),
]);

/** Whether a text is the start of a log, even if its first lines are damaged. */
function isLog({ lines }: Opening): boolean {
	return lines.some((value) => v.is(logLine, value));
}

/** Requests that were sent, and those that were still waiting. */
const listKeys = ['requests', 'pendingRequests'];

/** Collects a session of which a log tells how it came about. */
class LoggedSession extends Session {
	readonly #operations = new OperationLog();

	take(value: unknown, { line }: PlacedRecord): void {
		const refusal = this.#operations.apply(value);
		if (refusal !== undefined) {
			this.log.problems.add(line, `This operation was left out: ${refusal}.`);
		}
	}

	override end(): void {
		const chat = new ChatSession(this.log);
		const { state } = this.#operations;
		for (const [index, value] of elementsOf(state, listKeys).entries()) {
			chat.take(value, { position: index + 1 });
		}
		chat.end(fieldsOf(state));
	}
}

/**
 * VS Code's chat sessions: documents and logs of operations it stores itself, and what "Chat:
 * Export Chat" saves. Copilot's own record of what model and tools said is in their metadata; of
 * other agents only the text that was shown.
 *
 * Stored: `chatSessions/` in a workspace's storage of VS Code, and of empty windows in its global
 * one. Seen: 3 of the format, and exports.
 */
export const vscodeChat: TranscriptReader = sessionReader({
	format: 'vscode-chat',
	label: 'VS Code chat',
	holds: 'a VS Code chat session',
	listKeys,
	isDocument: (opening) => !isLog(opening),
	shape: v.unknown(),
	detect: (opening) => isLog(opening) || v.is(session, opening.document),
	begin: (log, { isDocument }) => (isDocument ? new ChatSession(log) : new LoggedSession(log)),
});
