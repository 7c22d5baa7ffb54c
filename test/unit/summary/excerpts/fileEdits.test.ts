import assert from 'node:assert/strict';
import { fileEdits } from '../../../../src/summary/excerpts/fileEdits.ts';
import { passagesOf } from '../../../../src/summary/excerpts/passages.ts';
import { only, Session } from '../facts/session.ts';

const envelope = [
	'*** Begin Patch',
	'*** Update File: src/reader.ts',
	'@@',
	'-const limit = readLimit(file);',
	'+const limit = readLimit(file, options);',
	'*** Add File: test/reader.test.ts',
	"+it('reads the limit', () => check(readLimit));",
	'*** End Patch',
].join('\n');

const unified = [
	'--- a/src/reader.ts',
	'+++ b/src/reader.ts',
	'@@ -1 +1 @@',
	'-const limit = readLimit(file);',
	'+const limit = readLimit(file, options);',
	'--- /dev/null',
	'+++ b/test/reader.test.ts',
	'@@ -0,0 +1 @@',
	"+it('reads the limit', () => check(readLimit));",
].join('\n');

function session(patch: string): Session {
	return new Session()
		.person('Mend it.')
		.calls({ tool: 'apply_patch', values: { input: patch }, output: 'Done!' });
}

describe('an edit of several files', () => {
	for (const [form, patch] of Object.entries({ envelope, unified })) {
		it(`is told under each file, with its own lines: ${form}`, () => {
			const { log, uses, number } = session(patch);
			const changes = passagesOf(log, uses, { start: 0, end: number })
				.filter(({ kind }) => kind === 'change')
				.map(({ use, lines }) => [use?.target, lines.map(({ text }) => text).join('\n')]);
			assert.deepEqual(changes, [
				[
					'src/reader.ts',
					'- const limit = readLimit(file);\n+ const limit = readLimit(file, options);',
				],
				['test/reader.test.ts', "+ it('reads the limit', () => check(readLimit));"],
			]);
		});
	}

	it('is itself where it changes one file', () => {
		const use = only(session(envelope.split('*** Add File')[0] ?? '').uses);
		assert.deepEqual(fileEdits(use), [use]);
	});
});
