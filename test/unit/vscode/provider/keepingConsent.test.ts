import assert from 'node:assert/strict';
import type { LogOutputChannel } from 'vscode';
import type { Notifications } from '../../../../src/vscode/notifications.ts';
import { KeepingConsent } from '../../../../src/vscode/provider/keepingConsent.ts';
import type { Configuration } from '../../../../src/vscode/settings/configuration.ts';
import { checkSettings, type SettingName } from '../../../../src/vscode/settings/settings.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { FakeMemento } from '../../../support/vscodeFakes.ts';

const setting = 'mirroredModels.keepConversations';

/** A person who gives this answer; undefined: they close the question. */
function start(keeps: 'ask' | 'always' | 'never', answer?: string, isStored = true) {
	const values: Partial<Record<SettingName, unknown>> = {
		[setting]: keeps,
		'storage.enabled': isStored,
	};
	let asked = 0;
	const notifications: object = {
		ask: async () => {
			asked += 1;
			return answer;
		},
	};
	const configuration: object = {
		now: checkSettings((name) => values[name]),
		save: async (name: SettingName, value: unknown) => {
			values[name] = value;
		},
	};
	const consent = new KeepingConsent(
		{
			configuration: configuration as Configuration,
			notifications: notifications as Notifications,
			log: { error: (error: unknown) => assert.fail(String(error)) } as unknown as LogOutputChannel,
		},
		new FakeMemento(),
	);
	/** How often the person was asked, and what the setting says then, after two conversations. */
	async function asks(): Promise<readonly [asked: number, setting: unknown]> {
		consent.askOnce();
		await settled();
		consent.askOnce();
		await settled();
		return [asked, values[setting]];
	}
	return { consent, asks };
}

describe('consent to keep what goes through models', () => {
	it('is asked for once, whatever is answered, and the answer becomes the setting', async () => {
		assert.deepEqual(await start('ask', 'Keep Them').asks(), [1, 'always']);
		assert.deepEqual(await start('ask', 'In Memory Only').asks(), [1, 'never']);
		assert.deepEqual(await start('ask').asks(), [1, 'ask']);
	});

	it('is not asked for where the setting says it, or nothing is stored at all', async () => {
		for (const [keeps, isStored, isKept] of [
			['always', true, true],
			['never', true, false],
			['always', false, false],
			['ask', false, false],
		] as const) {
			const { consent, asks } = start(keeps, 'Keep Them', isStored);
			assert.deepEqual(await asks(), [0, keeps]);
			assert.equal(consent.keeps, isKept);
		}
		assert.equal(start('ask').consent.keeps, false);
	});
});
