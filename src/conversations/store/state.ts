import * as v from 'valibot';
import { freshGuard } from '../../compaction/policy.ts';
import { cooldownsSchema } from '../../models/cooldown.ts';
import { keptItemSchema } from './documentRecord.ts';
import { toolCallSchema, userMessageSchema } from './messageSchema.ts';
import type { ConversationState, StoredRecall } from './store.ts';

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
		v.object({ trigger: v.string(), focus: v.exactOptional(v.string()) }),
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
		return { state: freshState, problem: error instanceof Error ? error.message : String(error) };
	}
}

/** Where and what, for people. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
	const path = v.getDotPath(issue);
	return path === null ? issue.message : `${path}: ${issue.message}`;
}
