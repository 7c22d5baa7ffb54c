import type { ReceivedRequest } from './received.ts';

/** What the fake provider does with a request. */

/** A reply as a model would give it. */
export interface Answer {
	readonly kind: 'answer';
	readonly text?: string;
	/** Content that is no string, in place of the text: parts, or an object. */
	readonly content?: unknown;
	readonly reasoning?: string;
	readonly refusal?: string;
	/** Tools that are called, in order. */
	readonly toolCalls?: readonly FakeToolCall[];
	/** In the words of Chat Completions; `null` for a server that gives none. */
	readonly finish?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | null;
	/** `null` for a server that reports none. */
	readonly usage?: FakeUsage | null;
	/** Characters of one event's text, or of one event's arguments. */
	readonly pieceLength?: number;
	/** Waits so long before every event, milliseconds. */
	readonly everyMs?: number;
	/** Bytes of one write, so that characters and events are torn. */
	readonly writeBytes?: number;
	/** Comments before the reply, as OpenRouter sends while a request waits. */
	readonly comments?: number;
	/** Leaves out the event that ends a stream of Chat Completions. */
	readonly withoutDone?: boolean;
	/** Sends one JSON document although a stream was asked for. */
	readonly asDocument?: boolean;
	/** Sends a stream although none was asked for. */
	readonly asStream?: boolean;
}

/** A call of a tool as a model writes it. */
export interface FakeToolCall {
	/** Absent: `call_1` for the first, and so on. */
	readonly id?: string;
	readonly name: string;
	/** JSON text, or whatever a model takes for it. */
	readonly arguments: string;
	/** Responses: a custom tool, whose arguments are plain text. */
	readonly custom?: boolean;
	/** Responses: of the tools that the called one is among. */
	readonly namespace?: string;
}

/** Usage as the provider counts it. */
export interface FakeUsage {
	readonly input: number;
	readonly output: number;
	readonly cached?: number;
	/** Part of the output that went into thinking. */
	readonly reasoning?: number;
	/** US dollars, as OpenRouter reports. */
	readonly cost?: number;
}

/** Where in a reply something happens. */
export type Moment =
	/** Nothing was sent, no headers either. */
	| 'before-headers'
	/** The headers were sent and nothing else. */
	| 'after-headers'
	/** Half of the text was sent. */
	| 'mid-reply'
	/** All of the text and the reason for its end were sent, but the reply stays open. */
	| 'after-finish';

export type Behaviour =
	| Answer
	/** Goes no further until `release()`; then goes on with the answer. */
	| { readonly kind: 'hang'; readonly at: Moment; readonly answer?: Answer }
	/** Destroys the socket. */
	| { readonly kind: 'reset'; readonly at: Moment; readonly answer?: Answer }
	/** Ends the reply half way, as if it were complete. */
	| { readonly kind: 'close-early'; readonly answer?: Answer }
	/** Anything that is not a reply. */
	| {
			readonly kind: 'raw';
			readonly status: number;
			/** JSON unless it is text. */
			readonly body: unknown;
			readonly headers?: Readonly<Record<string, string>>;
	  }
	/** Begins and never ends: this again and again, until the client has left. */
	| {
			readonly kind: 'endless';
			readonly status: number;
			readonly piece: string;
			readonly headers?: Readonly<Record<string, string>>;
			/** Compresses it, as a small body that unpacks into a large one. */
			readonly gzip?: true;
	  }
	/** An error half way through a reply that began with status 200. */
	| { readonly kind: 'error-event'; readonly error: unknown; readonly at?: 'start' | 'mid-reply' }
	/** Half of an answer, then an event (or the rest of a document) that is no JSON. */
	| { readonly kind: 'malformed' }
	/** An answer with bytes in its text that are no UTF-8. */
	| { readonly kind: 'invalid-utf8' };

/** A behaviour, or how it follows from the request. */
export type Script = Behaviour | ((request: ReceivedRequest) => Behaviour);

/** An answer with this text. */
export function answer(text: string, more: Omit<Answer, 'kind' | 'text'> = {}): Answer {
	return { kind: 'answer', text, ...more };
}

/** Hangs until it is released; then goes on with the answer, a good summary unless said otherwise. */
export function hang(at: Moment, answer?: Answer): Behaviour {
	return { kind: 'hang', at, ...(answer === undefined ? {} : { answer }) };
}

/** Breaks the connection. */
export function reset(at: Moment): Behaviour {
	return { kind: 'reset', at };
}

/** Ends the stream without its end, or the document half way. */
export const closeEarly: Behaviour = { kind: 'close-early' };

/** An event that is no JSON. */
export const malformed: Behaviour = { kind: 'malformed' };

/** Bytes that are no text. */
export const invalidUtf8: Behaviour = { kind: 'invalid-utf8' };

/** A web page with status 200, as sign-in pages of networks and wrong addresses give. */
export const webPage: Behaviour = {
	kind: 'raw',
	status: 200,
	body: '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>Hotel network</body></html>',
	headers: { 'content-type': 'text/html; charset=utf-8' },
};

/** Slowly: one short event after another. */
export function slowDrip(text: string, everyMs: number): Answer {
	return { kind: 'answer', text, everyMs, pieceLength: Math.ceil(text.length / 20) };
}

/** Nothing, well formed. */
export const emptyAnswer: Answer = answer('');

/** All of its tokens went into thinking. */
export const reasoningOnly: Answer = {
	kind: 'answer',
	text: '',
	reasoning: 'The user wants a summary. Let me think.',
};

/** Declines in the field meant for it. */
export const refusal: Answer = {
	kind: 'answer',
	text: '',
	refusal: "I'm sorry, but I can't help with that.",
};

/** Calls a tool in place of writing. */
export const toolCall: Answer = calling({ name: 'read_file', arguments: '{"path":"a.ts"}' });

/** Calls tools and says nothing. */
export function calling(...toolCalls: readonly FakeToolCall[]): Answer {
	return { kind: 'answer', text: '', toolCalls };
}

/** Breaks off at the longest reply. */
export function cutOff(text: string): Answer {
	return { kind: 'answer', text, finish: 'length' };
}
