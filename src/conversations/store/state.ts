import * as v from 'valibot';
import {
	sizeAfterAppend,
	sizeAfterReport,
	type ContextSize,
} from '../../compaction/contextSize.ts';
import { freshGuard } from '../../compaction/policy.ts';
import type { RecallExchange } from '../../compaction/recallExchange.ts';
import type { ToolCall } from '../../messages/message.ts';
import { cooldownsSchema } from '../../models/cooldown.ts';
import { redact } from '../../redaction/redact.ts';
import { sectionTitles } from '../../summary/sections.ts';
import type { KeptItem } from '../../summary/userEdits.ts';

const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

function listOf<Item>(item: v.GenericSchema<unknown, Item>) {
	return v.exactOptional(v.pipe(v.array(item), v.readonly()));
}

/** Look-ups of one reply, which its client knows nothing of. */
export interface StoredRecall extends RecallExchange {
	/** What they add to the context. */
	readonly tokens: number;
}

/** A call that an assistant asked for, where it comes from outside. */
export const toolCallSchema = v.strictObject({
	id: v.string(),
	name: v.string(),
	arguments: v.string(),
}) satisfies v.GenericSchema<unknown, ToolCall>;

const recallSchema: v.GenericSchema<unknown, StoredRecall> = v.object({
	after: countSchema,
	rounds: v.array(
		v.object({
			text: v.string(),
			calls: v.array(
				v.object({
					call: toolCallSchema,
					result: v.string(),
					isError: v.exactOptional(v.boolean()),
					behind: countSchema,
				}),
			),
		}),
	),
	isMixed: v.boolean(),
	tokens: countSchema,
});

/** Earlier versions did not redact it. */
const focusSchema = v.pipe(v.string(), v.transform(redact));

const keptItemSchema: v.GenericSchema<unknown, KeptItem> = v.strictObject({
	section: v.picklist(sectionTitles),
	item: v.strictObject({
		text: v.string(),
		sources: v.array(v.pipe(v.number(), v.integer())),
		kept: v.exactOptional(v.picklist(['pinned', 'edited'])),
		doubt: v.exactOptional(v.picklist(['unsaid', 'unfound'])),
		place: v.exactOptional(v.picklist(['below', 'above', 'within', 'earlier'])),
	}),
});

/** {@link ConversationState} as it is stored. */
const stateSchema = v.object({
	cooldowns: cooldownsSchema,
	guard: v.object({ unhelpful: countSchema, restsUntil: v.exactOptional(countSchema) }),
	/** Automatic compaction rests. */
	paused: v.boolean(),
	/** After an undo it rests until the context has grown to this many tokens. */
	restsUntil: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
	/** After an undo to the log as it is: what the next summary keeps and leaves out, see `ItemWishes`. */
	kept: listOf(keptItemSchema),
	removed: listOf(v.string()),
	/** A compaction that was running when this was last written; found after a crash. */
	interruptedJob: v.exactOptional(
		v.object({ trigger: v.string(), focus: v.exactOptional(focusSchema) }),
	),
	/** Of the model that answers in it, where a client told, and what its requests carry. Tokens. */
	window: v.exactOptional(
		v.object({
			tokens: v.pipe(v.number(), v.integer(), v.minValue(1)),
			reservedReply: countSchema,
			/** Where the person set one for this model: a share of the window, or tokens. */
			threshold: v.exactOptional(v.pipe(v.number(), v.finite(), v.gtValue(0))),
			/** As of the latest request; absent: nothing is known of one. */
			overhead: v.exactOptional(
				v.object({ instructions: countSchema, tools: countSchema, offered: countSchema }),
			),
			/** It offered the recall tool. */
			recall: v.exactOptional(v.boolean()),
		}),
	),
	/** Of a saved session: how large its assistant recorded the context last. */
	usage: v.exactOptional(
		v.object({
			/** Tokens. */
			used: countSchema,
			/** Of its model, tokens; absent: the session does not say. */
			window: v.exactOptional(countSchema),
			/** Messages that were counted. */
			at: countSchema,
			/** Of these, what the first request carried besides the messages: tools and instructions. */
			fixed: v.exactOptional(countSchema),
			/** The record whose context that was; absent: the log's. */
			record: v.exactOptional(countSchema),
		}),
	),
	/** Conversations it is a fork of, oldest first: their handles in its handoff lead here. */
	origins: listOf(v.string()),
	/** What its client calls it, the same as long as it goes on: a key beside the chain of hashes. */
	clientName: v.exactOptional(v.string()),
	/** A sub-agent leads it, for one call of the conversation that its client calls the same. */
	subAgent: v.exactOptional(v.boolean()),
	/** The person's request, where its client has put a summary in place of it, in the middle of a turn. */
	asked: v.exactOptional(v.string()),
	/** What its model looked up within replies, as far as no summary stands for it; in order. */
	recalls: listOf(recallSchema),
	/** Look-ups within replies so far, each another request of the model. */
	lookUps: v.exactOptional(countSchema),
});

/** What has to survive a reload beside log and records. */
export type ConversationState = Readonly<v.InferOutput<typeof stateSchema>>;

/**
 * The size of a context by what was recorded of it; undefined where that was another context's.
 * @param active The record whose context it is.
 * @param counts Our own counts of the messages from one on.
 */
export function recordedSize(
	{ usage }: ConversationState,
	active: number | undefined,
	counts: (start: number) => readonly number[],
): ContextSize | undefined {
	return usage === undefined || usage.record !== active
		? undefined
		: counts(usage.at).reduce(sizeAfterAppend, sizeAfterReport(usage.used));
}

/** What a conversation begins with. */
export const freshState: ConversationState = { cooldowns: {}, guard: freshGuard, paused: false };

/** Conversations a fork remembers coming from. */
const rememberedOrigins = 50;

/**
 * What a fork takes over from the conversation it goes on in place of.
 * @param messages That it shares with it.
 */
export function stateOfFork(
	origin: string,
	state: ConversationState,
	messages: number,
): ConversationState {
	const { paused, restsUntil, guard, window, asked, subAgent, origins = [] } = state;
	const recalls = state.recalls?.filter(({ after }) => after < messages) ?? [];
	return {
		...freshState,
		paused,
		guard,
		...(restsUntil === undefined ? {} : { restsUntil }),
		...(window === undefined ? {} : { window }),
		...(asked === undefined ? {} : { asked }),
		...(subAgent === undefined ? {} : { subAgent }),
		...(recalls.length === 0 ? {} : { recalls }),
		origins: [...origins, origin].slice(-rememberedOrigins),
	};
}

/** A stored state; a fresh one in place of what cannot be understood. */
export function readState(text: string): ConversationState {
	try {
		const result = v.safeParse(stateSchema, JSON.parse(text));
		return result.success ? result.output : freshState;
	} catch {
		return freshState;
	}
}
