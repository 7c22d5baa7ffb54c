import assert from 'node:assert/strict';
import { mock } from 'node:test';
import {
	betweenTasks,
	type RecentRequests,
} from '../../../src/assistants/compactor/betweenTasks.ts';
import { idleCompaction } from '../../../src/assistants/compactor/pi.ts';
import { requestsIn } from '../../../src/assistants/compactor/claudeCode.ts';

const minute = 60_000;
const now = 100 * minute;

/** A session that is worth it in both respects: size and price. */
const large = { tokens: 75_000, fixed: 15_000, window: 200_000, model: 'claude-sonnet-4-5' };

function sentAgo(ms: number, more: Partial<RecentRequests> = {}) {
	return () => Promise.resolve({ count: 200, latestAt: now - ms, ...more });
}

describe('a compaction between the tasks of an assistant', () => {
	it('comes at once where nobody waits for it, and before the cache ends where a model writes', async () => {
		const soon = sentAgo(minute);
		assert.equal(await betweenTasks('at-once').delayFor(large, soon, now), 0);
		assert.equal(await betweenTasks('model').delayFor(large, soon, now), 3.5 * minute);
		const hour = sentAgo(minute, { cacheLifetimeMs: 60 * minute });
		assert.equal(await betweenTasks('model').delayFor(large, hour, now), 58.5 * minute);
		// It has ended: nothing is left to save before the next request.
		assert.equal(await betweenTasks('model').delayFor(large, sentAgo(6 * minute), now), undefined);
	});

	it('does not come for a session that is too small, whose file is not even read', async () => {
		const unread = () => Promise.reject(new Error('read'));
		for (const writer of ['model', 'at-once'] as const) {
			const small = { ...large, tokens: 40_000 };
			assert.equal(await betweenTasks(writer).delayFor(small, unread, now), undefined);
		}
	});

	it('rests after the user went back to before one, until the session has grown', async () => {
		const idle = betweenTasks('at-once');
		idle.compacted(large.tokens, 'automatic');
		idle.restored(large);
		assert.equal(await idle.delayFor(large, sentAgo(minute), now), undefined);
		const grown = { ...large, tokens: 95_001 };
		assert.equal(await idle.delayFor(grown, sentAgo(minute), now), 0);
	});

	it('rests when two in a row saved next to nothing', async () => {
		const idle = betweenTasks('at-once');
		for (const expected of [0, undefined]) {
			idle.compacted(large.tokens, 'automatic');
			assert.equal(await idle.delayFor(large, sentAgo(minute), now), expected);
		}
	});
});

describe('the requests of Claude Code since its latest compaction', () => {
	const at = (second: number): string => new Date(second * 1_000).toISOString();
	const row = (type: string, second: number, more: object = {}): string =>
		JSON.stringify({ type, timestamp: at(second), ...more });
	const reply = (id: string, second: number, usage: object = {}): string =>
		row('assistant', second, { message: { id, usage } });

	it('are counted by their replies, with the time of the latest and the life of the cache', () => {
		const hour = { cache_creation: { ephemeral_1h_input_tokens: 5, ephemeral_5m_input_tokens: 0 } };
		const rows = [
			reply('before', 1),
			row('system', 2, { subtype: 'compact_boundary' }),
			row('user', 3),
			reply('a', 4, hour),
			reply('a', 5, hour),
			row('user', 6),
			row('assistant', 7, { isSidechain: true, message: { id: 'other' } }),
			reply('b', 8),
		];
		assert.deepEqual(requestsIn(rows.join('\n')), {
			count: 2,
			latestAt: 6_000,
			cacheLifetimeMs: 60 * minute,
		});
	});

	it('are none behind a compaction', () => {
		const rows = [row('user', 1), reply('a', 2), row('system', 3, { subtype: 'compact_boundary' })];
		assert.equal(requestsIn(rows.join('\n')), undefined);
	});
});

describe('a session of Pi at an idle moment', () => {
	beforeEach(() => mock.timers.enable({ apis: ['Date'], now }));
	afterEach(() => mock.timers.reset());

	const entry = (id: string, type: string, role?: string) => ({
		id,
		type,
		timestamp: new Date(now - minute).toISOString(),
		...(role === undefined ? {} : { message: { role, content: 'Text.' } }),
	});
	const exchange = (id: string) => [
		entry(`${id}-user`, 'message', 'user'),
		entry(`${id}-reply`, 'message', 'assistant'),
	];
	const work = Array.from({ length: 20 }, (_, index) => exchange(`before-${index}`)).flat();
	const host = (branch: ReturnType<typeof exchange>, tokens = large.tokens) => ({
		model: { id: large.model, promptCache: { short: 600 } },
		sessionManager: { getBranch: () => branch },
		getContextUsage: () => ({ tokens, contextWindow: large.window }),
		getSystemPrompt: () => 'You are an assistant.',
	});
	const compaction = { id: 'c', tokensBefore: large.tokens };

	it('is compacted at once, or before the end of the cache as Pi knows it', async () => {
		assert.equal(await idleCompaction('at-once', false).delayFor(host(work), []), 0);
		assert.equal(await idleCompaction('model', false).delayFor(host(work), []), 8.5 * minute);
		const small = host(work, 20_000);
		assert.equal(await idleCompaction('at-once', false).delayFor(small, []), undefined);
	});

	it('is not compacted for a model that has been asked next to nothing since the latest compaction', async () => {
		const idle = idleCompaction('model', false);
		const asked = [...work, entry('c', 'compaction'), ...exchange('after')];
		idle.compacted(compaction, 'automatic');
		assert.equal(await idle.delayFor(host(asked), []), undefined);
	});

	it('rests in a new process, and after the user went back to before a compaction', async () => {
		assert.equal(await idleCompaction('at-once', true).delayFor(host(work), []), undefined);
		const idle = idleCompaction('at-once', false);
		idle.compacted(compaction, 'automatic');
		assert.equal(await idle.delayFor(host(work), []), undefined);
		assert.equal(await idle.delayFor(host(work, 95_001), []), 0);
	});
});
