import type { Answer } from './behaviours.ts';
import {
	callsOf,
	documentWire,
	event,
	piecesOf,
	usageOf,
	type Wire,
	type WrittenCall,
} from './wire.ts';

/** Replies of Chat Completions. */

const base = { id: 'chatcmpl-1', created: 1_764_000_000, model: 'fake-model' };

/** A reply in one piece. */
export function chatDocument(answer: Answer): Wire {
	const usage = chatUsage(answer);
	const { text = '' } = answer;
	const calls = callsOf(answer);
	return documentWire({
		...base,
		object: 'chat.completion',
		choices: [
			{
				index: 0,
				message: {
					role: 'assistant',
					content: answer.content ?? (calls.length > 0 && text === '' ? null : text),
					refusal: answer.refusal ?? null,
					...(answer.reasoning === undefined ? {} : { reasoning_content: answer.reasoning }),
					...(calls.length === 0
						? {}
						: { tool_calls: calls.map((call) => written(call, call.arguments)) }),
				},
				finish_reason: finishOf(answer),
				logprobs: null,
			},
		],
		...(usage === undefined ? {} : { usage }),
	});
}

/**
 * A reply as a stream.
 * @param withUsage Whether it was asked for: servers send it with a stream only then.
 */
export function chatStream(answer: Answer, withUsage: boolean): Wire {
	const chunk = (delta: unknown, finish: string | null = null): string =>
		event({
			...base,
			object: 'chat.completion.chunk',
			choices: [{ index: 0, delta, finish_reason: finish }],
			...(withUsage ? { usage: null } : {}),
		});
	const usage = withUsage ? chatUsage(answer) : undefined;
	const texts =
		answer.content === undefined
			? piecesOf(answer).map((content) => chunk({ content }))
			: [chunk({ content: answer.content })];
	const finish = finishOf(answer);
	return {
		contentType: 'text/event-stream; charset=utf-8',
		opening: [
			...Array.from({ length: answer.comments ?? 0 }, () => ': OPENROUTER PROCESSING\n\n'),
			chunk({ role: 'assistant', content: '', refusal: null }),
			...(answer.reasoning === undefined ? [] : [chunk({ reasoning_content: answer.reasoning })]),
		],
		middle: [
			...texts,
			...(answer.refusal === undefined ? [] : [chunk({ refusal: answer.refusal })]),
			...callsOf(answer).flatMap((call) => [
				chunk({ tool_calls: [{ index: call.index, ...written(call, '') }] }),
				...call.pieces.map((piece) =>
					chunk({ tool_calls: [{ index: call.index, function: { arguments: piece } }] }),
				),
			]),
		],
		finish: finish === null ? [] : [chunk({}, finish)],
		closing: [
			...(usage === undefined
				? []
				: [event({ ...base, object: 'chat.completion.chunk', choices: [], usage })]),
			...(answer.withoutDone === true ? [] : ['data: [DONE]\n\n']),
		],
	};
}

function finishOf({ finish, toolCalls }: Answer): string | null {
	return finish === undefined ? (toolCalls === undefined ? 'stop' : 'tool_calls') : finish;
}

function written({ id, name }: WrittenCall, text: string): object {
	return { id, type: 'function', function: { name, arguments: text } };
}

function chatUsage(answer: Answer): unknown {
	const usage = usageOf(answer);
	return usage === null
		? undefined
		: {
				prompt_tokens: usage.input,
				completion_tokens: usage.output,
				total_tokens: usage.input + usage.output,
				...(usage.cached === undefined
					? {}
					: { prompt_tokens_details: { cached_tokens: usage.cached } }),
				...(usage.reasoning === undefined
					? {}
					: { completion_tokens_details: { reasoning_tokens: usage.reasoning } }),
				...(usage.cost === undefined ? {} : { cost: usage.cost }),
			};
}
