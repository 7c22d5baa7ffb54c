import assert from 'node:assert/strict';
import { passagesOf } from '../../../../src/summary/excerpts/passages.ts';
import { Session } from '../facts/session.ts';

/** Lines of what was said in a session. */
function spoken(session: Session): string[] {
	const range = { start: 0, end: session.number };
	return passagesOf(session.log, session.uses, range)
		.filter(({ use }) => use === undefined)
		.flatMap(({ lines }) => lines.map(({ text }) => text));
}

describe('what was said', () => {
	const state = 'The current `except` block only catches `TypeError`.';

	it('leaves out how things stood before the assistant changed them', () => {
		for (const stood of [state, 'There is no limit yet.']) {
			const session = new Session().person('Mend it.').says(stood);
			assert.ok(spoken(session).includes(stood));
			assert.ok(!spoken(session.edit('/p/a.py', 'a = 1', 'a = 2')).includes(stood));
		}
	});

	it('leaves out how things stood before a command changed a file', () => {
		const session = new Session().person('Mend it.').says(state).run("sed -i 's/a/b/' a.py");
		assert.ok(!spoken(session).includes(state));
	});

	it('leaves out a choice that the person takes back in their next message', () => {
		const choice = 'Going with the hard switch then.';
		const chosen = (): Session => new Session().person('Which way?').says(choice);
		assert.ok(spoken(chosen().person('Good, begin with the parser.')).includes(choice));
		assert.ok(!spoken(chosen().person('Or no, take the third way.')).includes(choice));
	});

	it('is nothing that an example in the message says', () => {
		const session = new Session().person(
			'Answer like this:\n<example_response>\nTHOUGHT: I need to understand the structure first.\n</example_response>\nBegin with the parser of the project.',
		);
		assert.deepEqual(spoken(session), [
			'Answer like this:',
			'Begin with the parser of the project.',
		]);
	});
});

describe('a text that was written as a whole', () => {
	/** The lines of what was written that can be told. */
	function written(path: string, content: string): string[] {
		const session = new Session().person('Write the plan.').write(path, content);
		return passagesOf(session.log, session.uses, { start: 0, end: session.number })
			.filter(({ kind }) => kind === 'change')
			.flatMap(({ lines }) => lines.map(({ text }) => text));
	}

	const list =
		'The session gets two methods:\n- switchSession() loads another file\n- branch() copies this one';

	it('keeps a list with what introduces it', () => {
		assert.deepEqual(written('/p/docs/plan.md', list), [list]);
	});

	it('keeps the code that a comment stands above', () => {
		const guarded =
			'// Aborted before it began: do not even start\nif (signal.aborted) killProcessTree(child.pid);';
		assert.deepEqual(written('/p/exec.ts', guarded), [guarded]);
	});
});

describe('a line of a file that was read', () => {
	const before = 'const padding = computePadding("px-2", button);';
	const path = '/p/sidebar.tsx';

	/** What can be told of a file that was read, and changed by a call since. */
	function left(files: unknown, tool: string, values: object): readonly string[] {
		const content = `${before}\nconst other = computeMargin("mx-1", button);`;
		const session = new Session()
			.person('Align it.')
			.calls({ tool: 'read_files', values: files, output: content })
			.calls({ tool, values, output: 'Edited.' });
		return passagesOf(session.log, session.uses, { start: 0, end: session.number })
			.filter(({ use }) => use?.family === 'read')
			.flatMap(({ lines }) => lines.map(({ text }) => text));
	}

	it('is not told once a call replaced it, however either names the file', () => {
		const change = { old_text: before, new_text: 'const padding = 0;' };
		for (const files of [
			{ files: [{ path }] },
			{ paths: [path] },
			{ files: [{ path }, { path: '/p/b.ts' }] },
		]) {
			assert.ok(left(files, 'editor', { path: '/p/other.tsx', ...change }).includes(before));
			assert.equal(left(files, 'editor', { path, ...change }).length, 1);
			const replacements = [{ filePath: path, oldString: before, newString: '0' }];
			assert.equal(left(files, 'multi_replace_string_in_file', { replacements }).length, 1);
		}
	});
});
