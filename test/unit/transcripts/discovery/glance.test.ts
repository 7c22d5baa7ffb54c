import assert from 'node:assert/strict';
import { previewSession } from '../../../../src/transcripts/discovery/sessionPreview.ts';
import { storeOf } from '../../../../src/transcripts/discovery/stores.ts';
import { claudeCodeSession, Machine, uncancelled } from './machine.ts';

describe('a glance at a file', () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
	});
	afterEach(() => machine.remove());

	it('tells title and assistant', async () => {
		const file = await machine.write('a.jsonl', claudeCodeSession('Sort the invoices by date'));
		assert.deepEqual(await previewSession(file, uncancelled), {
			title: 'Sort the invoices by date',
			assistant: 'Claude Code',
			isAsked: true,
		});
	});

	it('needs no more than the beginning, cut wherever it is', async () => {
		const long = claudeCodeSession('Sort the invoices') + claudeCodeSession('x'.repeat(1_000_000));
		const file = await machine.write('a.jsonl', long);
		const seen = await previewSession(file, uncancelled);
		assert.equal(seen?.title, 'Sort the invoices');
	});

	it('tells the title that a long session got later', async () => {
		const said = claudeCodeSession('Sort the invoices') + claudeCodeSession('x'.repeat(1_000_000));
		const named = { type: 'custom-title', customTitle: 'Invoices', sessionId: 's' };
		const file = await machine.write('a.jsonl', `${said}${JSON.stringify(named)}\n`);
		const seen = await previewSession(file, uncancelled);
		assert.deepEqual(seen, {
			title: 'Invoices',
			assistant: 'Claude Code',
			isAsked: true,
		});
	});

	it('takes a file that is being written for what it has by now', async () => {
		const half = claudeCodeSession('Sort the invoices').slice(0, -40);
		const file = await machine.write('a.jsonl', half);
		const seen = await previewSession(file, uncancelled);
		assert.equal(seen?.title, 'Sort the invoices');
	});

	it('finds no session in other files, and none where there is no file', async () => {
		for (const content of ['', ' \n', '{"a":1}', 'Dear diary', '\0\u0001\u0002']) {
			const file = await machine.write('a.json', content);
			assert.equal(await previewSession(file, uncancelled), undefined, content);
		}
		const missing = machine.path('missing.jsonl');
		assert.equal(await previewSession(missing, uncancelled), undefined);
	});

	it('finds the title of a chat in a line that is too long to be read', async () => {
		const { title } = storeOf('copilot-chat');
		const requests = [
			{ message: { text: 'Why "red"?' } },
			{ message: { text: 'x'.repeat(200_000) } },
		];
		const line = { kind: 0, v: { version: 3, requests } };
		const file = await machine.write('a.jsonl', JSON.stringify(line));
		assert.deepEqual(await previewSession(file, uncancelled, title), {
			title: 'Why "red"?',
		});
		const named = { kind: 0, v: { version: 3, customTitle: 'Colours', requests } };
		const other = await machine.write('b.jsonl', JSON.stringify(named));
		const seen = await previewSession(other, uncancelled, title);
		assert.equal(seen?.title, 'Colours');
	});
});
