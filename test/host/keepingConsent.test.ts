import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { configurationSection } from '../../src/vscode/contributions.ts';
import { KeepingConsent } from '../../src/vscode/provider/keepingConsent.ts';
import { checkSettings, type SettingName } from '../../src/vscode/settings/settings.ts';
import { FakeMemento } from '../support/vscodeFakes.ts';
import { until } from '../support/until.ts';
import { CaughtMessages } from './messages.ts';

const setting = 'mirroredModels.keepConversations';

describe('Consent to keep what goes through models', () => {
	let messages: CaughtMessages;
	let memory: FakeMemento;

	beforeEach(() => {
		messages = new CaughtMessages();
		memory = new FakeMemento();
	});
	afterEach(async () => {
		messages.restore();
		await configuration().update(setting, undefined, vscode.ConfigurationTarget.Global);
	});

	const configuration = (): vscode.WorkspaceConfiguration =>
		vscode.workspace.getConfiguration(configurationSection);

	function consent(keepConversations: 'ask' | 'always' | 'never', enabled = true): KeepingConsent {
		const values: Partial<Record<SettingName, unknown>> = {
			[setting]: keepConversations,
			'storage.enabled': enabled,
		};
		const now = checkSettings((name) => values[name]);
		const save = (name: SettingName, value: unknown) =>
			Promise.resolve(configuration().update(name, value, vscode.ConfigurationTarget.Global));
		const log = vscode.window.createOutputChannel('Consent', { log: true });
		return new KeepingConsent({ now, save }, memory, log);
	}

	it('is asked for once, and what is answered becomes the setting', async () => {
		messages.answer(/keep its conversations/, 'Keep Them');
		consent('ask').askOnce();
		await until(() => configuration().get(setting) === 'always');
		consent('ask').askOnce();
		consent('ask').askOnce();
		assert.equal(messages.shown.length, 1);
	});

	it('may be refused', async () => {
		messages.answer(/keep its conversations/, 'In Memory Only');
		consent('ask').askOnce();
		await until(() => configuration().get(setting) === 'never');
	});

	it('is not asked for again by who closed the question', async () => {
		consent('ask').askOnce();
		await until(() => messages.shown.length === 1);
		consent('ask').askOnce();
		assert.equal(messages.shown.length, 1);
		assert.equal(configuration().get(setting), 'ask');
	});

	it('is not asked for where the setting says it, or nothing is stored at all', () => {
		consent('always').askOnce();
		consent('never').askOnce();
		consent('ask', false).askOnce();
		assert.deepEqual(messages.shown, []);
		assert.deepEqual(
			[consent('always').keeps, consent('never').keeps, consent('ask').keeps],
			[true, false, false],
		);
		assert.equal(consent('always', false).keeps, false);
	});
});
