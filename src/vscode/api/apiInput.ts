import { types } from 'node:util';
import * as v from 'valibot';
import type {
	CompactMessagesOptions,
	FocusOptions,
	Message,
	OpenOptions,
	RecallMessage,
	RecallQuery,
} from '../../api.ts';
import { thresholdProblem } from '../../compaction/thresholds.ts';
import { messageSchema } from '../../conversations/store/messageSchema.ts';
import { redact } from '../../redaction/redact.ts';
import { ApiError } from './apiErrors.ts';
import { plainCopy } from './plainCopy.ts';
import { pause } from '../../transcripts/bytes/steps.ts';

/** What other extensions give, checked. What comes out shares nothing with what went in. */

/** Messages of one call. */
const mostMessages = 10_000;

/** The smallest handoff that still holds its prefix and thirteen headings, tokens. */
const smallestHandoff = 300;

const whole = (minimum: number, maximum = Number.MAX_SAFE_INTEGER) =>
	v.pipe(v.number(), v.safeInteger(), v.minValue(minimum), v.maxValue(maximum));
const text = (maximum: number) =>
	v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maximum));
const window = (minimum: number) => v.exactOptional(whole(minimum, 10_000_000));
const focus = v.exactOptional(v.pipe(text(2_000), v.transform(redact)));

const openSchema = v.strictObject({
	// Two keys that are not the same must not become the same when they are written as UTF-8.
	key: v.pipe(
		v.string(),
		v.minLength(1),
		v.maxLength(200),
		v.check((key) => key.isWellFormed(), 'a lone surrogate'),
	),
	title: v.exactOptional(text(200)),
	window: window(4_000),
	reservedReply: v.exactOptional(whole(0)),
	toolTokens: v.exactOptional(whole(0)),
	offersRecall: v.exactOptional(v.boolean()),
}) satisfies v.GenericSchema<unknown, OpenOptions>;

const focusSchema = v.strictObject({ focus }) satisfies v.GenericSchema<unknown, FocusOptions>;

const noneSchema = v.strictObject({});

const compactMessagesSchema = v.strictObject({
	focus,
	window: window(1_000),
	threshold: v.exactOptional(
		v.pipe(
			v.number(),
			v.check(
				(threshold) => thresholdProblem(threshold) === undefined,
				'neither a share of the window up to 1 nor tokens from 1,000',
			),
		),
	),
	summaryTokens: v.exactOptional(whole(smallestHandoff)),
	tailTokens: v.exactOptional(whole(0)),
}) satisfies v.GenericSchema<unknown, Omit<CompactMessagesOptions, 'signal'>>;

const recallSchema = v.union([
	v.strictObject({ number: whole(1), page: v.exactOptional(whole(1)) }),
	v.strictObject({ query: text(1_000), from: v.exactOptional(whole(0)) }),
]) satisfies v.GenericSchema<unknown, RecallMessage | RecallQuery>;

/** How long messages are checked at a stretch, milliseconds: the host has others to serve. */
const stretchMs = 10;

/** From here on copying and sending messages each take long enough for a stretch of their own. */
const manyMessages = 1_000;

/**
 * Copies messages at once, and checks them with pauses where they are many.
 * @throws {ApiError} as all functions here do.
 */
export async function readMessages(input: unknown): Promise<readonly Message[]> {
	const copy = read(v.array(v.unknown()), plainCopy(input), 'messages');
	if (copy.length > mostMessages) {
		throw new ApiError('too-large', `A call takes at most ${mostMessages} messages.`);
	}
	const messages: Message[] = [];
	// Copying before and sending afterwards take their time too.
	const isLong = copy.length > manyMessages;
	let end = isLong ? 0 : performance.now() + stretchMs;
	for (const [index, message] of copy.entries()) {
		if (performance.now() > end) {
			await pause();
			end = performance.now() + stretchMs;
		}
		messages.push(read(messageSchema, message, `messages.${index}`));
	}
	if (isLong) {
		await pause();
	}
	return messages;
}

/** Reads what `openConversation` was given. */
export const readOpenOptions = reader<OpenOptions>(openSchema, 'options');

/** Options with a signal beside them. */
export interface WithSignal<Options> {
	readonly options: Options;
	readonly signal?: AbortSignal;
}

/** Reads the options of a call that takes a signal alone. */
export function readSignal(input: unknown): AbortSignal | undefined {
	return withSignal(noneSchema, input).signal;
}

/** Reads the options of a call that takes a focus alone. */
export const readFocus = reader(v.nullish(focusSchema, {}), 'options');

/** Reads the options of a call that takes both. */
export function readFocusAndSignal(input: unknown): WithSignal<v.InferOutput<typeof focusSchema>> {
	return withSignal(focusSchema, input);
}

/** Reads the options of `compactMessages`. */
export function readCompactMessages(
	input: unknown,
): WithSignal<v.InferOutput<typeof compactMessagesSchema>> {
	return withSignal(compactMessagesSchema, input);
}

/** Reads what `recall` was given. */
export const readRecall = reader<RecallMessage | RecallQuery>(recallSchema, 'options');

/** Reads a provider's count of a prompt, tokens. */
export const readTokens = reader(whole(0), 'promptTokens');

/** Reads a record's id; undefined stands for the log as it is. */
export const readRecord = reader(v.optional(whole(1)), 'record');

function reader<Output>(
	schema: v.GenericSchema<unknown, Output>,
	name: string,
): (input: unknown) => Output {
	return (input) => read(schema, plainCopy(input), name);
}

/** A signal is no data: it is taken as it is, and told by more than its looks. */
function withSignal<Options>(
	schema: v.GenericSchema<unknown, Options>,
	input: unknown = {},
): WithSignal<Options> {
	if (typeof input !== 'object' || input === null) {
		return { options: read(schema, input, 'options') };
	}
	const { signal: given, ...rest } = readOnce(input);
	const options = read(schema, plainCopy(rest), 'options');
	return given === undefined ? { options } : { options, signal: followed(given) };
}

function readOnce(input: object): Readonly<Record<string, unknown>> {
	try {
		return { ...input };
	} catch (error) {
		throw new ApiError('invalid-input', 'options: cannot be read', { cause: error });
	}
}

/** A signal of our own that follows the caller's, without running code of the caller here. */
function followed(given: unknown): AbortSignal {
	const expected = new ApiError('invalid-input', 'options.signal: expected an AbortSignal');
	if (types.isProxy(given) || !(given instanceof AbortSignal)) {
		throw expected;
	}
	try {
		return AbortSignal.any([given]);
	} catch {
		// It has the prototype, and nothing else of a signal.
		throw expected;
	}
}

function read<Output>(
	schema: v.GenericSchema<unknown, Output>,
	value: unknown,
	name: string,
): Output {
	const result = v.safeParse(schema, value, { abortEarly: true });
	if (result.success) {
		return result.output;
	}
	const [issue] = result.issues;
	const path = v.getDotPath(issue);
	const place = path === null ? name : `${name}.${path}`;
	// What was received may be a whole conversation: it is not repeated.
	throw new ApiError('invalid-input', `${place}: expected ${issue.expected ?? issue.message}`);
}
