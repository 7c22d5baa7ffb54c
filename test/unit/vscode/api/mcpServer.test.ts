import assert from 'node:assert/strict';
import type { ExtensionContext } from 'vscode';
import type { Configuration } from '../../../../src/vscode/settings/configuration.ts';
import { FakeEvent } from '../../../support/vscodeFakes.ts';
import { lm, workspace } from '../../../support/languageModelParts.ts';
import { registerMcpServer } from '../../../../src/vscode/api/mcpServer.ts';
import { pluginSetting, setPlugin } from '../../../../src/vscode/api/agentPlugin.ts';

const folder = (fsPath: string) => ({ uri: { scheme: 'file', fsPath, toString: () => fsPath } });

describe('our tools in VS Code', () => {
	afterEach(() => {
		workspace.workspaceFolders = [];
		workspace.defaults.clear();
		workspace.own.clear();
		lm.mcpProviders.length = 0;
	});

	it('stay in the list of tools until something of them changes', async () => {
		workspace.workspaceFolders = [folder('/w/a')];
		workspace.defaults.set(pluginSetting, {});
		const settings = new FakeEvent<undefined>();
		const now = { mcpServer: true };
		const context: object = {
			extension: { extensionUri: { fsPath: '/x' }, packageJSON: { version: '1.0.0' } },
			globalStorageUri: { fsPath: '/s' },
		};
		const configuration: object = { now, onDidChange: settings.event };
		registerMcpServer(context as ExtensionContext, configuration as Configuration);
		const [provider] = lm.mcpProviders;
		assert.ok(provider !== undefined);
		let told = 0;
		provider.onDidChangeMcpServerDefinitions(() => (told += 1));
		const servers = (): number => provider.provideMcpServerDefinitions().length;
		const change = (name: string) =>
			workspace.changed.fire({ affectsConfiguration: (asked) => asked === name });

		assert.equal(servers(), 1);
		settings.fire(undefined);
		change(pluginSetting);
		workspace.workspaceFolders = [
			folder('/w/a'),
			{ uri: { scheme: 'vscode-remote', fsPath: '/b' } },
		];
		workspace.folders.fire(undefined);
		assert.equal(told, 0);

		workspace.workspaceFolders = [folder('/w/a'), folder('/w/b')];
		workspace.folders.fire(undefined);
		assert.equal(told, 1);
		now.mcpServer = false;
		settings.fire(undefined);
		settings.fire(undefined);
		assert.deepEqual([told, servers()], [2, 0]);
		now.mcpServer = true;
		settings.fire(undefined);
		assert.deepEqual([told, servers()], [3, 1]);
		await setPlugin('/g/precis.precis/plugin/plugin');
		change('chat.plugins');
		assert.equal(told, 3);
		change(pluginSetting);
		assert.deepEqual([told, servers()], [4, 0]);
	});
});
