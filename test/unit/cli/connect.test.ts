import assert from 'node:assert/strict';
import { ownProgram } from '../../../src/cli/connect.ts';
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
