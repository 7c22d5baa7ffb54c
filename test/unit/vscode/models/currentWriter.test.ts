import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { LogOutputChannel } from 'vscode';
import type { ActiveConversation } from '../../../../src/vscode/conversations/activeConversation.ts';
import { CurrentWriter, type Models } from '../../../../src/vscode/models/models.ts';
import { lm } from '../../../support/languageModelParts.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { FakeEvent } from '../../../support/vscodeFakes.ts';

describe('the model that would write a summary', () => {
	afterEach(() => mock.timers.reset());

	/** A vendor that reports a change whenever it is asked. */
	function echoing() {
		mock.timers.enable({ apis: ['setTimeout'] });
		const state = { listings: 0, model: 'one' };
		const suggested = async () => {
			state.listings += 1;
			const { model } = state;
			await settled();
			lm.modelsChanged.fire();
			return { kind: 'vscode', vendor: 'vendor', model };
		};
		const { event: onDidChange } = new FakeEvent<void>();
		const writer = new CurrentWriter(
			{ onDidChange, languageModels: { suggested } } as unknown as Models,
			{ onDidChange } as unknown as ActiveConversation,
			{} as LogOutputChannel,
		);
		const pass = async (seconds: number): Promise<number> => {
			const before = state.listings;
			for (let second = 0; second < seconds; second += 1) {
				mock.timers.tick(1_000);
				await settled();
			}
			return state.listings - before;
		};
		return { state, writer, pass };
	}

	it('is looked up less often if listing models is itself reported as a change', async () => {
		const { state, writer, pass } = echoing();
		lm.modelsChanged.fire();
		await settled();
		assert.equal(state.listings, 1);
		assert.ok((await pass(120)) >= 2);
		await pass(1_800);
		assert.ok((await pass(1_800)) <= 30);
		writer.dispose();
	});

	it('is looked up within a minute of a change, and again soon after it', async () => {
		const { state, writer, pass } = echoing();
		lm.modelsChanged.fire();
		await pass(3_600);
		while ((await pass(1)) === 0) {
			// Until just after a listing.
		}
		state.model = 'two';
		lm.modelsChanged.fire();
		assert.equal(await pass(65), 1);
		assert.ok((await pass(60)) >= 2);
		writer.dispose();
	});
});
