import assert from 'node:assert/strict';
import { chatSource, providerSource } from '../../../../src/conversations/sources.ts';
import '../../../support/vscodeModule.ts';

const { env, window, workspace } = await import('../../../support/languageModelParts.ts');
const { modelsInAgentHost, offersModels, onDidChangeAgentHost, showModelsInAgentHost } =
	await import('../../../../src/vscode/status/agentHost.ts');

const enabled = 'chat.agentHost.enabled';
const shown = 'chat.agentHost.byokModels.enabled';
const agentsWindow = 'extensions.supportAgentsWindow';

describe("Precis's models in the Agent Host", () => {
	beforeEach(() => {
		workspace.defaults.set(shown, false);
	});
	afterEach(() => {
		workspace.defaults.clear();
		workspace.own.clear();
		env.remoteName = undefined;
		window.messages.length = 0;
		window.chosen = undefined;
	});

	it('need no notice in a VS Code without an Agent Host', () => {
		workspace.defaults.delete(shown);
		assert.equal(modelsInAgentHost(), 'listed');
		env.remoteName = 'wsl';
		assert.equal(modelsInAgentHost(), 'listed');
	});

	it('need no notice where a setting keeps the Agent Host, or all of AI, off', () => {
		workspace.defaults.set(enabled, false);
		assert.equal(modelsInAgentHost(), 'listed');
		workspace.own.set(enabled, true);
		assert.equal(modelsInAgentHost(), 'hidden');
		workspace.own.set('chat.disableAIFeatures', true);
		assert.equal(modelsInAgentHost(), 'listed');
	});

	it('are hidden until the setting lists them', () => {
		assert.equal(modelsInAgentHost(), 'hidden');
		workspace.own.set(shown, true);
		assert.equal(modelsInAgentHost(), 'listed');
	});

	it('are offered where they can be listed, but not beside a chat that Precis leads already', () => {
		assert.ok(offersModels('Claude Code'));
		assert.ok(!offersModels(providerSource) && !offersModels(chatSource));
		env.remoteName = 'ssh-remote';
		assert.ok(!offersModels('Claude Code'));
		env.remoteName = undefined;
		workspace.own.set(shown, true);
		assert.ok(!offersModels('Claude Code'));
	});

	it('cannot be listed in a remote window, whatever the setting says', async () => {
		env.remoteName = 'ssh-remote';
		assert.equal(modelsInAgentHost(), 'impossible');
		workspace.own.set(shown, true);
		assert.equal(modelsInAgentHost(), 'impossible');
		window.chosen = 'Show Models';
		workspace.own.clear();
		await showModelsInAgentHost('precis.precis');
		assert.match(window.messages.join(), /session target Local/);
		assert.equal(workspace.own.size, 0);
	});

	it('are listed once the person agrees, and only then', async () => {
		await showModelsInAgentHost('precis.precis');
		assert.equal(workspace.own.size, 0);
		window.chosen = 'Show Models';
		await showModelsInAgentHost('precis.precis');
		assert.deepEqual([...workspace.own], [[shown, true]]);
	});

	it('come to the Agents window only if the person wants that too, beside other extensions', async () => {
		workspace.own.set(agentsWindow, { 'other.one': true });
		window.chosen = 'Show Models and Allow the Agents Window';
		await showModelsInAgentHost('precis.precis');
		assert.equal(workspace.own.get(shown), true);
		assert.deepEqual(workspace.own.get(agentsWindow), { 'other.one': true, 'precis.precis': true });
	});

	it('are looked at again when a setting of the chat changes', () => {
		let changes = 0;
		const listener = onDidChangeAgentHost(() => (changes += 1));
		for (const changed of ['chat', 'precis']) {
			workspace.changed.fire({ affectsConfiguration: (name) => name === changed });
		}
		listener.dispose();
		assert.equal(changes, 1);
	});
});
