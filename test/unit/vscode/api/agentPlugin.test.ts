import assert from 'node:assert/strict';
import { env, workspace } from '../../../support/languageModelParts.ts';
import {
	hasPlugin,
	pluginSetting,
	setPlugin,
	supportsAgentPlugins as takesPlugins,
} from '../../../../src/vscode/api/agentPlugin.ts';

const ours = '/home/me/Code/User/globalStorage/precis.precis/plugin/plugin';

describe('our plugin in VS Code', () => {
	beforeEach(() => {
		workspace.defaults.set(pluginSetting, {});
	});
	afterEach(() => {
		workspace.defaults.clear();
		workspace.own.clear();
		env.remoteName = undefined;
	});

	it('is added to those of the person, and taken out again', async () => {
		const theirs = { '/home/me/plugins/other': true };
		workspace.own.set(pluginSetting, theirs);
		assert.ok(takesPlugins() && !hasPlugin());
		await setPlugin(ours);
		assert.deepEqual(workspace.own.get(pluginSetting), { ...theirs, [ours]: true });
		assert.ok(hasPlugin());
		await setPlugin(undefined);
		assert.deepEqual(workspace.own.get(pluginSetting), theirs);
		assert.ok(!hasPlugin());
	});

	it('stands there once, and leaves no setting behind', async () => {
		await setPlugin(String.raw`C:\Users\me\globalStorage\precis.precis\plugin\plugin`);
		await setPlugin(ours);
		assert.deepEqual(workspace.own.get(pluginSetting), { [ours]: true });
		await setPlugin(undefined);
		assert.equal(workspace.own.get(pluginSetting), undefined);
	});

	it('is not loaded where the person, this VS Code or its window loads none', async () => {
		await setPlugin(ours);
		workspace.own.set('chat.plugins.enabled', false);
		assert.ok(!takesPlugins() && !hasPlugin());
		workspace.own.delete('chat.plugins.enabled');
		env.remoteName = 'ssh-remote';
		assert.ok(!takesPlugins() && !hasPlugin());
		env.remoteName = undefined;
		workspace.own.set(pluginSetting, { [ours]: false });
		assert.ok(takesPlugins() && !hasPlugin());
		workspace.defaults.clear();
		assert.ok(!takesPlugins());
	});
});
