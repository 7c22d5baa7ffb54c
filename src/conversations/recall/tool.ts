import * as v from 'valibot';
import { messageNumber } from '../../messages/marks.ts';
import { quotedBody } from './messageTexts.ts';
import type { RecallOutline } from './outline.ts';
import type { RecallResult, MessageRange } from './reading.ts';
import type { FoundMessages } from './searching.ts';

/** Recall as a tool for a model: its inputs and answers. For models: not translated. */

const whole = (minimum: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(minimum));
const words = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));

/** Messages by number: `41`, or in the notation of current and earlier handoffs, or `71-76`. */
const range = v.union([
	v.pipe(
		whole(1),
		v.transform((number): Pick<MessageRange, 'number' | 'last'> => ({ number })),
	),
	v.pipe(
		v.string(),
		v.trim(),
		v.regex(/^[#m]?[1-9]\d{0,8}(?:\s?[-–]\s?[#m]?[1-9]\d{0,8})?$/i),
		v.transform((text): Pick<MessageRange, 'number' | 'last'> => {
			const [number = 0, last] = (text.match(/\d+/g) ?? []).map(Number);
			return { number, ...(last === undefined ? {} : { last }) };
		}),
	),
]);

const handle = words(200);
const page = v.exactOptional(whole(1));

/** A model's input is as untrusted as its other text. */
const inputSchema = v.union([
	v.strictObject({ handle, number: range, find: v.exactOptional(words(200)), page }),
	v.strictObject({ handle, query: words(1_000), from: v.exactOptional(whole(0)) }),
	v.strictObject({ handle, page }),
]);

/** Input of the tool. */
export type RecallInput = v.InferOutput<typeof inputSchema>;

/** Reads a model's input; undefined if it is invalid. */
export function recallInput(input: unknown): RecallInput | undefined {
	const parsed = v.safeParse(inputSchema, input);
	return parsed.success ? parsed.output : undefined;
}

/** The source of the answers. */
export interface RecallSource {
	messages(handle: string, range: MessageRange): Promise<RecallResult>;
	search(handle: string, text: string, from: number): Promise<FoundMessages>;
	outline(handle: string, page: number): Promise<RecallOutline | undefined>;
}

/** Answers a model. */
export async function recallAnswer(input: RecallInput, source: RecallSource): Promise<string> {
	if ('query' in input) {
		const { handle: id, query, from = 0 } = input;
		return hitsText(await source.search(id, query, from), from);
	}
	if ('number' in input) {
		const { handle: id, number, ...rest } = input;
		return messagesText(await source.messages(id, { ...number, ...rest }));
	}
	return outlineText(await source.outline(input.handle, input.page ?? 1));
}

const otherWords = 'Try fewer or different words, or parts of identifiers.';

/** A page of originals, as a model reads it. */
export function messagesText(end: RecallResult): string {
	switch (end.kind) {
		case 'not-there':
			return `There is no such message or page. The conversation has ${end.messages} messages.`;
		case 'not-found':
			return `Messages ${end.from} to ${end.to} do not contain these words. Search all messages with "query".`;
		case 'recalled': {
			const { from, to, text, page: shown, pages } = end;
			const more = shown < pages ? `\n[Page ${shown} of ${pages}. Next: page ${shown + 1}.]` : '';
			return `Messages ${from} to ${to}, page ${shown} of ${pages}:\n\n${text}${more}`;
		}
	}
}

/** Hits, as a model reads them. @param from How many were skipped. */
export function hitsText({ hits, next, inContext = [] }: FoundMessages, from: number): string {
	const present =
		inContext.length === 0
			? []
			: [
					`[Left out because your context still has them: ${inContext.map(messageNumber).join(', ')}.]`,
				];
	if (hits.length === 0) {
		return from === 0
			? [...present, `Nothing ${present.length === 0 ? '' : 'else '}matches. ${otherWords}`].join(
					'\n',
				)
			: 'There are no more hits.';
	}
	const shown = hits.map(({ heading, passages }) =>
		[`${heading}:`, ...passages.map(quotedBody)].join('\n'),
	);
	const hint = `[For a whole message and the rest of its turn: number ${messageNumber(hits[0]?.number ?? 1)}.`;
	const end = next === undefined ? `${hint}]` : `${hint} More hits: from ${next}.]`;
	return [...shown, [...present, end].join('\n')].join('\n\n');
}

/** A page of an outline, as a model reads it. */
export function outlineText(outline: RecallOutline | undefined): string {
	if (outline === undefined) {
		return 'There is no such page.';
	}
	const { text, page: shown, pages } = outline;
	return shown < pages ? `${text}\n[Page ${shown} of ${pages}. Next: page ${shown + 1}.]` : text;
}
