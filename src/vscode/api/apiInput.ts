import * as v from 'valibot';
import type { Message, OpenOptions, RecallMessage, RecallQuery, SignalOptions } from '../../api.ts';
import { toolCallSchema } from '../../conversations/store/state.ts';
import { partsOf, toolCallsOf } from '../../messages/message.ts';
import { redact } from '../../redaction/redact.ts';
import { pause } from '../../transcripts/bytes/steps.ts';
import { ApiError } from './apiErrors.ts';

/** Validates input from other extensions. The result shares no objects with the input. */

/** Maximum messages in one call. */
const maxMessages = 10_000;

/** Maximum UTF-16 code units of all messages in one call: 32 MB. */
const maxCharacters = 16_000_000;

const wholeNumber = (minimum: number, maximum = Number.MAX_SAFE_INTEGER) =>
	v.pipe(v.number(), v.safeInteger(), v.minValue(minimum), v.maxValue(maximum));
const text = (maximum: number) =>
	v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maximum));

const openSchema = v.strictObject({
	// Different keys must not become the same when they are converted to UTF-8.
	key: v.pipe(
		v.string(),
		v.minLength(1),
		v.maxLength(200),
		v.check((key) => key.isWellFormed(), 'a lone surrogate'),
	),
	title: v.exactOptional(text(200)),
	window: v.exactOptional(wholeNumber(4_000, 10_000_000)),
	reservedReply: v.exactOptional(wholeNumber(0)),
	toolTokens: v.exactOptional(wholeNumber(0)),
	offersRecall: v.exactOptional(v.boolean()),
});

const signal = v.exactOptional(v.instance(AbortSignal));

const signalSchema = v.optional(v.strictObject({ signal }), {});

const compactSchema = v.optional(
	v.strictObject({ focus: v.exactOptional(v.pipe(text(2_000), v.transform(redact))), signal }),
	{},
);

const recallSchema = v.union([
	v.strictObject({ number: wholeNumber(1), page: v.exactOptional(wholeNumber(1)) }),
	v.strictObject({ query: text(1_000), from: v.exactOptional(wholeNumber(0)) }),
]);

const content = v.union([
	v.string(),
	v.pipe(
		v.array(
			v.variant('type', [
				v.strictObject({
					type: v.literal('text'),
					text: v.string(),
					origin: v.exactOptional(v.picklist(['person', 'client', 'tool', 'file', 'summary'])),
				}),
				v.strictObject({ type: v.literal('image'), mediaType: v.string(), url: v.string() }),
			]),
		),
		v.readonly(),
	),
]);

/** A message of any role, as another extension passes it. */
const messageSchema: v.GenericSchema<unknown, Message> = v.variant('role', [
	v.strictObject({ role: v.literal('system'), content }),
	v.strictObject({
		role: v.literal('user'),
		content,
		origin: v.exactOptional(v.picklist(['person', 'client', 'summary'])),
		time: v.exactOptional(v.string()),
		ended: v.exactOptional(
			v.array(
				v.strictObject({
					id: v.exactOptional(v.string()),
					command: v.exactOptional(v.string()),
					exitCode: v.exactOptional(v.number()),
					failed: v.exactOptional(v.boolean()),
					report: v.exactOptional(v.string()),
				}),
			),
		),
	}),
	v.strictObject({
		role: v.literal('assistant'),
		content,
		toolCalls: v.exactOptional(v.array(toolCallSchema)),
	}),
	v.strictObject({
		role: v.literal('tool'),
		toolCallId: v.string(),
		content,
		isError: v.exactOptional(v.boolean()),
		exitCode: v.exactOptional(v.number()),
		runsOn: v.exactOptional(v.string()),
	}),
]);

/** Maximum nesting of valid input: list, message, content, part. */
const maxDepth = 6;

/** How long messages are validated before yielding to other work, milliseconds. */
const sliceMs = 10;

/**
 * Copies messages at once, and validates them, yielding to other work if there are many.
 * @throws {ApiError} like all functions here.
 */
export async function readMessages(input: unknown): Promise<readonly Message[]> {
	const copy = read(v.array(v.unknown()), copied(input, 'messages'), 'messages');
	if (copy.length > maxMessages) {
		throw new ApiError('too-large', `A call takes at most ${maxMessages} messages.`);
	}
	const messages: Message[] = [];
	let characters = 0;
	// The first slice starts with a pause, because copying has taken time too.
	let end = 0;
	for (const [index, element] of copy.entries()) {
		if (performance.now() > end && copy.length > 1_000) {
			await pause();
			end = performance.now() + sliceMs;
		}
		const message = read(messageSchema, element, `messages.${index}`);
		characters += lengthOf(message);
		if (characters > maxCharacters) {
			throw new ApiError('too-large', `A call takes at most ${maxCharacters} characters.`);
		}
		messages.push(message);
	}
	return messages;
}

function lengthOf(message: Message): number {
	const texts = [
		...partsOf(message.content).map((part) => ('text' in part ? part.text : part.url)),
		...toolCallsOf(message).map((call) => call.arguments),
	];
	return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Validates the options of `openConversation`. */
export const readOpenOptions = reader<OpenOptions>(openSchema, 'options');

/** Validates the options of a call that may take long. */
export const readSignal = reader<SignalOptions>(signalSchema, 'options');

/** Validates the options of `compact`. */
export const readCompact = reader(compactSchema, 'options');

/** Validates the argument of `recall`. */
export const readRecall = reader<RecallMessage | RecallQuery>(recallSchema, 'options');

/** Validates a provider's count of a prompt, tokens. */
export const readTokens = reader(wholeNumber(0), 'promptTokens');

function reader<Output>(
	schema: v.GenericSchema<unknown, Output>,
	name: string,
): (input: unknown) => Output {
	return (input) => read(schema, copied(input, name), name);
}

function copied(input: unknown, name: string): unknown {
	try {
		return plainCopy(input, 0);
	} catch (cause) {
		throw new ApiError('invalid-input', `${name}: expected plain data`, { cause });
	}
}

/** A copy, so that the caller cannot change validated input. Undefined fields are left out. */
function plainCopy(value: unknown, depth: number): unknown {
	if (typeof value !== 'object' || value === null || value instanceof AbortSignal) {
		return value;
	}
	if (depth > maxDepth) {
		throw new RangeError('nested too deep');
	}
	if (Array.isArray(value)) {
		return Array.from(value, (element) => plainCopy(element, depth + 1));
	}
	const fields = Object.entries(value).filter(([, field]) => field !== undefined);
	return Object.fromEntries(fields.map(([key, field]) => [key, plainCopy(field, depth + 1)]));
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
	// Without the value, which may be a whole conversation.
	throw new ApiError('invalid-input', `${place}: expected ${issue.expected ?? issue.message}`);
}
