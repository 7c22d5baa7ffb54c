import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { defaultSettings } from '../../src/compaction/budgets.ts';
import { openStore } from '../../src/conversations/store/openStore.ts';
import { textOf } from '../../src/messages/message.ts';
import { ModelError } from '../../src/models/modelError.ts';
import type { WorkerEvent } from '../../src/protocol/conversationEvents.ts';
import { WorkerClient } from '../../src/vscode/worker/workerClient.ts';
import { WorkerError, workerCodes } from '../../src/vscode/worker/workerError.ts';
import { startWorkerThread } from '../../src/vscode/worker/workerThread.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { randomFrom } from '../support/random.ts';
import { WorkStretches } from './workStretches.ts';

/**
 * Many turns through the real worker from the real extension host, with everything that can
 * come between: stops, failures of the model, compactions that are cancelled, undone and made again. What the host was blocked for is printed: at most 50 ms are wanted.
 */

const turns = 300;

describe('Three hundred turns', () => {
	let folder: string;
	let client: WorkerClient;
	const events: WorkerEvent[] = [];
	const random = randomFrom(20_261_122);
	const pick = (share: number): boolean => random() < share;

	before(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'precis-turns-'));
		const root = vscode.extensions.getExtension('precis.precis')?.extensionUri;
		assert.ok(root !== undefined);
		const file = vscode.Uri.joinPath(root, 'dist', 'worker.mjs').fsPath;
		const storage = path.join(folder, 'store');
		client = new WorkerClient({
			start: () => startWorkerThread(file, { storage }, console.error),
			settings: () => ({
				compaction: { ...defaultSettings, window: 12_000, reservedReply: 500 },
				automatic: true,
				keep: true,
				keepsRequests: true,
				excluded: [],
				retention: {},
			}),
		});
		client.handle(() => ({
			models: async () => ({
				transientRetries: 0,
				...(pick(0.5) ? { summary: { id: 'acme/small', window: 100_000, route: 'acme' } } : {}),
			}),
			call: async (_question, { signal }) => {
				await pause(signal, 3);
				if (pick(0.3)) {
					throw new ModelError({ kind: 'connection', message: 'acme/small hung up.' });
				}
				return { content: summaryReply(), finishReason: 'stop' };
			},
		}));
		for (const type of ['unexpected', 'not-kept', 'job-ended'] as const) {
			client.onNotification(type, (event) => events.push(event));
		}
		client.onNotification('stopped', () => assert.fail('The worker stopped.'));
	});
	after(async () => {
		await client.shutDown();
		await rm(folder, { recursive: true });
	});

	/** A client's turn, whose model may fail or say nothing. @returns Whether it was answered. */
	async function turn(id: string, number: number, signal: AbortSignal): Promise<boolean> {
		const text = `request ${number}: please go on with step ${number}`;
		await client.call('append', { id, messages: [{ role: 'user', content: text }] });
		try {
			await client.call('context', { id }, { signal });
			await pause(signal, 2);
			if (pick(0.1)) {
				throw new Error('The model broke.');
			}
		} catch {
			await client.call('requestEnded', { id, callsTools: false });
			return false;
		}
		const content = `Answer to request ${number}. ${'The parser keeps every line. '.repeat(30)}`;
		await client.call('append', { id, messages: [{ role: 'assistant', content }] });
		return true;
	}

	/** What a person does beside sending messages. */
	async function meddle(id: string): Promise<void> {
		const cancelled = (error: unknown): void => {
			assert.ok(WorkerError.is(error, workerCodes.cancelled), String(error));
		};
		if (pick(0.03)) {
			client.call('compact', { id }).catch(cancelled);
		}
		if (pick(0.03)) {
			await client.call('cancelCompaction', { id });
		}
		if (pick(0.02)) {
			await client.call(pick(0.5) ? 'undo' : 'redo', { id });
		}
		if (pick(0.1)) {
			await client.call('view', { id });
		}
	}

	it('are each in the log once, in order, and never block the extension host', async () => {
		const file = path.join(folder, 'session.json');
		await writeFile(file, JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }));
		const { conversations } = await client.call('open', { path: file });
		const id = conversations[0]?.id ?? '';
		// The thread has started and loaded what it needs.
		await client.call('view', { id });
		const work = new WorkStretches();
		const answered = new Set<number>();
		for (let number = 1; number <= turns; number += 1) {
			const controller = new AbortController();
			const end = turn(id, number, controller.signal);
			if (pick(0.07)) {
				controller.abort();
			}
			await meddle(id);
			if (await end) {
				answered.add(number);
			}
		}
		console.log(`precis-turns block=${work.end().toFixed(1)} ms`);
		assert.ok(answered.size > turns / 2, `${answered.size} of ${turns} were answered`);
		assert.deepEqual(
			events.filter(({ type }) => type === 'unexpected' || type === 'not-kept'),
			[],
		);
		const compactions = events.filter(({ type }) => type === 'job-ended').length;
		assert.ok(compactions > 5, `${compactions} compactions`);
		await client.shutDown();
		checkLog(path.join(folder, 'store'), id, answered);
	});
});

/** Every message once and in order, every answer once and behind its message. */
function checkLog(storage: string, id: string, answered: ReadonlySet<number>): void {
	const opened = openStore(storage, { now: Date.now });
	assert.equal(opened.kind, 'opened');
	const texts = opened.store.log(id).map(({ message }) => textOf(message.content));
	opened.store.close();
	const numbersOf = (pattern: RegExp): readonly number[] =>
		texts.flatMap((text) => Number(pattern.exec(text)?.[1] ?? '') || []);
	const asked = numbersOf(/^request (\d+):/);
	const answers = numbersOf(/^Answer to request (\d+)\./);
	assert.deepEqual(
		asked,
		[...new Set(asked)].sort((a, b) => a - b),
		'each message once, in order',
	);
	assert.deepEqual(
		answers,
		[...new Set(answers)].sort((a, b) => a - b),
		'each answer once, in order',
	);
	for (const number of answered) {
		assert.ok(answers.includes(number), `request ${number} has its answer`);
	}
}

/** Some rounds of the event loop, or until it is stopped. */
async function pause(signal: AbortSignal, rounds: number): Promise<void> {
	for (let round = 0; round < rounds; round += 1) {
		await new Promise((resolve) => setImmediate(resolve));
		signal.throwIfAborted();
	}
}
