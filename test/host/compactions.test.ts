import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JobResult } from '../../src/conversations/service/job.ts';
import { Compactions } from '../../src/vscode/conversations/compactions.ts';
import { compactedState } from '../panel/states.ts';
import { quietWorker } from '../support/quietWorker.ts';

describe('A compaction that is asked for while another one runs', () => {
	const { conversation } = compactedState;
	assert.ok(conversation !== undefined);
	const view = conversation;
	const log = vscode.window.createOutputChannel('Compactions', { log: true });
	after(() => log.dispose());
	const result: JobResult = { kind: 'refused', reason: 'nothing-new' };

	/** A worker whose first compaction ends when the test says so; whoever asks meanwhile joins it. */
	function start() {
		const end = Promise.withResolvers<void>();
		let asked = 0;
		let isOver = false;
		let shown = Promise.resolve();
		const informed: string[] = [];
		const refused: string[] = [];
		const compactions = new Compactions({
			worker: {
				...quietWorker,
				call: async (method): Promise<never> => {
					if (method === 'view') {
						return view as never;
					}
					asked += 1;
					const job = isOver ? 2 : 1;
					const joined = asked > 1 && !isOver;
					await end.promise;
					isOver = true;
					return { ...result, job, ...(joined ? { joined } : {}) } as never;
				},
			},
			notifications: {
				inform: (text) => void informed.push(text),
				refused: (text) => void refused.push(text),
				failed: () => undefined,
			},
			log,
			active: { shown: () => shown },
			onWritten: () => undefined,
		});
		const holdScreen = (): (() => void) => {
			const screen = Promise.withResolvers<void>();
			shown = screen.promise;
			return screen.resolve;
		};
		return { compactions, end: end.resolve, informed, refused, holdScreen };
	}

	it('is that one where nothing else is wanted, and says once how it ended', async () => {
		const { compactions, end, informed, refused } = start();
		const both = [compactions.start('a'), compactions.start('a')];
		assert.ok(compactions.running('a') !== undefined);
		end();
		assert.deepEqual(await Promise.all(both), [true, true]);
		assert.deepEqual([informed, refused.length, compactions.ids], [[], 1, []]);
		compactions.dispose();
	});

	it('says how a later one ended too, whose click came before the end of the first was on screen', async () => {
		const { compactions, end, refused, holdScreen } = start();
		const showAgain = holdScreen();
		const first = compactions.start('a');
		end();
		await new Promise((resolve) => setImmediate(resolve));
		const later = compactions.start('a');
		showAgain();
		assert.deepEqual(await Promise.all([first, later]), [true, true]);
		assert.equal(refused.length, 2);
		compactions.dispose();
	});

	it('is told to be not carried out where it wants something of its own', async () => {
		const { compactions, end, informed } = start();
		const all = [
			compactions.start('a'),
			compactions.start('a', 'the parser'),
			compactions.rebuild('a'),
		];
		end();
		assert.deepEqual(await Promise.all(all), [true, false, false]);
		assert.equal(informed.length, 2);
		compactions.dispose();
	});
});
