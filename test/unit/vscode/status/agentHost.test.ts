import assert from 'node:assert/strict';
import '../../../support/vscodeModule.ts';

const { env, workspace } = await import('../../../support/languageModelParts.ts');
const { modelsInAgentHost } = await import('../../../../src/vscode/status/agentHost.ts');

const enabled = 'chat.agentHost.enabled';
const shown = 'chat.agentHost.byokModels.enabled';

describe("Precis's models in the Agent Host", () => {
	afterEach(() => {
		workspace.own.clear();
		env.remoteName = undefined;
	});

	it('need no notice in a VS Code without an Agent Host', () => {
		assert.equal(modelsInAgentHost(), 'listed');
		env.remoteName = 'wsl';
		assert.equal(modelsInAgentHost(), 'listed');
	});

	it('are hidden until the setting lists them', () => {
		workspace.own.set(enabled, true);
		assert.equal(modelsInAgentHost(), 'hidden');
		workspace.own.set(shown, true);
		assert.equal(modelsInAgentHost(), 'listed');
	});

	it('cannot be listed in a remote window, whatever the setting says', () => {
		env.remoteName = 'ssh-remote';
		workspace.own.set(enabled, true);
		assert.equal(modelsInAgentHost(), 'impossible');
		workspace.own.set(shown, true);
		assert.equal(modelsInAgentHost(), 'impossible');
	});
});
