import * as v from 'valibot';
import { optionalText, shaped } from '../../building/shapes.ts';

/** The events of OpenHands since version 1, as its SDK writes them: one for each message, call and result. */

const blocks = v.fallback(v.array(v.unknown()), []);

/** An exit code; -1 where the command goes on. */
const code = v.fallback(v.nullish(v.pipe(v.number(), v.integer())), undefined);

const base = {
	id: v.string(),
	/** The event it follows; absent: the one before. */
	parent_id: optionalText,
	timestamp: optionalText,
};

const result = { ...base, tool_name: optionalText, tool_call_id: v.string() };

const event = v.variant('kind', [
	v.object({
		...base,
		kind: v.literal('SystemPromptEvent'),
		system_prompt: v.object({ text: v.string() }),
		dynamic_context: v.fallback(v.nullish(v.object({ text: v.string() })), undefined),
	}),
	v.object({
		...base,
		kind: v.literal('MessageEvent'),
		/** `user`, `agent`, or who else told something: `environment`, `hook`. */
		source: v.string(),
		llm_message: v.object({ content: blocks }),
		/** What the program added: skills, rules. */
		extended_content: blocks,
	}),
	v.object({
		...base,
		kind: v.literal('ActionEvent'),
		thought: blocks,
		tool_call: v.object({
			id: v.string(),
			name: v.string(),
			arguments: v.fallback(v.string(), ''),
		}),
	}),
	v.object({
		...result,
		kind: v.literal('ObservationEvent'),
		observation: v.object({
			content: v.fallback(v.union([v.string(), blocks]), []),
			is_error: v.fallback(v.boolean(), false),
			exit_code: code,
			metadata: v.fallback(v.nullish(v.object({ exit_code: code })), undefined),
		}),
		extended_content: blocks,
	}),
	v.object({
		...result,
		kind: v.literal('UserRejectObservation'),
		rejection_reason: v.fallback(v.string(), ''),
	}),
	v.object({ ...result, kind: v.literal('AgentErrorEvent'), error: v.fallback(v.string(), '') }),
	v.object({
		...base,
		kind: v.literal('Condensation'),
		forgotten_event_ids: v.fallback(v.array(v.string()), []),
		summary: optionalText,
	}),
]);

/** An event of a conversation. */
export type SdkEvent = v.InferOutput<typeof event>;

/** An event, or `undefined` when it is of no known kind or cannot be read. */
export const sdkEvent = shaped(event);

const anyEvent = v.object({ ...base, kind: v.string() });

/** What every event says of itself. */
export const placedEvent = shaped(anyEvent);

/** What the program notes for itself: states, pauses, requests, errors that no model is told. */
const notes: ReadonlySet<string> = new Set(
	(
		'CondensationRequest ConversationStateUpdateEvent ConversationErrorEvent PauseEvent InterruptEvent ' +
		'TokenEvent LLMCompletionLogEvent StreamingDeltaEvent HookExecutionEvent'
	).split(' '),
);

/** Whether events of a kind are no part of what is said. */
export function isNote(kind: string): boolean {
	return notes.has(kind);
}
