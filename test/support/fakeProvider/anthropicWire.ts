import type { Answer } from './behaviours.ts';
import { callsOf, documentWire, event, piecesOf, usageOf, type Wire } from './wire.ts';

/** Replies of Anthropic's Messages. */

/** A reply in one piece. */
export function anthropicDocument(answer: Answer): Wire {
	return documentWire({
		...messageOf(answer),
		content: blocksOf(answer),
		stop_reason: stopReason(answer),
	});
}

/** A reply as a stream. */
export function anthropicStream(answer: Answer): Wire {
	const named = (type: string, more: object): string => event({ type, ...more }, type);
	const usage = usageOf(answer);
	const block = (index: number, content_block: object, deltas: readonly object[]): string[] => [
		named('content_block_start', { index, content_block }),
		...deltas.map((delta) => named('content_block_delta', { index, delta })),
		named('content_block_stop', { index }),
	];
	const texts = piecesOf(answer).map((text) => ({ type: 'text_delta', text }));
	const before = texts.length === 0 ? 0 : 1;
	return {
		contentType: 'text/event-stream; charset=utf-8',
		opening: [
			named('message_start', { message: { ...messageOf(answer), content: [], stop_reason: null } }),
		],
		middle: [
			...(before === 0 ? [] : block(0, { type: 'text', text: '' }, texts)),
			...callsOf(answer).flatMap(({ id, name, index, pieces }) =>
				block(
					before + index,
					{ type: 'tool_use', id, name, input: {} },
					pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
				),
			),
		],
		finish: [
			named('message_delta', {
				delta: { stop_reason: stopReason(answer), stop_sequence: null },
				usage: { output_tokens: usage?.output ?? 0 },
			}),
		],
		closing: [named('message_stop', {})],
	};
}

/** Replies so far: Claude Code joins those of one id. */
let replies = 0;

function messageOf(answer: Answer): object {
	const usage = usageOf(answer);
	replies += 1;
	return {
		id: `msg_${replies}`,
		type: 'message',
		role: 'assistant',
		model: 'fake-model',
		stop_sequence: null,
		usage: {
			input_tokens: usage?.input ?? 0,
			output_tokens: usage?.output ?? 0,
			cache_creation_input_tokens: 0,
			cache_read_input_tokens: usage?.cached ?? 0,
		},
	};
}

function blocksOf(answer: Answer): readonly object[] {
	const { text = '' } = answer;
	return [
		...(text === '' ? [] : [{ type: 'text', text }]),
		...callsOf(answer).map(({ id, name, arguments: json }) => ({
			type: 'tool_use',
			id,
			name,
			input: JSON.parse(json) as unknown,
		})),
	];
}

function stopReason({ toolCalls }: Answer): string {
	return toolCalls === undefined ? 'end_turn' : 'tool_use';
}
