import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { ClientPool } from '../../../../src/models/clientPool.ts';
import { systemTimers } from '../../../../src/models/deadlines.ts';
import type { ModelCalls } from '../../../../src/models/modelCalls.ts';
import { createOpenAiClient } from '../../../../src/models/openai/client.ts';
import { taskCalls } from '../../../../src/models/taskCalls.ts';
import { taskPolicies } from '../../../../src/models/tasks.ts';
import type { MirroredModel } from '../../../../src/vscode/provider/mirroredModels.ts';
import { answered, said } from '../../../support/agent/mirroredChat.ts';
import { mirroredRequests } from '../../../support/agent/mirroredRequests.ts';
import { answer, emptyAnswer, toolCall } from '../../../support/fakeProvider/behaviours.ts';
import {
	startFakeProvider,
	type FakeProvider,
} from '../../../support/fakeProvider/fakeProvider.ts';
import { summaryReply } from '../../../support/fakeProvider/summaryReply.ts';
import { at, prose } from '../../../support/logs.ts';
import { workerBench, type WorkerRig } from '../../../support/workerRig.ts';
import { SentRequests } from '../../../../src/vscode/models/sentRequests.ts';
import { serverBase } from '../../../../src/vscode/provider/serverBase.ts';
import { ReplySink } from '../../../../src/vscode/provider/replySink.ts';

const window = 32_000;
const target = { id: 'acme/large', window, maxOutput: 8_000, route: 'acme' };
const tools = [{ name: 'read_file', description: 'Reads.', inputSchema: { type: 'object' } }];

describe('the summary of a model that answers', () => {
	const bench = workerBench();
	let provider: FakeProvider;
	beforeEach(async () => {
		provider = await startFakeProvider();
	});
	afterEach(() => provider.dispose());

	/** A chat with a model of the provider's, which also writes its summaries. */
	function start(rig: WorkerRig) {
		const sent = new SentRequests();
		const pool = new ClientPool((route) => createOpenAiClient(route));
		const services = {
			pool,
			timers: systemTimers,
			routeOf: () =>
				Promise.resolve({
					provider: 'acme',
					api: 'chat' as const,
					baseUrl: provider.baseUrl,
					model: 'large',
					streaming: true,
				}),
		};
		const calls = (policy: keyof typeof taskPolicies): ModelCalls =>
			taskCalls(services, taskPolicies[policy], {});
		let conversation = '';
		rig.host.models = () => {
			const behind = sent.of(conversation);
			const models = { transientRetries: 0, main: target };
			return Promise.resolve(behind === undefined ? models : { ...models, sent: behind });
		};
		rig.host.reply = async () => {
			const { request } = at(rig.host.calls, -1);
			return calls('compaction').call(
				target,
				sent.expand(conversation, request),
				new AbortController().signal,
			);
		};
		const requests = mirroredRequests(rig, {
			sent,
			onConversation: (followed) => {
				conversation = followed.conversation;
			},
			onTrouble: (error) => assert.fail(String(error)),
		});
		const named = { kind: 'provider', provider: 'acme', model: 'large' } as const;
		const base = serverBase(named, target, () => calls('reply'), 2_000, undefined);
		const model = { window, base, recall: 'model', prices: {} } as unknown as MirroredModel;
		let history: readonly vscode.LanguageModelChatRequestMessage[] = [];
		return {
			async turn(words: string, reply: string): Promise<void> {
				history = [...history, said(words)];
				provider.next(answer(reply));
				const sink = new ReplySink({ report: () => undefined });
				const options = { modelOptions: {}, tools } as never;
				await requests.answer(model, history, options, sink, {
					isCancellationRequested: false,
					onCancellationRequested: () => ({ dispose: () => undefined }),
				});
				history = [...history, answered(reply)];
			},
			compact: () => rig.compact(conversation),
			forget: () => sent.forget(conversation),
		};
	}

	async function played(topic = 'part') {
		const chat = start(bench.start({ automatic: false }));
		for (let turn = 0; turn < 8; turn += 1) {
			await chat.turn(`Go on with ${topic} ${turn}.`, `It is done. ${prose(1_500, turn)}`);
		}
		return chat;
	}

	/** The text of a request's messages up to where the last one may go on. */
	const opened = (body: Readonly<Record<string, unknown>>): string =>
		JSON.stringify(body['messages']).replace(/"\}\]$/, '');

	it('is asked for behind what it was last sent, to the byte, with the same tools', async () => {
		const chat = await played();
		const last = at(provider.requests, -1).body;
		assert.equal((await chat.compact()).kind, 'committed');
		const { body } = at(provider.requests, -1);
		assert.equal(provider.requests.length, 9);
		assert.ok(JSON.stringify(body['messages']).startsWith(opened(last)));
		for (const field of ['model', 'tools', 'tool_choice']) {
			assert.deepEqual(body[field], last[field], field);
		}
	});

	it('is asked for behind a context that has a summary already', async () => {
		const chat = await played();
		assert.equal((await chat.compact()).kind, 'committed');
		for (let turn = 8; turn < 16; turn += 1) {
			await chat.turn(`Go on with part ${turn}.`, `Part ${turn} is done. ${prose(1_500, turn)}`);
		}
		const last = at(provider.requests, -1).body;
		assert.equal((await chat.compact()).kind, 'committed');
		const { body } = at(provider.requests, -1);
		assert.ok(JSON.stringify(body['messages']).startsWith(opened(last)));
	});

	it('gets a request of its own where the first reply is none', async () => {
		for (const [index, reply] of [emptyAnswer, toolCall, answer('I go on.')].entries()) {
			const chat = await played(`task ${index}`);
			const before = provider.requests.length;
			provider.next(reply, answer(summaryReply()));
			const end = await chat.compact();
			assert.equal(end.kind, 'committed');
			const [first, second] = provider.requests.slice(before).map(({ body }) => body);
			assert.ok(first !== undefined && 'tools' in first);
			assert.ok(second !== undefined && !('tools' in second));
			assert.equal(provider.requests.length, before + 2);
		}
	});

	it('gets a request of its own where what was sent has been forgotten', async () => {
		const chat = await played();
		chat.forget();
		assert.equal((await chat.compact()).kind, 'committed');
		assert.ok(!('tools' in at(provider.requests, -1).body));
	});

	it('gets a request of its own where the context has become another one', async () => {
		const chat = await played();
		assert.equal((await chat.compact()).kind, 'committed');
		const before = provider.requests.length;
		await chat.compact();
		const more = provider.requests.slice(before);
		assert.ok(more.every(({ body }) => !('tools' in body)));
	});
});
