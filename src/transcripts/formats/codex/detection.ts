import * as v from 'valibot';
import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import { objectsOfLines } from '../../openings.ts';

/** Records that Codex alone writes around what they hold. */
const envelope = v.object({
	type: v.picklist(['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted']),
	payload: v.looseObject({}),
});

/** The first line of a session from before there were envelopes. */
const bareMeta = v.object({
	id: v.string(),
	timestamp: v.string(),
	instructions: v.nullable(v.string()),
	type: v.optional(v.undefined()),
});

const bareItem = v.variant('type', [
	v.object({
		type: v.literal('message'),
		role: v.picklist(['user', 'assistant']),
		content: v.array(v.looseObject({ type: v.picklist(['input_text', 'output_text']) })),
	}),
	v.object({ type: v.literal('function_call'), call_id: v.string(), arguments: v.string() }),
]);

const codexLine = v.union([envelope, bareMeta, bareItem]);

/** Key under which the first versions, which wrote documents, hold the items. */
export const listKey = 'items';

const documentStart = v.object({
	session: v.object({ id: v.string(), timestamp: v.string() }),
	[listKey]: v.array(v.unknown()),
});

/** Whether a file that starts like this is one document, and not a list of lines. */
export function isDocument(opening: string): boolean {
	return (
		opening.slice(0, 1_000).includes('"session"') &&
		v.is(documentStart, parseJsonStart(opening.trimStart()))
	);
}

/** Whether a file that starts like this is a Codex session. */
export function isCodexOpening(opening: string): boolean {
	return objectsOfLines(opening).some((value) => v.is(codexLine, value)) || isDocument(opening);
}
