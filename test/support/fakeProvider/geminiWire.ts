import type { Answer } from './behaviours.ts';
import { callsOf, documentWire, event, usageOf, type Wire } from './wire.ts';

/** Replies of Gemini's `generateContent`. */

/** A reply in one piece. */
export function geminiDocument(answer: Answer): Wire {
	return documentWire(responseOf(answer));
}

/** A reply as a stream: one event, as short replies come. */
export function geminiStream(answer: Answer): Wire {
	return {
		contentType: 'text/event-stream; charset=utf-8',
		opening: [],
		middle: [event(responseOf(answer))],
		finish: [],
		closing: [],
	};
}

function responseOf(answer: Answer): object {
	const { text = '' } = answer;
	const usage = usageOf(answer);
	const parts = [
		...(text === '' ? [] : [{ text }]),
		...callsOf(answer).map(({ name, arguments: json }) => ({
			functionCall: { name, args: JSON.parse(json) as unknown },
		})),
	];
	return {
		candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
		usageMetadata: {
			promptTokenCount: usage?.input ?? 0,
			candidatesTokenCount: usage?.output ?? 0,
			totalTokenCount: (usage?.input ?? 0) + (usage?.output ?? 0),
		},
		modelVersion: 'fake-model',
		responseId: 'response-1',
	};
}
