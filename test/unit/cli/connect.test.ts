import assert from 'node:assert/strict';
import { nextStep, ownProgram } from '../../../src/cli/connect.ts';
import { UsageError } from '../../../src/cli/output.ts';

describe('how others start the command line', () => {
	it('is with this Node, from where it lies', () => {
		assert.deepEqual(ownProgram('/usr/bin/node', '/opt/precis/cli.mjs').words, [
			'/usr/bin/node',
			'/opt/precis/cli.mjs',
		]);
	});

	it('is for the user’s shell what npm puts on its path', () => {
		assert.deepEqual(ownProgram('/usr/bin/node', '/usr/bin/precis').typed, ['precis']);
		assert.equal(ownProgram('/usr/bin/node', '/opt/precis/cli.mjs').typed, undefined);
	});

	it('is never from the cache of npx, which is emptied', () => {
		for (const program of ['/home/a/.npm/_npx/1bd8/node_modules/x/dist/cli.mjs']) {
			assert.throws(() => ownProgram('/usr/bin/node', program), UsageError);
		}
	});
});

describe('what the user does after connecting', () => {
	const label = 'Gemini CLI: Hooks';
	const ran = { kind: 'run', commands: [] } as const;
	const pasted = { kind: 'paste', text: '{}' } as const;

	it('promises a part in every compaction only of what answers them', () => {
		const replaces = nextStep([{ label, compaction: 'replaces', step: ran }], false);
		const adds = nextStep([{ label, compaction: 'adds', step: ran }], false);
		assert.match(replaces, /^Next: restart Gemini CLI.*every compaction/);
		assert.doesNotMatch(adds, /every compaction/);
		assert.doesNotMatch(nextStep([{ label, step: ran }], false), /compaction/);
	});

	it('comes after the file, if there is something to paste or remove', () => {
		for (const isRemoved of [true, false]) {
			assert.match(nextStep([{ label, step: pasted }], isRemoved), /when that is done, restart/);
			assert.doesNotMatch(nextStep([{ label, step: ran }], isRemoved), /done/);
		}
	});
});
