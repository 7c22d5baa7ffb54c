import assert from 'node:assert/strict';
import { recallOutline } from '../../../../src/conversations/recall/outline.ts';
import type { Message } from '../../../../src/messages/message.ts';
import { assistant, at, call, logOf, result, system, user } from '../../../support/logs.ts';

const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

function rowsOf(...messages: readonly Message[]): string[] {
	return (recallOutline(logOf(...messages))?.text ?? '').split('\n');
}

describe('the outline of a conversation', () => {
	it('has a row for each turn: what was asked, which files changed, what failed, what was said last', () => {
		const rows = rowsOf(
			user('Write the parser'),
			assistant('', call('1', 'write_file', { path: 'src/parser.ts', content: 'x' })),
			result('1', 'ok'),
			assistant('', call('2', 'bash', { command: 'npm test' })),
			result('2', 'Exit code: 1'),
			assistant('One test fails.'),
			user('Mend it'),
			assistant('Done.'),
		);
		assert.equal(rows.length, 2);
		assert.match(at(rows, 0), /^#1–#6 “Write the parser”/);
		assert.match(
			at(rows, 0),
			/2 calls, 1 failed · changed parser\.ts · said last: One test fails\./,
		);
		assert.match(at(rows, 1), /^#7–#8 “Mend it”/);
	});

	it('has no row for what is empty', () => {
		const rows = rowsOf(system(''), user('Go on'), assistant('Done.'));
		assert.equal(rows.length, 1);
		assert.match(at(rows, 0), /^#2–#3 “Go on”/);
	});

	it('divides a long turn', () => {
		const work = Array.from({ length: 100 }, (_, index) => assistant(`Step ${index}`));
		const rows = rowsOf(user('Go on'), ...work);
		assert.ok(rows.length >= 3);
		assert.match(at(rows, 0), /^#1–#\d+ “Go on”/);
		assert.match(at(rows, -1), /–#101 …/);
	});

	it('shows no secret', () => {
		assert.ok(
			!rowsOf(user(`Use ${secret} for it`))
				.join('')
				.includes(secret),
		);
	});
});
