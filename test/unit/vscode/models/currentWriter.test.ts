import assert from 'node:assert/strict';
import type { LogOutputChannel } from 'vscode';
import type { ActiveConversation } from '../../../../src/vscode/conversations/activeConversation.ts';
import { CurrentWriter, type Models } from '../../../../src/vscode/models/models.ts';
import { lm } from '../../../support/languageModelParts.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { FakeEvent } from '../../../support/vscodeFakes.ts';

describe('the model that would write a summary', () => {
	it('does not list models endlessly if listing them is itself reported as a change', async () => {
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
		lm.modelsChanged.fire();
		for (let turn = 0; turn < 10; turn += 1) {
			await settled();
		}
		writer.dispose();
		assert.equal(listings, 1);
	});
});
