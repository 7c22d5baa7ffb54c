import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Answer, Behaviour, Moment } from './behaviours.ts';
import { anthropicDocument, anthropicStream } from './anthropicWire.ts';
import { chatDocument, chatStream } from './chatWire.ts';
import { geminiDocument, geminiStream } from './geminiWire.ts';
import type { OpenRequest } from './received.ts';
import { responsesDocument, responsesStream } from './responsesWire.ts';
import { summaryReply } from './summaryReply.ts';
import { event, type Wire } from './wire.ts';

/** A request in the middle of being dealt with. */
export interface Performance {
	readonly request: OpenRequest;
	readonly response: ServerResponse;
	/** Hangs, and says so, until the request is let go; for good where the client leaves before. */
	readonly hang: () => Promise<void>;
}

/** Does what a behaviour says. Returns when the reply is ended, by whomever. */
export async function perform(behaviour: Behaviour, stage: Performance): Promise<void> {
	switch (behaviour.kind) {
		case 'answer':
			await send(stage, behaviour, everything);
			stage.response.end();
			return;
		case 'hang':
			await upTo(stage, behaviour.answer ?? usual(), behaviour.at);
			await stage.hang();
			await send(stage, behaviour.answer ?? usual(), restAfter[behaviour.at]);
			stage.response.end();
			return;
		case 'reset':
			await upTo(stage, behaviour.answer ?? usual(), behaviour.at);
			stage.request.outcome = 'reset';
			stage.response.destroy();
			return;
		case 'close-early':
			await upTo(stage, behaviour.answer ?? usual(), 'mid-reply');
			stage.response.end();
			return;
		case 'raw':
			sendRaw(stage.response, behaviour);
			return;
		case 'endless':
			await sendEndless(stage, behaviour);
			return;
		case 'error-event':
			await sendError(stage, behaviour);
			return;
		case 'malformed':
			await upTo(stage, usual(), 'mid-reply');
			await write(
				stage,
				Buffer.from('data: {"choices":[{"delta":{"content":"half\n\ndata: [DONE]\n\n'),
			);
			stage.response.end();
			return;
		case 'invalid-utf8':
			await send(stage, { ...usual(), text: 'before\ufffeafter' }, everything);
			stage.response.end();
			return;
	}
}

/** What is said where nothing else is. */
function usual(): Answer {
	return { kind: 'answer', text: summaryReply() };
}

type Part = 'opening' | 'half' | 'other-half' | 'middle' | 'finish' | 'closing';

const everything: readonly Part[] = ['opening', 'middle', 'finish', 'closing'];

const restAfter: Readonly<Record<Moment, readonly Part[]>> = {
	'before-headers': everything,
	'after-headers': everything,
	'mid-reply': ['other-half', 'finish', 'closing'],
	'after-finish': ['closing'],
};

async function upTo(stage: Performance, answer: Answer, moment: Moment): Promise<void> {
	switch (moment) {
		case 'before-headers':
			return;
		case 'after-headers':
			await send(stage, answer, []);
			return;
		case 'mid-reply':
			await send(stage, answer, ['opening', 'half']);
			return;
		case 'after-finish':
			await send(stage, answer, ['opening', 'middle', 'finish']);
			return;
	}
}

/** Sends parts of an answer, with the headers before. */
async function send(stage: Performance, answer: Answer, parts: readonly Part[]): Promise<void> {
	const { request, response } = stage;
	const wire = wireOf(request, answer);
	if (!response.headersSent) {
		response.writeHead(200, { 'content-type': wire.contentType });
		response.flushHeaders();
	}
	for (const piece of parts.flatMap((part) => piecesOf(wire, part))) {
		if (answer.everyMs !== undefined) {
			await delay(answer.everyMs, response);
		}
		await write(stage, invalid(Buffer.from(piece, 'utf8')), answer.writeBytes);
	}
}

