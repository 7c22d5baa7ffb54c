import assert from 'node:assert/strict';
import { shareTold, writtenAfter } from '../../../../bench/retention/extraction/needed.ts';
import { tokensIn } from '../../../../bench/retention/extraction/tokens.ts';
import { assistant, call, result, user } from '../../../support/logs.ts';

describe('tokens that could be needed', () => {
	it('look like paths, numbers or identifiers', () => {
		assert.deepEqual(
			tokensIn('Open src/parser.ts, call readAll() with max_size 4096, then --dry-run #1234.'),
			['src/parser.ts', 'readAll', 'max_size', '4096', '--dry-run', '#1234'],
		);
	});

	it('are no plain words, short ones or lines of dashes', () => {
		assert.deepEqual(tokensIn('Never say README or it.\n----\n- a.b 12 ...'), []);
	});

	it('lose what belongs to the sentence around them', () => {
		assert.deepEqual(tokensIn('- ./lib/a.ts. (see ../b_c.md)'), ['lib/a.ts', 'b_c.md']);
	});

	it('end where a script without spaces goes on', () => {
		assert.deepEqual(tokensIn('运行run_all.sh脚本'), ['run_all.sh']);
	});
});

describe('needed tokens', () => {
	const compacted = [
		user('Look at src/parser.ts'),
		assistant('', call('1', 'Read', { path: 'src/parser.ts' })),
		result('1', 'function readAll() { return max_size; }'),
	];

	it('are written after the cut and stand only in the compacted part', () => {
		const after = [assistant('I change readAll.'), assistant('And newName42.')];
		assert.deepEqual(writtenAfter({ compacted, kept: [], after }), {
			needed: ['readAll'],
			novel: 1,
		});
	});

	it('count once', () => {
		const after = [assistant('readAll'), assistant('readAll again')];
		assert.deepEqual(writtenAfter({ compacted, kept: [], after }).needed, ['readAll']);
	});

	it('are those that an argument holds, too, but not its key', () => {
		const after = [assistant('', call('2', 'Edit', { max_size: 'readAll' }))];
		assert.deepEqual(writtenAfter({ compacted, kept: [], after }).needed, ['readAll']);
	});

	for (const [where, messages] of [
		['a later result', [result('3', 'readAll is there')]],
		['a later message of the person', [user('what about readAll?')]],
	] as const) {
		it(`are not those that were seen again in ${where}`, () => {
			const after = [...messages, assistant('readAll')];
			assert.deepEqual(writtenAfter({ compacted, kept: [], after }).needed, []);
		});
	}

	it('are not those that the tail holds', () => {
		const kept = [assistant('Next is readAll.')];
		const after = [assistant('readAll')];
		assert.deepEqual(writtenAfter({ compacted, kept, after }).needed, []);
	});

	it('are not those that are seen only after they were written', () => {
		const after = [assistant('readAll'), result('4', 'readAll')];
		assert.deepEqual(writtenAfter({ compacted, kept: [], after }).needed, ['readAll']);
	});

	it('may be the end of a path that was told whole', () => {
		const after = [assistant('parser.ts')];
		assert.deepEqual(writtenAfter({ compacted, kept: [], after }).needed, ['parser.ts']);
	});
});

describe('the share a summary tells', () => {
	it('counts tokens, not parts of words', () => {
		assert.equal(shareTold(['readAll', 'max_size'], 'readAllOfThem and max_size'), 0.5);
	});

	it('counts a path below a directory that is told once', () => {
		assert.equal(shareTold(['/home/sam/app/src/a.ts'], 'Relative to /home/sam/app/: src/a.ts'), 1);
		assert.equal(shareTold(['/home/sam/app/src/a.ts'], 'src/a.ts'), 0);
	});
});
