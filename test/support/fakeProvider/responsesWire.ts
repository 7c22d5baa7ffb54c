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

/** Replies of Responses. */

/** A reply in one piece. */
export function responsesDocument(answer: Answer): Wire {
	return documentWire(responseOf(answer));
}

/** A reply as a stream: the same events whether or not usage was asked for. */
export function responsesStream(answer: Answer): Wire {
	const named = (type: string, more: object): string => event({ type, ...more }, type);
	const response = responseOf(answer);
	const started = { ...response, status: 'in_progress', output: [] };
	const texts = answer.content === undefined ? piecesOf(answer) : [];
	return {
		contentType: 'text/event-stream; charset=utf-8',
		opening: [
			...Array.from({ length: answer.comments ?? 0 }, () => ': keep-alive\n\n'),
			named('response.created', { response: started }),
			named('response.in_progress', { response: started }),
			...(answer.reasoning === undefined
				? []
				: [
						named('response.output_item.added', { item: { type: 'reasoning', summary: [] } }),
						named('response.reasoning_summary_text.delta', { delta: answer.reasoning }),
					]),
		],
		middle: [
			...(texts.length === 0 ? [] : [named('response.output_item.added', { item: saying([]) })]),
			...texts.map((delta) => named('response.output_text.delta', { item_id: 'msg_1', delta })),
			...(texts.length === 0
				? []
				: [named('response.output_item.done', { item: saying([outputText(answer)]) })]),
			...(answer.refusal === undefined
				? []
				: [named('response.refusal.delta', { item_id: 'msg_1', delta: answer.refusal })]),
			...callsOf(answer).flatMap((call) => {
				const place = { output_index: call.index, item_id: `fc_${call.index}` };
				return [
					named('response.output_item.added', { ...place, item: itemOf(call, '') }),
					...(call.custom === true ? [] : argumentEvents(call, place, named)),
					named('response.output_item.done', { ...place, item: itemOf(call, call.arguments) }),
				];
			}),
		],
		finish:
			answer.finish === null
				? []
				: [
						named(`response.${String((response as { status?: unknown }).status)}`, {
							response,
						}),
					],
		closing: [],
	};
}

function responseOf(answer: Answer): object {
	const usage = usageOf(answer);
	const reason =
		answer.finish === 'length'
			? 'max_output_tokens'
			: answer.finish === 'content_filter'
				? 'content_filter'
				: undefined;
	return {
		id: 'resp_1',
		object: 'response',
		created_at: 1_764_000_000,
		model: 'fake-model',
		...(answer.finish === null
			? {}
			: { status: reason === undefined ? 'completed' : 'incomplete' }),
		error: null,
		incomplete_details: reason === undefined ? null : { reason },
		output: outputOf(answer),
		usage:
			usage === null
				? null
				: {
						input_tokens: usage.input,
						output_tokens: usage.output,
						total_tokens: usage.input + usage.output,
						input_tokens_details: { cached_tokens: usage.cached ?? 0 },
						...(usage.reasoning === undefined
							? {}
							: { output_tokens_details: { reasoning_tokens: usage.reasoning } }),
						...(usage.cost === undefined ? {} : { cost: usage.cost }),
					},
	};
}

function outputOf(answer: Answer): readonly unknown[] {
	const text = answer.text ?? '';
	const content = answer.content ?? [
		...(text === '' ? [] : [outputText(answer)]),
		...(answer.refusal === undefined ? [] : [{ type: 'refusal', refusal: answer.refusal }]),
	];
	const silent = Array.isArray(content) && content.length === 0;
	return [
		...(answer.reasoning === undefined
			? []
			: [
					{
						type: 'reasoning',
						id: 'rs_1',
						summary: [{ type: 'summary_text', text: answer.reasoning }],
					},
				]),
		...(silent ? [] : [saying(content)]),
		...callsOf(answer).map((call) => itemOf(call, call.arguments)),
	];
}

function argumentEvents(
	call: WrittenCall,
	place: object,
	named: (type: string, more: object) => string,
): string[] {
	return [
		...call.pieces.map((delta) =>
			named('response.function_call_arguments.delta', { ...place, delta }),
		),
		named('response.function_call_arguments.done', { ...place, arguments: call.arguments }),
	];
}

function saying(content: unknown): object {
	return { type: 'message', id: 'msg_1', role: 'assistant', content };
}

function outputText({ text = '' }: Answer): object {
	return { type: 'output_text', text, annotations: [] };
}

function itemOf({ id, index, name, custom, namespace }: WrittenCall, text: string): object {
	const called = { call_id: id, name, ...(namespace === undefined ? {} : { namespace }) };
	return custom === true
		? { type: 'custom_tool_call', id: `ctc_${index}`, ...called, input: text }
		: { type: 'function_call', id: `fc_${index}`, ...called, arguments: text };
}
