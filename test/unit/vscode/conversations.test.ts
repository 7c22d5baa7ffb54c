import assert from 'node:assert/strict';
import type { EngineSettings, FromWorker, ToWorker } from '../../../src/protocol/worker.ts';
import { Conversations } from '../../../src/vscode/conversations.ts';
import { WorkerClient } from '../../../src/vscode/workerClient.ts';
import { WorkerError } from '../../../src/vscode/workerError.ts';

const settings: EngineSettings = {
	window: 200_000,
	softRatio: 0.8,
	reservedReply: 8_192,
	protectFirst: 3,
	tailRatio: 0.2,
	userMessageShare: 0.4,
};

/** Conversations over a worker that knows only what was opened since it started. */
function start() {
	const requests: string[] = [];
	const known = new Set<string>();
	let listener: (message: FromWorker) => void = () => undefined;
	function answer(message: ToWorker): void {
		if (message.type !== 'request') {
			return;
		}
		requests.push(message.method);
		const { id } = message;
		if (message.method === 'open') {
			const { path } = message.parameters;
			known.add(path);
			const conversations = [{ id: path, title: '', messages: 1 }];
			listener({ type: 'result', id, result: { source: '', conversations, problems: [] } });
		} else if (known.has(message.parameters.id)) {
			listener({ type: 'result', id, result: `handoff of ${message.parameters.id}` });
		} else {
			const failure = { code: 'unknown-conversation', message: 'Unknown.' };
			listener({ type: 'failure', id, failure });
		}
	}
	const worker = new WorkerClient(() => ({
		postMessage: (message) => queueMicrotask(() => answer(message)),
		onMessage(next) {
			listener = next;
		},
		onExit: () => undefined,
		terminate: () => undefined,
	}));
	return { requests, known, conversations: new Conversations(worker, () => settings) };
}

describe('conversations', () => {
	it('are opened again when the worker has forgotten them', async () => {
		const { requests, known, conversations } = start();
		await conversations.open('/a.jsonl');
		known.clear();
		assert.equal(await conversations.handoff('/a.jsonl'), 'handoff of /a.jsonl');
		assert.deepEqual(requests, ['open', 'handoff', 'open', 'handoff']);
	});

	it('that were never opened are a failure', async () => {
		const { conversations } = start();
		await assert.rejects(conversations.handoff('/b.jsonl'), (error: unknown) =>
			WorkerError.is(error, 'unknown-conversation'),
		);
	});

	it('are not opened again after they were closed', async () => {
		const { requests, known, conversations } = start();
		await conversations.open('/a.jsonl');
		await conversations.close('/a.jsonl');
		known.clear();
		await assert.rejects(conversations.handoff('/a.jsonl'));
		assert.deepEqual(requests, ['open', 'close', 'handoff']);
	});
});
