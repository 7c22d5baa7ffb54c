import { fieldsOf, parsedJson } from '../messages/json.ts';
import { mark } from '../messages/marks.ts';
import { isAsking } from '../messages/answers.ts';
import { imagePlaceholder } from '../messages/message.ts';
import { withoutControls } from '../messages/withoutControls.ts';
import { withoutFrameLines, withoutFrames } from '../summary/frameMarks.ts';
import {
	handoffBody,
	handoffQuotes,
	isOwnHandoff,
	renderHandoff,
	textBehindHandoff,
} from '../summary/handoff.ts';
import { parseSummary } from '../summary/parse.ts';
import { plainLineEnds } from '../messages/lineEnds.ts';
import type { FetchedHandoff } from './sharedHandoffs.ts';

/**
 * A fetched handoff as a session that our reader of OpenAI messages reads. Somebody else wrote it:
 * of a handoff only the sections and quotes are taken, within a frame of our own, so that neither
 * its prefix gives orders nor a line of it ends it early; nothing that was said are words of whoever
 * opens it.
 * Takes up to a second for a crafted one, so only the worker calls it.
 * @returns JSON; undefined for what is no text, does not begin as a handoff of ours, or has a
 * conversation that is no list.
 */
export function receivedSession(title: string, fetched: FetchedHandoff): string | undefined {
	const handoff = plainText(decoded(fetched.handoff) ?? '');
	if (!isOwnHandoff(handoff)) {
		return undefined;
	}
	const messages =
		fetched.conversation === undefined
			? messagesOf(handoff)
			: receivedList(parsedJson(decoded(fetched.conversation) ?? ''));
	return messages === undefined ? undefined : JSON.stringify([{ title, messages }]);
}

/** Who speaks to the model: in a conversation from elsewhere, somebody else. */
const speakers: ReadonlySet<unknown> = new Set(['user', 'system', 'developer']);

function receivedList(list: unknown): readonly unknown[] | undefined {
	if (!Array.isArray(list)) {
		return undefined;
	}
	const calls = list.flatMap((row: unknown) => {
		const { tool_calls: some } = fieldsOf(row);
		return Array.isArray(some) ? some.map(fieldsOf) : [];
	});
	const asking = new Set(calls.filter(mayAsk).map(({ id }) => id));
	const others = new Set(calls.map(({ id }) => id).filter((id) => !asking.has(id)));
	return list.flatMap((row: unknown) => receivedMessages(row, others));
}

/**
 * A message as its author's; those of assistants and tools as they are, for the reader to check, but that answers
 * to questions are their author's too.
 * @param plainCalls Ids of the calls that ask nobody.
 */
function receivedMessages(value: unknown, plainCalls: ReadonlySet<unknown>): readonly unknown[] {
	const { role, content, tool_call_id: call } = fieldsOf(value);
	if (speakers.has(role)) {
		const text = plainText(wordsIn(content ?? ''));
		return isOwnHandoff(text) ? messagesOf(text) : [foreignMessage(text)];
	}
	return role === 'assistant' || role === undefined || plainCalls.has(call)
		? [value]
		: [{ ...fieldsOf(value), content: foreignText(plainText(wordsIn(content ?? ''))) }];
}

/** A call whose name is not read may ask as well. */
function mayAsk(call: Readonly<Record<string, unknown>>): boolean {
	const { name } = fieldsOf(call['function']);
	return typeof name !== 'string' || isAsking(name);
}

/** The text of a message's content; a placeholder stands for what is none. */
function wordsIn(content: unknown): string {
	const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
	return blocks.map(textOfBlock).join('\n');
}

function textOfBlock(block: unknown): string {
	if (typeof block === 'string') {
		return block;
	}
	const isText = typeof block === 'object' && block !== null && 'text' in block;
	return isText && typeof block.text === 'string' ? block.text : imagePlaceholder;
}

function foreignMessage(text: string): SavedMessage {
	return { role: 'user', content: foreignText(text) };
}

/** Words of somebody else: marks of ours around them say so, whatever the words look like. */
function foreignText(text: string): string {
	return [
		mark('a message of whoever shared this conversation'),
		withoutFrames(text),
		mark('end of the message'),
	].join('\n');
}

function plainText(text: string): string {
	return plainLineEnds(withoutControls(text));
}

interface SavedMessage {
	readonly role: 'user' | 'assistant';
	readonly content: string;
}

function messagesOf(text: string): readonly SavedMessage[] {
	const account = accountOf(text);
	const since = withoutFrames(textBehindHandoff(text)).trim();
	return [
		{ role: 'user', content: account },
		...(since === ''
			? []
			: [
					{
						role: 'assistant' as const,
						content: `Said after this account was written:\n\n${since}`,
					},
				]),
	];
}

/** The originals lie in another store, so the handle for recall goes with the prefix. */
function accountOf(text: string): string {
	const quotes = handoffQuotes(text).map((quote) => ({ text: quote, sources: [] }));
	return renderHandoff(
		{
			summary: parseSummary(withoutFrameLines(handoffBody(text))),
			quotes: quotes.reverse(),
		},
		{},
	);
}

/** Undefined for what is not UTF-8. */
function decoded(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
