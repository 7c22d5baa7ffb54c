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

	it('is looked up ever less often if listing models is itself reported as a change', async () => {
		mock.timers.enable({ apis: ['setTimeout'] });
		let listings = 0;
		const suggested = async (): Promise<undefined> => {
			listings += 1;
			await settled();
			lm.modelsChanged.fire();
		};
		const { event: onDidChange } = new FakeEvent<void>();
		const writer = new CurrentWriter(
			{ onDidChange, languageModels: { suggested } } as unknown as Models,
			{ onDidChange } as unknown as ActiveConversation,
			{} as LogOutputChannel,
		);
		const pass = async (seconds: number): Promise<number> => {
			const before = listings;
			for (let second = 0; second < seconds; second += 1) {
				mock.timers.tick(1_000);
				await settled();
			}
			return listings - before;
		};
		lm.modelsChanged.fire();
		await settled();
		assert.equal(listings, 1);
		assert.ok((await pass(120)) >= 2);
		await pass(1_800);
		assert.ok((await pass(1_800)) <= 4);
		writer.dispose();
	});
});
