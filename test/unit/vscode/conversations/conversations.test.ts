import assert from 'node:assert/strict';
import type { WorkerMethod, WorkerRequests } from '../../../../src/protocol/workerRequests.ts';
import { Conversations } from '../../../../src/vscode/conversations/conversations.ts';
import type { CallOptions } from '../../../../src/protocol/channel.ts';
import { WorkerError } from '../../../../src/vscode/worker/workerError.ts';
import { quietWorker } from '../../../support/quietWorker.ts';

/** Conversations over a worker that knows only what was opened since it started. */
function start() {
	const requests: string[] = [];
	const options: CallOptions[] = [];
	const known = new Set<string>();
	const answer = (method: WorkerMethod, parameters: unknown): unknown => {
		const { id = '', path = '' } = (parameters ?? {}) as { id?: string; path?: string };
		requests.push(`${method} ${path}${id}`.trim());
		if (method === 'open') {
			known.add(path);
			return { source: '', conversations: [{ id: path, title: '', messages: 1 }], problems: [] };
		}
		if (id !== '' && !known.has(id)) {
			throw new WorkerError({ code: 'unknown-conversation', message: 'Unknown.' });
		}
		return `${method} of ${id}`;
	};
	const worker = {
		...quietWorker,
		async call<Method extends WorkerMethod>(
			method: Method,
			parameters: WorkerRequests[Method]['parameters'],
			given: CallOptions = {},
		): Promise<WorkerRequests[Method]['result']> {
			options.push(given);
			return answer(method, parameters) as WorkerRequests[Method]['result'];
		},
	};
	return { requests, options, known, conversations: new Conversations(worker) };
}

const isUnknown = (error: unknown): boolean => WorkerError.is(error, 'unknown-conversation');

describe('conversations', () => {
	it('are opened again when the worker has forgotten them', async () => {
		const { requests, known, conversations } = start();
		await conversations.open({ path: '/a.jsonl' });
		known.clear();
		assert.equal(await conversations.ask('handoff', { id: '/a.jsonl' }), 'handoff of /a.jsonl');
		assert.deepEqual(requests, [
			'open /a.jsonl',
			'handoff /a.jsonl',
			'open /a.jsonl',
			'handoff /a.jsonl',
		]);
	});

	it('whose file is remembered are opened without having been read in this window', async () => {
		const { requests, conversations } = start();
		conversations.remember('/a.jsonl', { path: '/a.jsonl' });
		await conversations.view('/a.jsonl');
		assert.deepEqual(requests, ['view /a.jsonl', 'open /a.jsonl', 'view /a.jsonl']);
	});

	it('that are another one now in their file are a failure', async () => {
		const { requests, conversations } = start();
		conversations.remember('gone', { path: '/a.jsonl' });
		await assert.rejects(conversations.view('gone'), isUnknown);
		assert.deepEqual(requests, ['view gone', 'open /a.jsonl', 'view gone']);
	});

	it('are not opened again after they were closed', async () => {
		const { requests, known, conversations } = start();
		await conversations.open({ path: '/a.jsonl' });
		await conversations.close('/a.jsonl');
		known.clear();
		await assert.rejects(conversations.ask('handoff', { id: '/a.jsonl' }), isUnknown);
		assert.deepEqual(requests, ['open /a.jsonl', 'close /a.jsonl', 'handoff /a.jsonl']);
	});

	it('pass a cancellation and progress on, also when they were opened again', async () => {
		const { options, conversations } = start();
		conversations.remember('/a.jsonl', { path: '/a.jsonl' });
		const given = { signal: new AbortController().signal, onProgress: () => undefined };
		await conversations.ask('compact', { id: '/a.jsonl' }, given);
		assert.deepEqual([options[0], options.at(-1)], [given, given]);
	});

	it('are not opened again for any other failure', async () => {
		const worker = {
			...quietWorker,
			call: () => Promise.reject(new WorkerError({ code: 'internal', message: 'oops' })),
		};
		const conversations = new Conversations(worker);
		conversations.remember('a', { path: '/a.jsonl' });
		await assert.rejects(conversations.view('a'), /oops/);
	});
});
