import assert from 'node:assert/strict';
import { ownProgram } from '../../../src/cli/connect.ts';
import { ProgressLine } from '../../../src/cli/progress.ts';
import { UsageError } from '../../../src/cli/parsedArguments.ts';

describe('how others start the command line', () => {
	it('is with this Node, from where it lies', () => {
		assert.deepEqual(ownProgram('/usr/bin/node', '/opt/precis/cli.mjs'), {
			command: '/usr/bin/node',
			args: ['/opt/precis/cli.mjs'],
		});
	});

	it('is never from the cache of npx, which is emptied', () => {
		for (const program of ['/home/a/.npm/_npx/1bd8/node_modules/x/dist/cli.mjs']) {
			assert.throws(() => ownProgram('/usr/bin/node', program), UsageError);
		}
	});
});

describe('progress', () => {
	it('is one line of a terminal, which goes again', () => {
		const written: string[] = [];
		const terminal = { isTTY: true, columns: 12, write: (text: string) => written.push(text) };
		let now = 0;
		const progress = new ProgressLine(terminal, () => now);
		progress.show('Reading a very long name');
		progress.show('too soon');
		now += 1_000;
		progress.clear();
		progress.clear();
		assert.deepEqual(written, ['\r\u001B[KReading a v', '\r\u001B[K']);
	});

	it('is nothing where nobody looks', () => {
		const written: string[] = [];
		const progress = new ProgressLine({ write: (text: string) => written.push(text) }, () => 0);
		progress.show('Reading…');
		progress.clear();
		assert.deepEqual(written, []);
	});
});
