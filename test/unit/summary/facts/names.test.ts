import assert from 'node:assert/strict';
import { namesIn } from '../../../../src/summary/facts/nameScan.ts';
import { namesOf } from '../../../../src/summary/facts/names.ts';
import { safeUse } from '../../../../src/summary/facts/withoutSecrets.ts';
import { Session } from './session.ts';

/** The names of a session's messages before `end`, best first. */
function namesBefore(session: Session, end = session.messages.length): string[] {
	const { log } = session;
	return namesOf(log, log, session.uses.map(safeUse), { start: 0, end }, 100).map(
		({ text }) => text,
	);
}

describe('names in a text', () => {
	it('are identifiers, paths, flags, variables and numbers', () => {
		assert.deepEqual(
			[...namesIn('Set max_size in src/a.ts with --dry-run, $HOME_DIR and readAll (4096).')],
			['max_size', 'src/a.ts', '--dry-run', '$HOME_DIR', 'readAll', '4096'],
		);
	});

	it('are no words of sentences', () => {
		assert.deepEqual([...namesIn('Please look at it, and never say README. Thanks!')], []);
	});

	it('are no methods of what stands before a bracket', () => {
		assert.deepEqual([...namesIn('items().mapValues(x)[0].first')], ['mapValues']);
	});

	it('are the values of JSON, not its keys, and end where an escape begins', () => {
		assert.deepEqual(
			[...namesIn('{"old_string":"readAll\\nwriteAll"}', true)],
			['readAll', 'writeAll'],
		);
	});

	it('end where a script without spaces goes on', () => {
		assert.deepEqual([...namesIn('运行run_all.sh脚本')], ['run_all.sh']);
	});
});

describe('the names that are told first', () => {
	it('are those the assistant wrote itself, before those it only read', () => {
		const session = new Session()
			.person('Go')
			.read('/p/a.ts', 'const onlyRead = 1; const alsoWritten = 2;')
			.says('I change alsoWritten.')
			.person('Go on.');
		const names = namesBefore(session);
		assert.ok(names.indexOf('alsoWritten') < names.indexOf('onlyRead'), names.join(' '));
	});

	it('do not stand in what follows', () => {
		const session = new Session().person('Rename readAll and writeAll').says('First readAll.');
		assert.deepEqual(namesBefore(session, 1), ['writeAll']);
	});

	it('are no bare numbers of results', () => {
		const session = new Session().person('Go').read('/p/a.ts', '1234 5678 max_size');
		assert.ok(!namesBefore(session).includes('1234'));
	});

	it('know which of them is part of a secret', () => {
		const session = new Session()
			.person('Go')
			.run('cat app.env', 'API_SECRET_TOKEN=q8Zr7LwX2mVt9Kd4\nlog_level=debug');
		const { log } = session;
		const names = namesOf(log, log, session.uses.map(safeUse), { start: 0, end: log.length }, 100);
		const isSafe = (name: string): boolean | undefined =>
			names.find(({ text }) => text === name)?.isSafe();
		assert.equal(isSafe('log_level'), true);
		assert.notEqual(isSafe('q8Zr7LwX2mVt9Kd4'), true);
	});
});
