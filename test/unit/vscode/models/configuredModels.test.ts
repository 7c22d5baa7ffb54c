import assert from 'node:assert/strict';
import { configuredModels } from '../../../../src/vscode/models/configuredModels.ts';
import type { KnownModel } from '../../../../src/vscode/models/modelDirectory.ts';
import { modelId } from '../../../../src/vscode/models/modelId.ts';
import { checkModelSettings } from '../../../../src/vscode/models/modelSettings.ts';

async function idsOf(
	settings: Readonly<Record<string, unknown>>,
	listed: () => Promise<readonly KnownModel[]> = () => Promise.reject(new Error('not there')),
): Promise<readonly string[]> {
	const checked = checkModelSettings((name) => settings[name]).settings;
	return (await configuredModels(checked, { modelsOf: listed })).map(modelId);
}

const server = { name: 'mine', baseUrl: 'http://127.0.0.1:1/v1' };

describe('models of servers that are set up', () => {
	it('are those the settings name, and no others of that server', async () => {
		const models = [
			{ id: 'a', window: 8_000 },
			{ id: 'b', window: 8_000 },
		];
		const listed = () => Promise.resolve([{ id: 'c' }]);
		assert.deepEqual(await idsOf({ 'models.providers': [{ ...server, models }] }, listed), [
			'mine/a',
			'mine/b',
		]);
	});

	it('are what a server lists that is set up without models', async () => {
		const listed = () => Promise.resolve([{ id: 'c' }, { id: 'd' }]);
		assert.deepEqual(await idsOf({ 'models.providers': [server] }, listed), ['mine/c', 'mine/d']);
	});

	it('are none of a server that does not answer, and the others all the same', async () => {
		assert.deepEqual(
			await idsOf({
				'models.providers': [server],
				'models.main': 'openai/gpt-5',
				'tasks.compaction.model': 'openrouter/small',
			}),
			['openai/gpt-5', 'openrouter/small'],
		);
	});

	it('are each there once', async () => {
		const models = [{ id: 'a', window: 8_000 }];
		const settings = { 'models.providers': [{ ...server, models }], 'models.main': 'mine/a' };
		assert.deepEqual(await idsOf(settings), ['mine/a']);
	});

	it('are not VS Code’s own', async () => {
		assert.deepEqual(await idsOf({ 'models.main': 'vscode/copilot/gpt-5' }), []);
	});
});
