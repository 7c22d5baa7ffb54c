import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Route } from '../../../src/models/client.ts';
import { ClientPool } from '../../../src/models/clientPool.ts';
import { Secret } from '../../../src/models/secret.ts';
import { routeTo, ScriptedClient, settled } from '../../support/scriptedClients.ts';

function poolOf(): { pool: ClientPool; built: ScriptedClient[] } {
	const built: ScriptedClient[] = [];
	const pool = new ClientPool(() => {
		const client = new ScriptedClient();
		built.push(client);
		return Promise.resolve(client);
	});
	return { pool, built };
}

async function built(routes: readonly Route[]): Promise<number> {
	const { pool, built } = poolOf();
	await Promise.all(routes.map((route) => pool.lease(route)));
	return built.length;
}

describe('the pool of clients', () => {
	it('shares one client among all calls of a route', async () => {
		const { pool, built } = poolOf();
		const leases = await Promise.all([pool.lease(routeTo()), pool.lease(routeTo())]);
		leases.push(await pool.lease(routeTo()));
		assert.equal(built.length, 1);
		assert.ok(leases.every(({ client }) => client === built[0]));
	});

	it('keeps providers, addresses, credentials and APIs apart', async () => {
		const others: Partial<Route>[] = [
			{ provider: 'other' },
			{ baseUrl: 'http://127.0.0.1:2/v1' },
			{ credential: new Secret('one') },
			{ credential: new Secret('two') },
			{ api: 'responses' },
		];
		assert.equal(await built([routeTo(), ...others.map(routeTo)]), others.length + 1);
	});

	it('serves replies in one piece and in events with the same client', async () => {
		assert.equal(await built([routeTo(), routeTo({ streaming: !routeTo().streaming })]), 1);
	});

	it('tells models apart only where a client is a model', async () => {
		assert.equal(await built([routeTo({ model: 'a' }), routeTo({ model: 'b' })]), 1);
		const vscode = { api: 'vscode', baseUrl: '' } as const;
		assert.equal(
			await built([routeTo({ ...vscode, model: 'a' }), routeTo({ ...vscode, model: 'b' })]),
			2,
		);
	});

	it('holds no secret, not even for an inspector', async () => {
		const { pool } = poolOf();
		const route = routeTo({ credential: new Secret('sk-very-secret') });
		await pool.lease(route);
		for (const text of [
			inspect(pool, { depth: 9, showHidden: true }),
			inspect(route, { depth: 9 }),
			JSON.stringify(route),
			String(route.credential),
		]) {
			assert.doesNotMatch(text, /very-secret/);
		}
	});

	it('gives the next call a fresh client at once after an eviction', async () => {
		const { pool, built } = poolOf();
		const first = await pool.lease(routeTo());
		first.evict();
		const second = await pool.lease(routeTo());
		assert.notEqual(second.client, first.client);
		assert.equal(built.length, 2);
	});

	it('closes an evicted client when its last user is done, and not before', async () => {
		const { pool, built } = poolOf();
		const failed = await pool.lease(routeTo());
		const streaming = await pool.lease(routeTo());
		failed.evict();
		failed.release();
		await settled();
		assert.equal(built[0]?.closed, 0, 'another caller still streams');
		streaming.release();
		await settled();
		assert.equal(built[0]?.closed, 1);
	});

	it('does not evict the fresh client with the old one', async () => {
		const { pool } = poolOf();
		const old = await pool.lease(routeTo());
		const late = await pool.lease(routeTo());
		old.evict();
		const fresh = await pool.lease(routeTo());
		late.evict();
		assert.equal((await pool.lease(routeTo())).client, fresh.client);
	});

	it('tries again after a client could not be built', async () => {
		let tries = 0;
		const pool = new ClientPool(() => {
			tries += 1;
			return tries === 1
				? Promise.reject(new Error('the network is down'))
				: Promise.resolve(new ScriptedClient());
		});
		await assert.rejects(pool.lease(routeTo()), /the network is down/);
		await pool.lease(routeTo());
		assert.equal(tries, 2);
	});

	it('closes what is idle and gives out no more when it is disposed', async () => {
		const { pool, built } = poolOf();
		(await pool.lease(routeTo())).release();
		const used = await pool.lease(routeTo({ provider: 'other' }));
		pool.dispose();
		await settled();
		assert.deepEqual(
			built.map(({ closed }) => closed),
			[1, 0],
		);
		used.release();
		await settled();
		assert.equal(built[1]?.closed, 1);
		await assert.rejects(pool.lease(routeTo()));
		assert.equal(pool.size, 0);
	});

	it('does not hand out what was evicted while the caller waited for it', async () => {
		const { pool, built } = poolOf();
		const waiting = pool.lease(routeTo());
		pool.clear();
		const { client } = await waiting;
		assert.equal(client, built[1]);
		await settled();
		assert.equal(built[0]?.closed, 1);
	});

	it('is not brought down by a client that fails to close', async () => {
		const unhandled: unknown[] = [];
		const note = (error: unknown): number => unhandled.push(error);
		process.on('unhandledRejection', note);
		try {
			const pool = new ClientPool(() =>
				Promise.resolve(
					Object.assign(new ScriptedClient(), {
						close: () => {
							throw new Error('The socket is gone.');
						},
					}),
				),
			);
			(await pool.lease(routeTo())).release();
			pool.clear();
			await settled();
			await settled();
			assert.deepEqual(unhandled, []);
		} finally {
			process.off('unhandledRejection', note);
		}
	});
});
