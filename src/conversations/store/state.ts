import * as v from 'valibot';
import { sizeAfterAppend, type ContextSize } from '../../compaction/contextSize.ts';
import { freshGuard } from '../../compaction/thrashGuard.ts';
import type { RecallExchange } from '../../compaction/recallExchange.ts';
import type { ToolCall } from '../../messages/message.ts';
import { cooldownsSchema } from '../../models/cooldown.ts';
import { sectionTitles } from '../../summary/sections.ts';
import type { KeptItem } from '../../summary/userEdits.ts';

const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

function listOf<Item>(item: v.GenericSchema<unknown, Item>) {
	return v.exactOptional(v.pipe(v.array(item), v.readonly()));
}

/** Look-ups of one reply, which its client does not know about. */
export interface StoredRecall extends RecallExchange {
	/** Tokens that they add to the context. */
	readonly tokens: number;
}

/** A tool call from an external source. */
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
					clientCallsBefore: countSchema,
				}),
			),
		}),
	),
	isMixed: v.boolean(),
	tokens: countSchema,
});

const keptItemSchema: v.GenericSchema<unknown, KeptItem> = v.strictObject({
	section: v.picklist(sectionTitles),
	item: v.strictObject({
		text: v.string(),
		sources: v.array(v.pipe(v.number(), v.integer())),
		kept: v.exactOptional(v.picklist(['pinned', 'edited'])),
		doubt: v.exactOptional(v.picklist(['unsaid', 'unfound', 'unsourced'])),
		place: v.exactOptional(v.picklist(['below', 'above', 'earlier'])),
	}),
});

/** {@link ConversationState} as it is stored. */
const stateSchema = v.object({
	cooldowns: cooldownsSchema,
	guard: v.object({ unhelpful: countSchema, restsUntil: v.exactOptional(countSchema) }),
	/** Automatic compaction is paused. */
	paused: v.boolean(),
	/** After an undo, it rests until the context has grown to this many tokens. */
	restsUntil: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
	/** After an undo to the uncompacted log: what the next summary keeps and leaves out, see `UserEdits`. */
	kept: listOf(keptItemSchema),
	removed: listOf(v.string()),
	/** Window of the model in use, if a client reported it, and overhead of its requests. Tokens. */
	window: v.exactOptional(
		v.object({
			tokens: v.pipe(v.number(), v.integer(), v.minValue(1)),
			reservedReply: countSchema,
			/** The user's threshold for this model: a share of the window, or tokens. */
			threshold: v.exactOptional(v.pipe(v.number(), v.finite(), v.gtValue(0))),
			/** As of the latest request; absent: unknown. */
			overhead: v.exactOptional(
				v.object({ instructions: countSchema, tools: countSchema, offered: countSchema }),
			),
			/** It offered the recall tool. */
			recall: v.exactOptional(v.boolean()),
			/** Tokens of an image for it, as its provider's reports have shown; absent: not yet. */
			imageTokens: v.exactOptional(countSchema),
			/** Its name and the user's prices for it, as the client's model was last reported. */
			model: v.exactOptional(v.string()),
			prices: v.exactOptional(
				v.object({
					inputPrice: v.exactOptional(v.number()),
					cachedInputPrice: v.exactOptional(v.number()),
					cacheSeconds: v.exactOptional(v.number()),
				}),
			),
		}),
	),
	/** The end of the latest task, unless messages were added since: its idle moment survives a reload. */
	taskEnd: v.exactOptional(
		v.object({
			/** When its last request was sent and when the cache of it expires, milliseconds since the epoch. */
			requested: v.number(),
			cacheEnds: v.number(),
			/** Messages of the log. */
			messages: countSchema,
		}),
	),
	/** Of a saved session: the last context size that its assistant recorded. */
	usage: v.exactOptional(
		v.object({
			/** Tokens. */
			used: countSchema,
			/** Of its model, tokens; absent: not recorded. */
			window: v.exactOptional(countSchema),
			/** Messages that were counted. */
			at: countSchema,
			/** The part of these tokens that the first request carried besides the messages: tools and instructions. */
			fixed: v.exactOptional(countSchema),
			/** The record of that context; absent: the uncompacted log. */
			record: v.exactOptional(countSchema),
		}),
	),
	/** Conversations it was forked from, oldest first: their handles in its handoff lead here. */
	origins: listOf(v.string()),
	/** Its client's name for it, which stays the same while it continues: a key in addition to the chain of hashes. */
	clientName: v.exactOptional(v.string()),
	/** A sub-agent's conversation, for one call of the conversation with the same client name. */
	subAgent: v.exactOptional(v.boolean()),
	/** The user's request, if its client has replaced it by a summary in the middle of a turn. */
	asked: v.exactOptional(v.string()),
	/** Its model's look-ups within replies that no summary covers; in order. */
	recalls: v.exactOptional(v.fallback(v.pipe(v.array(recallSchema), v.readonly()), [])),
	/** Number of look-ups within replies, each of which costs another request. */
	lookUps: v.exactOptional(countSchema),
});

/** State of a conversation that must survive a reload, besides log and records. */
export type ConversationState = Readonly<v.InferOutput<typeof stateSchema>>;

/**
 * The size of a context according to its recorded size; undefined if that was another context's.
 * @param active The record of the context.
 * @param counts Our own counts of the messages, from an index on.
 */
export function recordedSize(
	{ usage }: ConversationState,
	active: number | undefined,
	counts: (start: number) => readonly number[],
): ContextSize | undefined {
	return usage === undefined || usage.record !== active
		? undefined
		: counts(usage.at).reduce<ContextSize>(sizeAfterAppend, {
				kind: 'reported',
				tokens: usage.used,
			});
}

/** The initial state of a conversation. */
export const freshState: ConversationState = { cooldowns: {}, guard: freshGuard, paused: false };

/** How many origins a fork remembers. */
const rememberedOrigins = 50;

/**
 * The state that a fork inherits from the conversation it replaces.
 * @param messages How many it shares with it.
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

/** A stored state; a fresh one if it is invalid. */
export function readState(text: string): ConversationState {
	try {
		const result = v.safeParse(stateSchema, JSON.parse(text));
		return result.success ? result.output : freshState;
	} catch {
		return freshState;
	}
}
