import assert from 'node:assert/strict';
import {
	checkSettings,
	defaultOf,
	type SettingName,
} from '../../../../src/vscode/settings/settings.ts';

function check(values: Partial<Record<SettingName, unknown>>) {
	const { rejected, ...checked } = checkSettings((name) => values[name]);
	return { ...checked, rejected: rejected.map(({ name }) => name), messages: rejected };
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
	'models.providers': [[[]], [{}, 'openai']],
	'models.main': [
		['', 'openrouter/openai/gpt-5'],
		['built-in', 'gpt-5', 5],
	],
	'tasks.compaction.model': [
		['', 'built-in', 'vscode/copilot/gpt-5-mini'],
		['gpt-5', {}],
	],
	'tasks.compaction.timeout': [
		[1, 86_400],
		[0, -1, 86_401, 1.5, Number.NaN, '60', true],
	],
	'tasks.compaction.language': [['', ' German '], [7]],
	'tasks.compaction.instructions': [['', ' In French. '], [7]],
	'tasks.compaction.automaticModels': [
		[{}, null, { 'acme/large': true, 'acme/new': false }],
		['yes', true, ['acme/large'], { 'acme/large': 'yes' }],
	],
};

describe('settings', () => {
	it('have the defaults of behaviour.md', () => {
		const { messages: _, ...checked } = check({});
		assert.deepEqual(checked, {
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
			models: {
				providers: [],
				summary: { kind: 'default' },
				timeouts: { total: 360_000, firstByte: 120_000, idle: 60_000 },
				spending: { automaticModels: {} },
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
				const { rejected, messages: _, ...checked } = check({ [name]: value });
				assert.deepEqual(rejected, [name]);
				const { rejected: _none, messages: _no, ...byDefault } = check({ [name]: defaultOf(name) });
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
		const { settings, rejected } = check({ 'context.window': 8_001 });
		assert.deepEqual(rejected, []);
		assert.equal(settings.reservedReply, 2_000);
	});

	it('name the models that write, in seconds how long they may take, and how', () => {
		const { models } = check({
			'models.main': 'openrouter/openai/gpt-5',
			'tasks.compaction.model': 'vscode/copilot/gpt-5-mini',
			'tasks.compaction.timeout': 86_400,
			'tasks.compaction.language': ' German ',
			'tasks.compaction.instructions': ' In French.\r\nShort. ',
		});
		const { main, summary, timeouts, language, instructions } = models;
		assert.deepEqual(main, { kind: 'provider', provider: 'openrouter', model: 'openai/gpt-5' });
		assert.deepEqual(summary, { kind: 'vscode', vendor: 'copilot', model: 'gpt-5-mini' });
		assert.deepEqual([timeouts.firstByte, timeouts.idle], [28_800_000, 14_400_000]);
		assert.ok(timeouts.total < 2 ** 31, 'a timer takes it');
		assert.deepEqual([language, instructions], ['German', 'In French.\nShort.']);
		const blank = check({
			'tasks.compaction.language': ' ',
			'tasks.compaction.instructions': ' \n ',
		});
		assert.deepEqual([blank.models.language, blank.models.instructions], [undefined, undefined]);
	});

	it('limit what a day may cost in dollars, to nothing where that cannot be read', () => {
		const limit = (value: unknown) => {
			const { models, rejected } = check({ 'tasks.compaction.dailyLimit': value });
			return [models.spending.dailyLimit, rejected.length];
		};
		for (const value of [0, 0.5, 20]) {
			assert.deepEqual(limit(value), [value, 0]);
		}
		assert.deepEqual(
			[limit(null), limit(undefined)],
			[
				[undefined, 0],
				[undefined, 0],
			],
		);
		for (const value of [-1, Number.NaN, '5', true, []]) {
			assert.deepEqual(limit(value), [0, 1], String(value));
		}
	});

	it('show no key that was pasted into the wrong place', () => {
		const key = 'sk-proj-SENTINEL0123456789abcdefghijklmnop';
		const { messages } = check({ 'models.main': key, 'tasks.compaction.model': key });
		assert.equal(messages.length, 2);
		assert.doesNotMatch(JSON.stringify(messages), /SENTINEL/);
	});
});
