import * as v from 'valibot';
import { fieldsOf, hasFields } from '../../../messages/json.ts';
import { anything, read } from '../../building/shapes.ts';
import { Session, sessionReader } from '../../building/sessionReader.ts';
import { elementsOf, type PlacedRecord } from '../../bytes/records.ts';
import type { Pace } from '../../bytes/steps.ts';
import type { FileHead, TranscriptReader } from '../../reader.ts';
import { ChatSession } from './session.ts';

const place = v.array(v.union([v.string(), v.number()]));

/** An operation on the state: 0 replaces all of it, 1 sets a value, 2 cuts a list and appends to it, 3 deletes. */
const operation = v.variant('kind', [
	v.object({ kind: v.literal(0), v: v.looseObject({}) }),
	v.object({ kind: v.literal(1), k: place, v: anything }),
	v.object({
		kind: v.literal(2),
		k: place,
		v: v.nullish(v.array(v.unknown()), []),
		i: v.nullish(v.number()),
	}),
	v.object({ kind: v.literal(3), k: place }),
]);

/** Whether a value may have this property: in a list, an existing index or the next one. */
function mayHave(container: unknown, key: string | number | undefined): container is object {
	return Array.isArray(container)
		? Number.isInteger(key) && Number(key) >= 0 && Number(key) <= container.length
		: hasFields(container) && key !== undefined;
}

function memberOf(container: unknown, key: string | number): unknown {
	return mayHave(container, key)
		? Object.getOwnPropertyDescriptor(container, key)?.value
		: undefined;
}

/** The state that results from VS Code's log of operations. */
export class OperationLog {
	#state: unknown;

	get state(): unknown {
		return this.#state;
	}

	/** Applies an operation. @returns Whether it is valid and its position exists. */
	apply(value: unknown): boolean {
		const done = read(operation, value);
		if (done?.kind === 0) {
			this.#state = done.v;
			return true;
		}
		const key = done?.k.at(-1);
		const container = done?.k.slice(0, -1).reduce(memberOf, this.#state);
		if (done === undefined || key === undefined || !mayHave(container, key)) {
			return false;
		}
		let member = done.kind === 1 ? done.v : undefined;
		if (done.kind === 2) {
			const list = memberOf(container, key) ?? [];
			if (!Array.isArray(list) || !mayHave(list, done.i ?? 0)) {
				return false;
			}
			list.length = done.i ?? list.length;
			done.v.forEach((each) => list.push(each));
			member = list;
		}
		// Assigning to `__proto__` would not create a property.
		const attributes = { writable: true, enumerable: true, configurable: true };
		Object.defineProperty(container, key, { value: member, ...attributes });
		return true;
	}
}

const session = v.union([
	v.object({ responderUsername: v.unknown() }),
	v.object({ creationDate: v.unknown(), version: v.unknown() }),
	v.object({ requests: v.unknown(), initialLocation: v.unknown() }),
]);

/** A line of a log: the whole session, or a change. */
const logLine = v.union([
	v.object({ kind: v.literal(0), v: session }),
	v.object({ kind: v.pipe(v.number(), v.notValue(0)), k: v.array(v.unknown()) }),
]);

/** Whether a file is a log of operations, even if its first lines are damaged. */
function isLog({ lines }: FileHead): boolean {
	return lines.some((value) => v.is(logLine, value));
}

/** The requests that were sent, and those that were still waiting. */
const listKeys = ['requests', 'pendingRequests'];

/** Collects a session from a log of its changes. */
class LoggedSession extends Session {
	readonly #operations = new OperationLog();

	take(value: unknown, { line }: PlacedRecord): void {
		if (!this.#operations.apply(value)) {
			const what = 'This operation cannot be applied to the session; it was left out.';
			this.log.problems.add(line, what);
		}
	}

	override async end(pace: Pace): Promise<void> {
		const { state } = this.#operations;
		const chat = new ChatSession(this.log, fieldsOf(state));
		for (const [index, value] of elementsOf(state, listKeys).entries()) {
			await pace();
			chat.take(value, { position: index + 1 });
		}
		chat.end();
	}
}

/**
 * VS Code's chat sessions: documents and logs of operations that VS Code stores, and the output of "Chat: Export Chat".
 * Their metadata have Copilot's record of the output of the model and the tools; of other agents, sessions have only the
 * displayed text.
 *
 * Stored: `chatSessions/` in a workspace's storage of VS Code, and of empty windows in its global one. Seen: 3 of the
 * format, and exports.
 */
export const vscodeChat: TranscriptReader = sessionReader({
	format: 'vscode-chat',
	label: 'VS Code chat',
	listKeys,
	isDocument: (opening) => !isLog(opening),
	shape: v.unknown(),
	detect: (opening) => isLog(opening) || v.is(session, opening.document),
	begin: (log, { isDocument, fields }) =>
		isDocument ? new ChatSession(log, fields) : new LoggedSession(log),
});