function piecesOf(wire: Wire, part: Part): readonly string[] {
	const half = Math.ceil(wire.middle.length / 2);
	switch (part) {
		case 'half':
			return wire.middle.slice(0, half);
		case 'other-half':
			return wire.middle.slice(half);
		default:
			return wire[part];
	}
}

function wireOf({ api, streaming, body }: OpenRequest, answer: Answer): Wire {
	const asStream = (streaming && answer.asDocument !== true) || answer.asStream === true;
	switch (api) {
		case 'responses':
			return asStream ? responsesStream(answer) : responsesDocument(answer);
		case 'anthropic':
			return asStream ? anthropicStream(answer) : anthropicDocument(answer);
		case 'gemini':
			return asStream ? geminiStream(answer) : geminiDocument(answer);
		default:
	}
	const options = body['stream_options'];
	const withUsage =
		!streaming || (typeof options === 'object' && options !== null && 'include_usage' in options);
	return asStream ? chatStream(answer, withUsage) : chatDocument(answer);
}

/** U+FFFE, which no text holds, stands for bytes that are no UTF-8. */
const standIn = Buffer.from('\ufffe', 'utf8');

/** Puts bytes where the stand-in is that begin no character. */
function invalid(bytes: Buffer): Buffer {
	const at = bytes.indexOf(standIn);
	return at < 0
		? bytes
		: Buffer.concat([
				bytes.subarray(0, at),
				Buffer.from([0xc3, 0x28, 0xff]),
				bytes.subarray(at + standIn.length),
			]);
}

/** Resolves when the bytes are with the operating system, or the client has left. */
async function write({ response }: Performance, bytes: Buffer, size?: number): Promise<void> {
	const step = size ?? Math.max(1, bytes.length);
	for (let at = 0; at < bytes.length && !response.destroyed; at += step) {
		await new Promise<void>((resolve) => {
			response.once('close', resolve);
			response.write(bytes.subarray(at, at + step), () => {
				response.off('close', resolve);
				resolve();
			});
		});
	}
}

function sendRaw(response: ServerResponse, raw: Extract<Behaviour, { kind: 'raw' }>): void {
	const text = typeof raw.body === 'string' ? raw.body : JSON.stringify(raw.body);
	const type = typeof raw.body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
	response.writeHead(raw.status, { 'content-type': type, ...raw.headers });
	response.end(text);
}

async function sendEndless(
	stage: Performance,
	{ status, piece, headers, gzip }: Extract<Behaviour, { kind: 'endless' }>,
): Promise<void> {
	const { response } = stage;
	const encoding = gzip === true ? { 'content-encoding': 'gzip' } : {};
	response.writeHead(status, { 'content-type': 'application/json', ...encoding, ...headers });
	const bytes = Buffer.from(piece);
	// Each member of its own: a body of several is a body.
	const sent = gzip === true ? gzipSync(bytes) : bytes;
	while (!response.destroyed) {
		await write(stage, sent);
	}
}

async function sendError(
	stage: Performance,
	{ error, at = 'mid-reply' }: Extract<Behaviour, { kind: 'error-event' }>,
): Promise<void> {
	if (!stage.request.streaming) {
		// Without a stream, OpenRouter sends the error as the document, with status 200.
		sendRaw(stage.response, { kind: 'raw', status: 200, body: { error } });
		return;
	}
	await (at === 'start' ? send(stage, usual(), []) : upTo(stage, usual(), 'mid-reply'));
	const data =
		stage.request.api === 'responses'
			? event({ type: 'error', ...(error as object) }, 'error')
			: event({ error });
	await write(stage, Buffer.from(data));
	stage.response.end();
}

/** Waits, but not for a client that has left. */
function delay(milliseconds: number, response: ServerResponse): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(done, milliseconds);
		function done(): void {
			clearTimeout(timer);
			response.off('close', done);
			resolve();
		}
		response.once('close', done);
	});
}
