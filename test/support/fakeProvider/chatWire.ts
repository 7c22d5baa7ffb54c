import type { Answer } from './behaviours.ts';
import { documentWire, event, piecesOf, usageOf, type Wire } from './wire.ts';

/** Replies of Chat Completions. */

const base = { id: 'chatcmpl-1', created: 1_764_000_000, model: 'fake-model' };

/** A reply in one piece. */
export function chatDocument(answer: Answer): Wire {
	const usage = chatUsage(answer);
	return documentWire({
		...base,
		object: 'chat.completion',
		choices: [
			{
				index: 0,
				message: {
					role: 'assistant',
					content: answer.content ?? (answer.toolCall === undefined ? (answer.text ?? '') : null),
					refusal: answer.refusal ?? null,
					...(answer.reasoning === undefined ? {} : { reasoning_content: answer.reasoning }),
					...(answer.toolCall === undefined ? {} : { tool_calls: [call(answer.toolCall)] }),
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
			...(answer.toolCall === undefined
				? []
				: [chunk({ tool_calls: [{ index: 0, ...call(answer.toolCall) }] })]),
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

function finishOf({ finish, toolCall }: Answer): string | null {
	return finish === undefined ? (toolCall === undefined ? 'stop' : 'tool_calls') : finish;
}

function call(name: string): object {
	return { id: 'call_1', type: 'function', function: { name, arguments: '{"path":"a.ts"}' } };
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
