import assert from 'node:assert/strict';
import {
	checkSettings,
	defaultOf,
	settingNames,
	type SettingName,
} from '../../../../src/vscode/settings/settings.ts';

function check(values: Partial<Record<SettingName, unknown>>) {
	return checkSettings((name) => values[name]);
}

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

	it('take a threshold as a share of the window or as a number of tokens', () => {
		for (const threshold of [0.01, 0.5, 1, 1_000, 64_000]) {
			const { settings, rejected } = check({ 'compaction.threshold': threshold });
			assert.equal(settings.threshold, threshold);
			assert.deepEqual(rejected, []);
		}
	});

	it('reject a threshold that is a percentage by mistake, and use the default', () => {
		for (const threshold of [80, 0, -1, 999, 1.5, 1_000.5, Number.NaN, '0.8', true]) {
			const { settings, rejected } = check({ 'compaction.threshold': threshold });
			assert.equal(settings.threshold, undefined, `threshold ${String(threshold)}`);
			assert.deepEqual(rejected, [{ name: 'compaction.threshold', value: threshold }]);
		}
	});

	it('reject values outside their range one by one, and keep the others', () => {
		const { settings, rejected } = check({
			'compaction.threshold': 0.7,
			'mirroredModels.advertisedWindow': 11,
			'context.window': 100,
		});
		assert.deepEqual(rejected.map(({ name }) => name).sort(), [
			'context.window',
			'mirroredModels.advertisedWindow',
		]);
		assert.equal(settings.window, defaultOf('context.window'));
		assert.equal(settings.threshold, 0.7);
	});

	it('do not blame the person when the default reply is too long for a small window', () => {
		const { settings, rejected } = check({ 'context.window': 8_000 });
		assert.deepEqual(rejected, []);
		assert.ok(settings.reservedReply < settings.window / 2);
	});

	it('can switch automatic compaction and storage off', () => {
		const { automatic, storage } = check({
			'compaction.automatic': false,
			'storage.enabled': false,
		});
		assert.deepEqual([automatic, storage.enabled], [false, false]);
	});

	it('reject a switch that is neither true nor false', () => {
		for (const name of ['compaction.automatic', 'storage.enabled'] as const) {
			for (const value of ['false', 0, []]) {
				const { automatic, storage, rejected } = check({ [name]: value });
				assert.deepEqual([automatic, storage.enabled], [true, true]);
				assert.deepEqual(rejected, [{ name, value }]);
			}
		}
	});

	it('limit what is kept in days and megabytes, and give milliseconds and bytes', () => {
		const { storage, rejected } = check({ 'storage.maxAgeDays': 30, 'storage.maxSize': 200 });
		assert.deepEqual(storage.retention, { maxAgeMs: 2_592_000_000, maxBytes: 200_000_000 });
		assert.deepEqual(rejected, []);
		const none = check({ 'storage.maxAgeDays': null, 'storage.maxSize': null });
		assert.deepEqual([none.storage.retention, none.rejected], [{}, []]);
	});

	it('delete nothing because of a limit that is a mistake', () => {
		for (const value of [0, -1, 1.5, 9, '30', true, Number.NaN, 1e9]) {
			const { storage, rejected } = check({ 'storage.maxSize': value });
			assert.deepEqual(storage.retention, {}, String(value));
			assert.equal(rejected.length, 1);
		}
		for (const value of [0, -1, 1.5, '30', true, Number.NaN, 36_501]) {
			const { storage, rejected } = check({ 'storage.maxAgeDays': value });
			assert.deepEqual(storage.retention, {}, String(value));
			assert.equal(rejected.length, 1);
		}
	});

	it('name tools for the chat', () => {
		assert.deepEqual(check({ 'chat.tools': [] }).chatTools, []);
		assert.deepEqual(check({ 'chat.tools': ['a', 'b'] }).chatTools, ['a', 'b']);
		for (const value of ['a', [1], [''], {}]) {
			const { chatTools, rejected } = check({ 'chat.tools': value });
			assert.deepEqual(chatTools, ['precis_recall_messages'], JSON.stringify(value));
			assert.equal(rejected.length, 1);
		}
	});

	it('tell of mirrored models by the name of the model behind them', () => {
		const models = { 'vscode/copilot/gpt': { images: false, window: 64_000 } };
		assert.deepEqual(check({ 'mirroredModels.models': models }).mirroring.models, models);
		for (const value of [
			{ a: true },
			{ a: { tools: 'no' } },
			{ a: { window: 1 } },
			{ a: { b: 1 } },
		]) {
			const { mirroring, rejected } = check({ 'mirroredModels.models': value });
			assert.deepEqual(mirroring.models, {}, JSON.stringify(value));
			assert.equal(rejected.length, 1, JSON.stringify(value));
		}
	});

	it('name folders to import from, each whole', () => {
		const folders = ['/backup', '~', '~/old', 'D:\\backup', '\\\\server\\share'];
		assert.deepEqual(check({ 'import.folders': folders }).importFolders, folders);
		for (const value of ['/a', [1], [''], ['backup'], ['./a'], ['~me/a'], {}]) {
			const { importFolders, rejected } = check({ 'import.folders': value });
			assert.deepEqual(importFolders, [], JSON.stringify(value));
			assert.equal(rejected.length, 1);
		}
	});

	it('are fourteen', () => {
		assert.equal(settingNames.length, 14);
	});
});
