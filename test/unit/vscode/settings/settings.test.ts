import assert from 'node:assert/strict';
import {
	checkSettings,
	defaultOf,
	type SettingName,
} from '../../../../src/vscode/settings/settings.ts';

function check(values: Partial<Record<SettingName, unknown>>) {
	const { rejected, ...checked } = checkSettings((name) => values[name]);
	return { ...checked, rejected: rejected.map(({ name, value }) => ({ name, value })) };
}

/** By setting what is taken as it is, and mistakes: the default holds in their place, and a person is told. */
const cases: Readonly<
	Partial<Record<SettingName, readonly [taken: readonly unknown[], refused: readonly unknown[]]>>
> = {
	'compaction.threshold': [
		[0.01, 0.5, 1, 1_000, 64_000],
		// A percentage by mistake.
		[80, 0, -1, 999, 1.5, 1_000.5, Number.NaN, '0.8', true],
	],
	'compaction.automatic': [
		[true, false],
		['false', 0, []],
	],
	'storage.enabled': [
		[true, false],
		['false', 0, []],
	],
	'storage.maxSize': [
		[10, 200, null],
		[0, -1, 1.5, 9, '30', true, Number.NaN, 1e9],
	],
	'storage.maxAgeDays': [
		[1, 30, null],
		[0, -1, 1.5, '30', true, Number.NaN, 36_501],
	],
	'chat.tools': [
		[[], ['a', 'b']],
		['a', [1], [''], {}],
	],
	'mirroredModels.models': [
		[{ 'vscode/copilot/gpt': { images: false, window: 64_000 } }],
		[{ a: true }, { a: { tools: 'no' } }, { a: { window: 1 } }, { a: { b: 1 } }],
	],
	'import.folders': [
		[['/backup', '~', '~/old', 'D:\\backup', '\\\\server\\share']],
		['/a', [1], [''], ['backup'], ['./a'], ['~me/a'], {}],
	],
	'context.window': [
		[4_000, 1_000_000],
		[100, '200000'],
	],
};

describe('settings', () => {
	it('have the defaults of behaviour.md', () => {
		assert.deepEqual(check({}), {
			settings: {
				window: 200_000,
				softRatio: 0.8,
				reservedReply: 8_192,
				protectFirst: 3,
				tailRatio: 0.2,
				userMessageShare: 0.4,
			},
			automatic: true,
			chatTools: ['precis_recall_messages'],
			importFolders: [],
			mcpServer: true,
			storage: { enabled: true, retention: {} },
			mirroring: {
				enabled: true,
				advertisedWindow: 4,
				keepConversations: 'ask',
				recall: true,
				models: {},
			},
			rejected: [],
		});
	});

	for (const [key, [taken, refused]] of Object.entries(cases)) {
		const name = key as SettingName;
		it(`${name} takes what it allows, and the default holds in place of a mistake`, () => {
			for (const value of taken) {
				assert.deepEqual(check({ [name]: value }).rejected, [], JSON.stringify(value));
			}
			for (const value of refused) {
				const { rejected, ...checked } = check({ [name]: value });
				assert.deepEqual(rejected, [{ name, value }]);
				const { rejected: _, ...byDefault } = check({ [name]: defaultOf(name) });
				assert.deepEqual(checked, byDefault);
			}
		});
	}

	it('are each read for itself: a mistake in one changes no other', () => {
		const { settings, rejected } = check({
			'compaction.threshold': 0.7,
			'mirroredModels.advertisedWindow': 11,
			'context.window': 100,
		});
		assert.equal(rejected.length, 2);
		assert.equal(settings.threshold, 0.7);
	});

	it('limit what is kept in milliseconds and bytes, and a reply by a small window', () => {
		const { storage } = check({ 'storage.maxAgeDays': 30, 'storage.maxSize': 200 });
		assert.deepEqual(storage.retention, { maxAgeMs: 2_592_000_000, maxBytes: 200_000_000 });
		const { settings, rejected } = check({ 'context.window': 8_000 });
		assert.deepEqual(rejected, []);
		assert.ok(settings.reservedReply < settings.window / 2);
	});
});
