import { hasFields, parsedJson } from '../../messages/json.ts';
import type { ToolCall } from '../../messages/message.ts';
import { isPresent, stringOf } from './json.ts';

/** A tool call as far as it is written. */
export interface ToolCallDraft {
	/** Empty where the server gave none, or none yet. */
	id: string;
	/** Empty until it is known. */
	name: string;
	/** JSON text, perhaps only its beginning. */
	arguments: string;
}

/** Reasons for a reply's end after which its last call may be half a call. */
const brokenOff = /length|max_?(?:output_?)?tokens|content_?filter|incomplete/i;

/**
 * The complete calls of a reply that has ended, each with an id of its own: some servers give none,
 * or the same to all.
 * @param finishReason Why the reply ended. Half a call is left out where that cut it off: it must not
 * be carried out.
 */
export function completeCalls(
	drafts: readonly ToolCallDraft[],
	finishReason: string | undefined,
): readonly ToolCall[] {
	const cutOff = brokenOff.test(finishReason ?? '');
	const written = drafts.filter(
		(draft) => draft.name !== '' && (!cutOff || isJsonObject(draft.arguments)),
	);
	const given = new Set(written.map(({ id }) => id));
	const taken = new Set<string>();
	return written.map(({ id, name, arguments: text }) => {
		const own = id === '' || taken.has(id) ? freeId(given, taken) : id;
		taken.add(own);
		return { id: own, name, arguments: text.trim() === '' ? '{}' : text };
	});
}

function freeId(given: ReadonlySet<string>, taken: ReadonlySet<string>): string {
	for (let number = 1; ; number += 1) {
		const id = `call_${number}`;
		if (!given.has(id) && !taken.has(id)) {
			return id;
		}
	}
}

/** Arguments as text: some servers send the object itself. */
export function argumentsText(value: unknown): string {
	return typeof value === 'object' && isPresent(value) ? JSON.stringify(value) : stringOf(value);
}

/** Whether a text is a JSON object, as the arguments of every call have to be. */
export function isJsonObject(text: string): boolean {
	return hasFields(parsedJson(text));
}
