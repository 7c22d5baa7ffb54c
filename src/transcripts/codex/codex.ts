import * as v from 'valibot';
import { CodexSession } from './session.ts';
import { withoutMessages } from '../failures.ts';
import { readJsonLines } from '../jsonLines.ts';
import { objectsIn, parseJsonStart } from '../jsonPieces.ts';
import { ProblemList } from '../problems.ts';
import type { Transcript, TranscriptReader, TranscriptSource } from '../reader.ts';

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

const bareState = v.object({ record_type: v.literal('state') });

const bareItem = v.variant('type', [
	v.object({
		type: v.literal('message'),
		role: v.picklist(['user', 'assistant']),
		content: v.array(v.looseObject({ type: v.picklist(['input_text', 'output_text']) })),
	}),
	v.object({ type: v.literal('function_call'), call_id: v.string(), arguments: v.string() }),
]);

const codexLine = v.union([envelope, bareMeta, bareState, bareItem]);

/**
 * Codex's rollout files: one JSON object per line, the items of the model's history among records
 * for the user interface that repeat them.
 */
export const codex: TranscriptReader = {
	format: 'codex',
	label: 'Codex',
	detect(opening) {
		const lines = opening.split('\n').filter((line) => line.trimStart().startsWith('{'));
		const values = lines.flatMap((line) => objectsIn(line).objects);
		const cut = parseJsonStart(lines.at(-1) ?? '');
		return [...values, cut].some((value) => v.is(codexLine, value));
	},
	async read(source: TranscriptSource, signal?: AbortSignal): Promise<Transcript> {
		const problems = new ProblemList();
		const session = new CodexSession(problems);
		for await (const { line, value } of readJsonLines(source, problems, { signal })) {
			session.take(line, value);
		}
		const transcript = session.transcript();
		if (transcript.conversations.every(({ messages }) => messages.length === 0)) {
			throw withoutMessages(source, 'a Codex session', transcript.problems);
		}
		return transcript;
	},
};
