import * as v from 'valibot';
import { shaped } from '../../building/shapes.ts';
import { savedMessage, type SavedMessage } from '../openAiChat/records.ts';

const extras = v.object({
	/** Ids of the calls that a message of the role `tool` answers. */
	tool_call_ids: v.fallback(v.nullish(v.array(v.string())), undefined),
	is_demo: v.fallback(v.nullish(v.boolean()), undefined),
	/** What the assistant said beside its command. */
	thought: v.fallback(v.nullish(v.string()), undefined),
	/** The command it gave. */
	action: v.fallback(v.nullish(v.string()), undefined),
});

/** An entry of the history: a chat message, and what SWE-agent adds to it. */
export interface HistoryEntry {
	readonly message: SavedMessage;
	readonly isDemo: boolean;
	/** The command of an older run, which calls no tools. */
	readonly command?: { readonly thought: string; readonly text: string };
}

/** The entry of the history, or `undefined` when it is none. */
export function historyEntry(value: unknown): HistoryEntry | undefined {
	const saved = savedMessage(value);
	const parsed = v.safeParse(extras, value);
	if (saved === undefined || !parsed.success) {
		return undefined;
	}
	const { tool_call_ids: ids, is_demo: isDemo, thought, action } = parsed.output;
	const message = { ...saved, tool_call_id: saved.tool_call_id ?? ids?.[0] };
	const callsTools = (saved.tool_calls ?? []).length > 0;
	const text = saved.role === 'assistant' && !callsTools ? (action?.trim() ?? '') : '';
	const content = typeof saved.content === 'string' ? saved.content : '';
	return {
		message,
		isDemo: isDemo === true,
		...(text === '' ? {} : { command: { thought: (thought ?? content).trim(), text } }),
	};
}

const step = v.object({ action: v.string(), observation: v.string() });

/** A step of the trajectory: a command, and what came of it. */
export type Step = v.InferOutput<typeof step>;

/** The step, or `undefined` when a value is none. */
export const savedStep = shaped(step);
