import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SearchableSessions } from '../../../../src/assistants/mcp/searchableSessions.ts';
import { until } from '../../../support/until.ts';

describe('sessions that are read side by side', () => {
	let folder = '';
	before(() => {
		folder = mkdtempSync(join(tmpdir(), 'precis-side-by-side-'));
	});
	after(() => rmSync(folder, { recursive: true }));

	const sessionAt = (name: string) => {
		const path = join(folder, name);
		writeFileSync(path, JSON.stringify([{ role: 'user', content: `I am ${name}` }]));
		const { size, mtimeMs: modified } = statSync(path);
		return { handle: name, path, size, modified };
	};
	const signal = new AbortController().signal;

	it('are read once for all who ask for the same one', async () => {
		const sessions = new SearchableSessions();
		const session = sessionAt('one.json');
		const [first, ...others] = await Promise.all(
			Array.from({ length: 4 }, () => sessions.read(session, signal)),
		);
		assert.equal(first?.log.length, 1);
		assert.ok(others.every((each) => each === first));
	});

	it('leave no memory behind when nobody has asked for a while', async () => {
		const sessions = new SearchableSessions(1);
		const held = new WeakRef(await sessions.read(sessionAt('three.json'), signal));
		await until(() => held.deref() === undefined);
	});

	it('are read though the reader before was stopped or failed', async () => {
		const sessions = new SearchableSessions();
		const session = sessionAt('two.json');
		const stopped = sessions.read(session, AbortSignal.abort(new Error('stopped')));
		const missing = sessions.read({ ...session, path: join(folder, 'none.json') }, signal);
		const read = sessions.read(session, signal);
		await assert.rejects(stopped, /stopped/);
		await assert.rejects(missing);
		assert.equal((await read).log.length, 1);
	});
});
