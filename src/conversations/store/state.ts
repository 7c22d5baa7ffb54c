import * as v from 'valibot';
import type { RequestOverhead } from '../../compaction/overhead.ts';
import { freshGuard, type ThrashGuard } from '../../compaction/policy.ts';
import type { RecallExchange } from '../../compaction/recallExchange.ts';
import { messageOf } from '../../messages/errors.ts';
import type { UserMessage } from '../../messages/message.ts';
import { cooldownsSchema, type Cooldowns } from '../../models/cooldown.ts';
import type { Redacted } from '../../redaction/redact.ts';
import type { KeptItem } from '../../summary/wishes.ts';
import { keptItemSchema, redactedSchema } from './documentRecord.ts';
import { toolCallSchema, userMessageSchema } from './messageSchema.ts';

/** What has to survive a reload beside log and records. */
export interface ConversationState {
	readonly cooldowns: Cooldowns;
	readonly guard: ThrashGuard;
	/** Automatic compaction rests. */
	readonly paused: boolean;
	/** After an undo it rests until the context has grown to this many tokens. */
	readonly restsUntil?: number;
	/** After an undo to the log as it is: what the next summary keeps and leaves out, see `ItemWishes`. */
	readonly kept?: readonly KeptItem[];
	readonly removed?: readonly string[];
	/** A compaction that was running when this was last written; found after a crash. */
	readonly interruptedJob?: { readonly trigger: string; readonly focus?: Redacted };
	/** Conversations it is a fork of, oldest first: their handles in its handoff lead here. */
	readonly origins?: readonly string[];
	/** Of the model that answers in it, where a client told, and what its requests carry. Tokens. */
	readonly window?: {
		readonly tokens: number;
		readonly reservedReply: number;
		/** As of the latest request; absent: nothing is known of one. */
		readonly overhead?: RequestOverhead;
		/** It offered the recall tool. */
		readonly recall?: boolean;
	};
	/** What its client calls it, the same as long as it goes on: a key beside the chain of hashes. */
	readonly clientName?: string;
	/** The person's request, where its client has put a summary in place of it, in the middle of a turn. */
	readonly asked?: string;
	/** What its model looked up within replies, as far as no summary stands for it; in order. */
	readonly recalls?: readonly StoredRecall[];
	/** Look-ups within replies so far, each another request of the model. */
	readonly lookUps?: number;
	/** Messages that waited for their turn when this was last written, next one first. */
	readonly unsent?: readonly UnsentMessage[];
}

/** Look-ups of one reply, which its client knows nothing of. */
export interface StoredRecall extends RecallExchange {
	/** What they add to the context. */
	readonly tokens: number;
}

/** A message of the person that is not in the log yet. */
export interface UnsentMessage {
	readonly id: string;
	readonly message: UserMessage;
	/** How many messages the log had when this was written: from there on it may have come into it. */
	readonly after: number;
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
	const { paused, restsUntil, guard, window, asked, origins = [] } = state;
	const recalls = state.recalls?.filter(({ after }) => after < messages) ?? [];
	return {
		...freshState,
		paused,
		guard,
		...(restsUntil === undefined ? {} : { restsUntil }),
		...(window === undefined ? {} : { window }),
		...(asked === undefined ? {} : { asked }),
		...(recalls.length === 0 ? {} : { recalls }),
		origins: [...origins, origin].slice(-rememberedOrigins),
	};
}

const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

const recallSchema = v.object({
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
}) satisfies v.GenericSchema<unknown, StoredRecall>;

/** {@link ConversationState} at a border. */
export const stateSchema = v.object({
	cooldowns: cooldownsSchema,
	guard: v.object({ unhelpful: countSchema, restsUntil: v.exactOptional(countSchema) }),
	paused: v.boolean(),
	restsUntil: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
	kept: v.exactOptional(v.array(keptItemSchema)),
	removed: v.exactOptional(v.array(v.string())),
	interruptedJob: v.exactOptional(
		v.object({ trigger: v.string(), focus: v.exactOptional(redactedSchema) }),
	),
	window: v.exactOptional(
		v.object({
			tokens: v.pipe(v.number(), v.integer(), v.minValue(1)),
			reservedReply: v.pipe(v.number(), v.integer(), v.minValue(0)),
			overhead: v.exactOptional(
				v.object({ instructions: countSchema, tools: countSchema, offered: countSchema }),
			),
			recall: v.exactOptional(v.boolean()),
		}),
	),
	origins: v.exactOptional(v.array(v.string())),
	clientName: v.exactOptional(v.string()),
	asked: v.exactOptional(v.string()),
	recalls: v.exactOptional(v.array(recallSchema)),
	lookUps: v.exactOptional(countSchema),
	unsent: v.exactOptional(
		v.array(
			v.object({
				id: v.string(),
				message: userMessageSchema,
				after: v.pipe(v.number(), v.integer(), v.minValue(0)),
			}),
		),
	),
}) satisfies v.GenericSchema<unknown, ConversationState>;

/** A stored state; what cannot be understood becomes a fresh one, with the reason. */
export function readState(text: string): {
	readonly state: ConversationState;
	readonly problem?: string;
} {
	try {
		const result = v.safeParse(stateSchema, JSON.parse(text));
		return result.success
			? { state: result.output }
			: { state: freshState, problem: describeIssue(result.issues[0]) };
	} catch (error) {
		return { state: freshState, problem: messageOf(error) };
	}
}

/** Where and what, for people. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
	const path = v.getDotPath(issue);
	return path === null ? issue.message : `${path}: ${issue.message}`;
}
