import {
	isBlank,
	toolCallsOf,
	type AssistantMessage,
	type Content,
	type Message,
	type ToolCall,
} from '../messages/message.ts';

/**
 * A model's look-ups in the archive within one reply. The client knows only the reply: here it is split again at each
 * look-up, so that the model is sent its own text and the answers it received.
 */

/** A call of the recall tool, with its answer. */
export interface RecalledCall {
	readonly call: ToolCall;
	readonly result: string;
	readonly isError?: boolean;
	/** Calls of the client's tools that the model made before it in the same round. */
	readonly clientCallsBefore: number;
}

/** The model's text in one request of a reply, and the look-ups at its end. */
export interface RecallRound {
	/** Without the text that the client's message has before and after it; may be empty. */
	readonly text: string;
	readonly calls: readonly RecalledCall[];
}

/** The look-ups of one reply. */
export interface RecallExchange {
	/** Messages of the log before the reply, which comes next. */
	readonly after: number;
	/** In order. */
	readonly rounds: readonly RecallRound[];
	/** The last round also called tools of the client, which ended the reply. */
	readonly isMixed: boolean;
}

/**
 * The model's original reply: round by round, each with its answers. Text that the client has changed is not split: it
 * follows the rounds as a whole.
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

/** Messages that an exchange adds to a context, for counting; without the text, which is in the reply. */
export function addedMessages({ rounds }: Pick<RecallExchange, 'rounds'>): readonly Message[] {
	return roundMessages(rounds.map((round) => ({ ...round, text: '' })));
}

/** The original rounds: the model's text and calls, and the answers it received. */
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

/** The client's calls with the look-ups between them, in the model's order. */
function inOrder(own: readonly ToolCall[], recalled: readonly RecalledCall[]): ToolCall[] {
	const before = (place: number): ToolCall[] =>
		recalled.filter(({ clientCallsBefore }) => clientCallsBefore === place).map(({ call }) => call);
	return [
		...own.flatMap((call, place) => [...before(place), call]),
		...recalled
			.filter(({ clientCallsBefore }) => clientCallsBefore >= own.length)
			.map(({ call }) => call),
	];
}

/** Splits content that begins with a text; undefined if it does not, or if the text is empty. */
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
