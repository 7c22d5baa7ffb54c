import assert from 'node:assert/strict';
import type { LogOutputChannel } from 'vscode';
import { Configuration } from '../../../../src/vscode/settings/configuration.ts';
import { workspace } from '../../../support/languageModelParts.ts';

describe('saving a setting', () => {
	const name = 'precis.compaction.automatic';
	afterEach(() => [workspace.own, workspace.shared].forEach((settings) => settings.clear()));

	async function save(): Promise<boolean> {
		await new Configuration({} as LogOutputChannel).save('compaction.automatic', true);
		return new Configuration({} as LogOutputChannel).now.automatic;
	}

	it('takes effect if the workspace overrides the user settings', async () => {
		workspace.shared.set(name, false);
		assert.equal(await save(), true);
		assert.equal(workspace.own.has(name), false);
	});

	it('leaves the settings of a workspace that does not', async () => {
		workspace.own.set(name, false);
		assert.equal(await save(), true);
		assert.equal(workspace.shared.has(name), false);
	});
});
