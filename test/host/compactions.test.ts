import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JobResult } from '../../src/protocol/conversationEvents.ts';
import { Compactions } from '../../src/vscode/conversations/compactions.ts';
import { compactedState } from '../panel/states.ts';
import { quietWorker } from '../support/quietWorker.ts';
import { until } from '../support/until.ts';

describe('A compaction that is asked for while another one runs', () => {
	const { conversation } = compactedState;
	assert.ok(conversation !== undefined);
	const view = conversation;
	const log = vscode.window.createOutputChannel('Compactions', { log: true });
	after(() => log.dispose());
	const result: JobResult = { kind: 'refused', reason: 'nothing-new' };

	function start() {
		let asked = 0;
		const ends: (() => void)[] = [];
		const told: string[] = [];
		const compactions = new Compactions({
			worker: quietWorker,
			conversations: {
				ask: (method?: unknown): Promise<JobResult> => {
					if (method === 'preview') {
						return Promise.resolve({ kind: 'nothing-to-do', reason: 'nothing-new' } as never);
					}
					asked += 1;
					return new Promise((resolve) => ends.push(() => resolve(result)));
				},
				view: () => Promise.resolve(view),
			},
			recent: { add: () => Promise.resolve() },
			notifications: {
				inform: (text) => void told.push(text),
				refused: () => undefined,
				failed: () => undefined,
			},
			log,
			active: { refresh: () => Promise.resolve(), shown: () => Promise.resolve() },
			onWritten: () => undefined,
		});
		return { compactions, asked: () => asked, ends, told };
	}

	it('is that one, where nothing else is wanted', async () => {
		const { compactions, asked, ends, told } = start();
		const both = [compactions.start('a'), compactions.start('a')];
		await until(() => ends.length === 1);
		ends[0]?.();
		assert.deepEqual(await Promise.all(both), [true, true]);
		assert.deepEqual([asked(), told], [1, []]);
		compactions.dispose();
	});

	it('is told to be not carried out, where it wants something of its own', async () => {
		const { compactions, asked, ends, told } = start();
		const first = compactions.start('a');
		const others = [
			compactions.start('a', 'the parser'),
			compactions.rebuild('a'),
			compactions.run('a', {}, () => Promise.resolve(result)),
		];
		await until(() => ends.length === 1);
		ends[0]?.();
		assert.equal(await first, true);
		assert.deepEqual(await Promise.all(others), [false, false, false]);
		assert.deepEqual([asked(), told.length], [1, 3]);
		compactions.dispose();
	});
});
