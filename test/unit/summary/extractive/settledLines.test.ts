import { SettledLines } from '../../../../src/summary/extractive/settledLines.ts';
import assert from 'node:assert/strict';
import { assertLinear } from '../../../support/growth.ts';
import { Session } from '../facts/session.ts';

describe('lines of files that later edits took back', () => {
	it('are not left, and those that were put in before are own', () => {
		const session = new Session().edit('/p/a.ts', 'one', 'two').edit('/p/a.ts', 'two', 'three');
		const [first, second] = session.uses;
		assert.ok(first !== undefined && second !== undefined);
		const settled = new SettledLines(session.uses);
		assert.equal(settled.of(first).isLeft('two'), false);
		assert.equal(settled.of(second).isLeft('three'), true);
		assert.equal(settled.of(second).isOwn('two'), true);
		assert.equal(settled.of(first).isOwn('one'), false);
	});

	it('are left again once they are put back', () => {
		const session = new Session()
			.edit('/p/a.ts', 'one', 'two')
			.edit('/p/a.ts', 'two', 'one')
			.edit('/p/a.ts', 'one', 'two');
		const [first] = session.uses;
		assert.ok(first !== undefined);
		assert.equal(new SettledLines(session.uses).of(first).isLeft('two'), true);
	});

	it('take time that grows with the writes, not with what the file ever held', () => {
		assertLinear(200, (writes) => {
			const session = new Session();
			for (let write = 0; write < writes; write += 1) {
				const lines = Array.from({ length: 200 }, (_, line) => `line ${line} of ${write}`);
				session.write('/p/a.ts', lines.join('\n'));
			}
			const { uses } = session;
			return () => new SettledLines(uses);
		});
	});
});
