import * as v from 'valibot';
import { hasFields } from '../../../messages/json.ts';
import { optionalNumber, optionalText } from '../../building/shapes.ts';
import { savedMessage, type SavedMessage } from '../openAiChat/records.ts';

/** The events of OpenHands before version 1: actions, and the observations they led to. */

const callMetadata = v.object({
	function_name: v.string(),
	tool_call_id: v.string(),
	/** The model's whole reply, the same with all the actions it asked for. */
	model_response: v.fallback(
		v.nullish(v.object({ id: optionalText, choices: v.array(v.object({ message: v.unknown() })) })),
		undefined,
	),
});

const event = v.object({
	id: optionalNumber,
	source: optionalText,
	action: optionalText,
	observation: optionalText,
	/** Of an observation: the id of the action it came of. */
	cause: optionalNumber,
	content: v.optional(v.unknown()),
	args: v.optional(v.unknown()),
	extras: v.optional(v.unknown()),
	success: v.optional(v.unknown()),
	tool_call_metadata: v.fallback(v.nullish(callMetadata), undefined),
});

/** What an action or observation holds beside its envelope, by name. */
export type Fields = ReadonlyMap<string, unknown>;

/** How the model asked for an action. */
interface AskedCall {
	readonly name: string;
	readonly callId: string;
	/** The message it asked in, and an id of the reply that message is in. */
	readonly reply?: { readonly id: string; readonly message: SavedMessage };
}

interface EventBase {
	/** Counts up in a stream; absent in the oldest files. */
	readonly id: number | undefined;
	readonly fields: Fields;
}

/** Something the agent, a person or the program wants done. */
export interface ActionEvent extends EventBase {
	readonly kind: 'action';
	readonly name: string;
	/** `agent`, `user` or `environment`; absent in the oldest files. */
	readonly source: string | undefined;
	readonly asked: AskedCall | undefined;
}

/** What came of an action, or was noticed. */
export interface ObservationEvent extends EventBase {
	readonly kind: 'observation';
	readonly name: string;
	readonly content: string;
	readonly cause: number | undefined;
	readonly failed: boolean;
}

/** An entry of a history: what was done, or what came of it. */
export type HistoryEvent = ActionEvent | ObservationEvent;

function fieldsOf(value: unknown): Fields {
	return new Map(hasFields(value) ? Object.entries(value) : []);
}

function askedCall(saved: v.InferOutput<typeof callMetadata>): AskedCall {
	const response = saved.model_response;
	const message = savedMessage(response?.choices[0]?.message);
	return {
		name: saved.function_name,
		callId: saved.tool_call_id,
		...(message === undefined ? {} : { reply: { id: response?.id ?? '', message } }),
	};
}

/** What was observed, in the frame that tells the model how a command ended. */
function outputOf(content: unknown, extras: Fields): string {
	const text = typeof content === 'string' ? content : JSON.stringify(content ?? '');
	const frame = fieldsOf(extras.get('metadata'));
	return textField(frame, 'prefix') + text + textField(frame, 'suffix');
}

/** The event, or `undefined` when it is none. */
export function historyEvent(value: unknown): HistoryEvent | undefined {
	const parsed = v.safeParse(event, value);
	if (!parsed.success) {
		return undefined;
	}
	const { id: savedId, action, observation, source, args, extras } = parsed.output;
	const id = savedId ?? undefined;
	if (typeof action === 'string' && typeof observation !== 'string') {
		const { tool_call_metadata: metadata } = parsed.output;
		return {
			kind: 'action',
			name: action,
			id,
			source: source ?? undefined,
			// The oldest files have no `args`: all stands beside the name.
			fields: fieldsOf(hasFields(args) ? args : value),
			asked: metadata ? askedCall(metadata) : undefined,
		};
	}
	if (typeof observation !== 'string' || typeof action === 'string') {
		return undefined;
	}
	const { content, cause, success } = parsed.output;
	return {
		kind: 'observation',
		name: observation,
		id,
		content: outputOf(content, fieldsOf(extras)),
		cause: cause ?? undefined,
		failed: observation === 'error' || success === false,
		fields: fieldsOf(extras),
	};
}

/** A field that is text; empty when it is not. */
export function textField(fields: Fields, key: string): string {
	const value = fields.get(key);
	return typeof value === 'string' ? value : '';
}
