import type { OpenAI } from 'openai';
import { parsedJson } from '../../messages/json.ts';
import type { ModelEvent, ModelRequest, Route } from '../client.ts';
import { within } from '../within.ts';
import {
	replyLimits,
	textOfBody,
	tooLarge,
	watchBody,
	type BodyWatch,
	type ReplyLimits,
} from './body.ts';
import { ChatReply } from './chatReply.ts';
import type { Dialect } from './dialect.ts';
import { looksLikeHtml, titleOf } from '../providerErrors.ts';
import { NoReply, type Reply } from './reply.ts';
import { chatBody, responsesBody } from './request.ts';
import { ResponsesReply } from './responsesReply.ts';
import type { Sdk } from './sdk.ts';
import { Pulse } from './waiting.ts';

/** One request and its reply. */
export interface Exchange {
	readonly sdk: Sdk;
	readonly client: OpenAI;
	readonly route: Route;
	readonly request: ModelRequest;
	readonly dialect: Dialect;
	/** Ends the request. */
	readonly signal: AbortSignal;
	/**
	 * How long a finished reply is waited for to end, milliseconds. Its usage comes after it, and some
	 * proxies leave the connection open: a summary that is there is not lost to that.
	 */
	readonly lingering: number;
}

/** Sends a request and gives its reply as events, in whatever form it comes. */
export async function* exchange(task: Exchange): AsyncGenerator<ModelEvent, void> {
	// One of its own: the package aborts it when a stream fails, and there may be another attempt.
	const controller = new AbortController();
	const abort = (): void => controller.abort();
	task.signal.addEventListener('abort', abort, { once: true });
	try {
		task.signal.throwIfAborted();
		yield* replyTo(task, controller);
	} finally {
		task.signal.removeEventListener('abort', abort);
		controller.abort();
	}
}

async function* replyTo(
	task: Exchange,
	controller: AbortController,
): AsyncGenerator<ModelEvent, void> {
	const { client, route, request, dialect } = task;
	const streaming = route.streaming && dialect.streaming;
	const chat = route.api === 'chat';
	const response = await client
		.post(chat ? '/chat/completions' : '/responses', {
			body: (chat ? chatBody : responsesBody)(route.model, request, streaming, dialect),
			signal: controller.signal,
		})
		.asResponse();
	if (response.body === null) {
		throw new NoReply('an empty reply');
	}
	const reply = chat ? new ChatReply() : new ResponsesReply();
	const pulse = new Pulse();
	const limits = replyLimits(request.maxOutputTokens);
	const asEvents = comesAsEvents(response, streaming);
	const watch = watchBody(response.body, controller.signal, pulse.beat, {
		bytes: asEvents ? limits.events : limits.text,
		line: limits.text,
	});
	if (asEvents) {
		yield* bounded(streamed(task, controller, watch, pulse, reply), limits);
	} else {
		yield* whole(watch, pulse, reply);
	}
	yield { type: 'end', answer: reply.answer() };
}

/** What the reply says of itself counts; where it says nothing, it is taken for what was asked. */
function comesAsEvents(response: Response, asked: boolean): boolean {
	const type = response.headers.get('content-type') ?? '';
	return /event-stream/i.test(type) || (asked && !/json|html/i.test(type));
}

/** Ends a reply whose text goes on beyond all that was asked for. */
async function* bounded(
	events: AsyncIterable<ModelEvent>,
	limits: ReplyLimits,
): AsyncGenerator<ModelEvent, void> {
	let characters = 0;
	let count = 0;
	for await (const event of events) {
		count += 1;
		if (count > limits.count) {
			throw tooLarge(limits.count, 'events');
		}
		characters += event.type === 'text' ? event.text.length : 0;
		if (characters > limits.text) {
			throw tooLarge(limits.text, 'characters');
		}
		yield event;
	}
}

async function* streamed(
	{ sdk, client, signal, lingering }: Exchange,
	controller: AbortController,
	watch: BodyWatch,
	pulse: Pulse,
	reply: Reply,
): AsyncGenerator<ModelEvent, void> {
	const body = new Response(watch.body);
	const events = sdk.Stream.fromSSEResponse<unknown>(body, controller, client)[
		Symbol.asyncIterator
	]();
	for (;;) {
		const next = events.next();
		const step = yield* pulse.until(reply.finished ? within(next, lingering) : next);
		if (step === undefined) {
			return;
		}
		if (step.done === true) {
			break;
		}
		const text = reply.take(step.value);
		yield text === '' ? { type: 'activity' } : { type: 'text', text };
	}
	// The package ends an aborted stream as if it were complete.
	signal.throwIfAborted();
	if (!reply.finished && !(reply.begun && watch.sawDone())) {
		throw reply.begun
			? new NoReply('a reply that broke off before its end')
			: insteadOfReply(watch.beginning());
	}
}

async function* whole(
	watch: BodyWatch,
	pulse: Pulse,
	reply: Reply,
): AsyncGenerator<ModelEvent, void> {
	const body = yield* pulse.until(textOfBody(watch.body));
	const value = parsedJson(body);
	if (value === undefined) {
		throw insteadOfReply(body);
	}
	const text = reply.take(value);
	if (!reply.begun) {
		throw insteadOfReply(body);
	}
	if (text !== '') {
		yield { type: 'text', text };
	}
}

/** Names what came. */
function insteadOfReply(body: string): NoReply {
	const text = body.trim();
	if (text === '') {
		return new NoReply('an empty reply');
	}
	if (looksLikeHtml(text)) {
		const title = titleOf(text);
		return new NoReply(`a web page${title === '' ? '' : ` ("${title}")`} instead of a reply`, true);
	}
	if (/^[[{]/.test(text)) {
		return parsedJson(text) !== undefined
			? new NoReply('JSON that is no reply', true)
			: new NoReply('a reply that is broken JSON');
	}
	const start = text.length > 80 ? `${text.slice(0, 80)}…` : text;
	return new NoReply(`something else instead of a reply: ${start}`, true);
}
