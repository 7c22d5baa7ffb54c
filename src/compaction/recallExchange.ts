import {
	isBlank,
	toolCallsOf,
	type AssistantMessage,
	type Content,
	type Message,
	type ToolCall,
} from '../messages/message.ts';

/**
 * Look-ups in the archive that a model made within one reply. The client knows only the reply: here it
 * is split again where each look-up was, so that the model is sent what it said and was told.
 */

/** A call of the recall tool, with its answer. */
export interface RecalledCall {
	readonly call: ToolCall;
	readonly result: string;
	readonly isError?: boolean;
	/** Calls of the client's tools that the model made before it in the same round. */
	readonly behind: number;
}

/** What a model said in one request of a reply, and the look-ups it ended with. */
export interface RecallRound {
	/** Without what the client's message has before and after it; may be empty. */
	readonly text: string;
	readonly calls: readonly RecalledCall[];
}

/** The look-ups of one reply. */
export interface RecallExchange {
	/** Messages of the log before the reply, which is the next one. */
	readonly after: number;
	/** In order. */
	readonly rounds: readonly RecallRound[];
	/** The last round also called tools of the client: with it the reply ended. */
	readonly isMixed: boolean;
}

/**
 * A reply as its model made it: round by round, each with the answers it was given. Text that the
 * client has changed is not cut: it follows the rounds as a whole.
 */
export function splitReply(
	reply: AssistantMessage,
	{ rounds, isMixed }: Pick<RecallExchange, 'rounds' | 'isMixed'>,
): readonly Message[] {
	const messages: Message[] = [];
	let rest = reply.content;
	for (const { text, calls } of isMixed ? rounds.slice(0, -1) : rounds) {
		const cut = cutAfter(rest, text);
		rest = cut?.rest ?? rest;
		messages.push(...roundMessages([{ text: cut?.front ?? '', calls }]));
	}
	const last = isMixed ? (rounds.at(-1)?.calls ?? []) : [];
	const toolCalls = inOrder(toolCallsOf(reply), last);
	const isAsItWas = rest === reply.content && last.length === 0;
	if (isAsItWas) {
		messages.push(reply);
	} else if (toolCalls.length > 0) {
		messages.push({ role: 'assistant', content: rest, toolCalls });
	} else if (!isBlank(rest)) {
		messages.push({ role: 'assistant', content: rest });
	}
	return [...messages, ...last.map(answerOf)];
}

/** Messages that an exchange adds to a context, for those who count them: the reply has the text. */
export function addedMessages({ rounds }: Pick<RecallExchange, 'rounds'>): readonly Message[] {
	return roundMessages(rounds.map((round) => ({ ...round, text: '' })));
}

/** Rounds as their model made them: what it said and called, and the answers it was given. */
export function roundMessages(rounds: readonly RecallRound[]): readonly Message[] {
	return rounds.flatMap(({ text, calls }): Message[] => [
		{
			role: 'assistant',
			content: text.trim(),
			toolCalls: calls.map(({ call }) => call),
		},
		...calls.map(answerOf),
	]);
}

function answerOf({ call, result, isError = false }: RecalledCall): Message {
	const answer = { role: 'tool', toolCallId: call.id, content: result } as const;
	return isError ? { ...answer, isError } : answer;
}

/** The client's calls with the look-ups between them, as the model made them. */
function inOrder(own: readonly ToolCall[], recalled: readonly RecalledCall[]): ToolCall[] {
	const before = (place: number): ToolCall[] =>
		recalled.filter(({ behind }) => behind === place).map(({ call }) => call);
	return [
		...own.flatMap((call, place) => [...before(place), call]),
		...recalled.filter(({ behind }) => behind >= own.length).map(({ call }) => call),
	];
}

/** Content in two, where it begins with a text; undefined where it does not, or where there is none. */
function cutAfter(
	content: Content,
	text: string,
): { readonly front: string; readonly rest: Content } | undefined {
	const front = text.trim();
	const [first, ...others] =
		typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
	const whole = first?.type === 'text' ? first.text.trimStart() : '';
	if (front === '' || !whole.startsWith(front)) {
		return undefined;
	}
	const left = whole.slice(front.length).trimStart();
	if (typeof content === 'string') {
		return { front, rest: left };
	}
	return { front, rest: left === '' ? others : [{ type: 'text', text: left }, ...others] };
}
