import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { ModelError } from '../../../../src/models/modelError.ts';
import type { WorkerMethod } from '../../../../src/protocol/workerRequests.ts';
import type { WorkerClient } from '../../../../src/vscode/worker/workerClient.ts';
import type { ParticipantServices } from '../../../../src/vscode/participant/chatSetup.ts';
import type { BaseModel } from '../../../../src/vscode/provider/baseModel.ts';
import { usagePart } from '../../../../src/vscode/models/reportedUsage.ts';
import type { PartSink } from '../../../../src/vscode/provider/replySink.ts';
import { WorkerError } from '../../../../src/vscode/worker/workerError.ts';
import * as api from '../../../support/languageModelParts.ts';
import { until } from '../../../support/until.ts';
import { FakeCancellation, FakeMemento } from '../../../support/vscodeFakes.ts';
import { turns, workerBench, type WorkerRig } from '../../../support/workerRig.ts';
import { answerPrompt } from '../../../../src/vscode/participant/chatTurn.ts';
import { ChatConversations } from '../../../../src/vscode/participant/chatConversations.ts';

const tool = { name: 'add', description: 'Adds.' };

/** Does what only a stop ends. */
const forEver = (): Promise<never> => new Promise(() => undefined);

describe('a turn of the chat', () => {
	const bench = workerBench();
	let rig: WorkerRig;
	let id: string;
	/** What the model does, request by request. */
	let replies: ((sink: PartSink, signal: AbortSignal) => void | Promise<void>)[];
	/** Methods of the worker that fail. */
	let failing: WorkerMethod[];
	let shown: string;
	let stop: AbortController;

	beforeEach(async () => {
		rig = bench.start();
		replies = [];
		failing = [];
		shown = '';
		stop = new AbortController();
		const wish = { title: 'A chat', source: 'chat', messages: turns(24) };
		({ id } = await rig.methods.create(wish));
	});
	const { invokeTool } = api.lm;
	afterEach(() => {
		api.lm.invokeTool = invokeTool;
	});

	/** What a person asks, to its end. */
	async function answered(content = 'And now?'): Promise<vscode.ChatResult> {
		const worker: Pick<WorkerClient, 'call'> = {
			call: (method, parameters, options) =>
				failing.includes(method)
					? Promise.reject(new WorkerError({ code: 'internal', message: `No ${method}.` }))
					: rig.client.call(method, parameters, options),
		};
		const active = { view: undefined, show: () => undefined };
		const chats = new ChatConversations(worker, active, new FakeMemento());
		const base: Pick<BaseModel, 'id' | 'named' | 'send'> = {
			id: 'vscode/test/chat',
			named: { kind: 'vscode', vendor: 'test', model: 'chat' },
			send: async (_request, sink, signal) => replies.shift()?.(sink, signal),
		};
		const overhead = { instructions: 0, tools: 0, offered: 1 };
		const setup = {
			chosen: {},
			base,
			tools: [tool],
			shape: { window: 100_000, reservedReply: 0, overhead, recall: false },
		};
		const services = {
			active,
			worker,
			compactions: {
				running: () => undefined,
				onDidChange: () => ({ dispose: () => undefined }),
			},
			log: { error: () => undefined },
			models: { setAnswering: () => undefined, sent: { keep: () => undefined } },
		} as unknown as ParticipantServices;
		return answerPrompt(services, chats, await worker.call('view', { id }), {
			setup,
			content,
			stream: { button: () => undefined, markdown: (text: string) => (shown += text) },
			signal: stop.signal,
			token: new FakeCancellation().token,
		} as unknown as Parameters<typeof answerPrompt>[3]);
	}

	function says(text: string) {
		return (sink: PartSink): void => sink.pass(new api.LanguageModelTextPart(text));
	}

	function calls(callId: string, input: unknown = {}) {
		return (sink: PartSink): void =>
			sink.pass(new api.LanguageModelToolCallPart(callId, 'add', input as object));
	}

	/** What was appended behind what the chat began with. */
	const log = (): Promise<string> => rig.said(id, 49);

	it('ends at Stop where the model does not listen, with what was shown of its reply', async () => {
		const begun = Promise.withResolvers<void>();
		replies = [
			async (sink) => {
				says('The first half')(sink);
				begun.resolve();
				await forEver();
			},
			says('All of it.'),
		];
		const turn = answered();
		await begun.promise;
		stop.abort();
		assert.equal((await turn).errorDetails, undefined);
		stop = new AbortController();
		await answered('Go on.');
		assert.match(
			await log(),
			/^And now\?\nThe first half\n⟪precis: the reply ended here⟫\nGo on\.\nAll of it\.$/,
		);
	});

	it('ends at Stop where a tool does not listen, and has nothing of what it gives later', async () => {
		const result = Promise.withResolvers<unknown>();
		let runs = 0;
		api.lm.invokeTool = () => {
			runs += 1;
			return result.promise;
		};
		replies = [calls('1'), says('Never mind.')];
		const turn = answered();
		await until(() => runs === 1);
		stop.abort();
		assert.equal((await turn).errorDetails, undefined);
		stop = new AbortController();
		await answered('Go on.');
		result.resolve({ content: [new api.LanguageModelTextPart('Too late.')] });
		await new Promise(setImmediate);
		assert.match(await log(), /Go on\.\nNever mind\.$/);
	});

	it('keeps a reply whole where its size cannot be noted', async () => {
		failing = ['promptTokens'];
		replies = [
			(sink) => {
				says('All of it.')(sink);
				sink.pass(usagePart({ inputTokens: 5_000, outputTokens: 10 }));
			},
		];
		assert.equal((await answered()).errorDetails, undefined);
		assert.equal(await log(), 'And now?\nAll of it.');
	});

	it('runs nothing that was called in a reply that its provider then refused as too long', async () => {
		let ran = 0;
		api.lm.invokeTool = async () => {
			ran += 1;
			return { content: [] };
		};
		replies = [
			(sink) => {
				calls('1')(sink);
				throw new ModelError({ kind: 'context-too-long', message: 'Too long.' });
			},
			says('Done.'),
		];
		assert.equal((await answered()).errorDetails, undefined);
		assert.equal(ran, 0);
		assert.equal(await log(), 'And now?\nDone.');
	});

	it('goes on where a model calls a tool without arguments', async () => {
		api.lm.invokeTool = async () => ({ content: [new api.LanguageModelTextPart('5')] });
		replies = [calls('1', null), says('Five.')];
		assert.equal((await answered()).errorDetails, undefined);
		const { messages } = await rig.methods.context({ id });
		const made = messages.flatMap((message) =>
			message.role === 'assistant' ? (message.toolCalls ?? []) : [],
		);
		assert.deepEqual(
			made.map((call) => call.arguments),
			['{}'],
		);
	});

	it('says that its conversation is gone where it was deleted meanwhile', async () => {
		replies = [
			async (sink) => {
				says('All of it.')(sink);
				await rig.methods.delete({ id });
			},
		];
		await assert.rejects(answered(), /no longer exists/);
		assert.equal(shown, 'All of it.');
		assert.deepEqual(await rig.methods.list(null), []);
	});
});
