import assert from 'node:assert/strict';
import { fabrications } from '../../../../bench/retention/extraction/fabrications.ts';
import { factsIn } from '../../../../bench/retention/extraction/facts.ts';
import type { FactKind } from '../../../../bench/retention/extraction/facts/fact.ts';
import { Told } from '../../../../bench/retention/extraction/told.ts';
import type { Message } from '../../../../src/messages/message.ts';
import { Session } from '../../summary/facts/session.ts';

/** Verdicts on a summary of this session, by what the facts say. */
function verdicts(messages: readonly Message[], kind: FactKind, summary: string): string[] {
	const told = new Told(summary);
	return factsIn(messages)
		.filter((fact) => fact.kind === kind)
		.map((fact) => `${fact.text}: ${fact.judge(told)}`);
}

describe('facts that a summary is searched for', () => {
	it('are files with their last state, told on one line', () => {
		const { messages } = new Session()
			.person('Go')
			.write('/p/a.ts')
			.write('/p/old.ts')
			.run('rm /p/old.ts');
		assert.deepEqual(verdicts(messages, 'changed files, state', 'a.ts\n\n\nmodified'), [
			'/p/a.ts there: missing',
		]);
		assert.deepEqual(verdicts(messages, 'changed files, state', 'a.ts — created'), [
			'/p/a.ts there: right',
		]);
		const deleted = (text: string): string[] => verdicts(messages, 'gone files, state', text);
		assert.deepEqual(deleted('old.ts — deleted'), ['/p/old.ts gone: right']);
		assert.deepEqual(deleted('old.ts — created'), ['/p/old.ts gone: wrong']);
	});

	it('tell files of one name apart', () => {
		const { messages } = new Session().person('Go').write('/p/a/index.ts').write('/p/b/index.ts');
		assert.deepEqual(verdicts(messages, 'changed files, state', 'a/index.ts — created'), [
			'/p/a/index.ts there: right',
			'/p/b/index.ts there: missing',
		]);
	});

	it('are checks with how the last run ended', () => {
		const { messages } = new Session()
			.person('Go')
			.fails('npm test', 'AssertionError: expected 41 to equal 42', 1)
			.run('npm test', '12 passing');
		const judged = (text: string): string[] => verdicts(messages, 'checks, last status', text);
		assert.deepEqual(judged('`npm test` → ok'), ['npm test → ok: right']);
		assert.deepEqual(judged('`npm test` → failed'), ['npm test → ok: wrong']);
		assert.deepEqual(judged('tests were run'), ['npm test → ok: missing']);
	});

	it('are choices the assistant made: no explanation, and none that the person took back at once', () => {
		const { messages } = new Session()
			.person('Make the cache configurable')
			.says('The test fails because the clock is frozen.')
			.says('I used a queue because writes may overlap.')
			.says('Going with the hard switch then.')
			.run('ls', 'a.ts')
			.person('or no, do c');
		assert.deepEqual(verdicts(messages, 'decisions', 'nothing'), [
			'I used a queue because writes may overlap.: missing',
		]);
	});

	it('are errors of checks that were not mended', () => {
		const failing = new Session()
			.person('Go')
			.fails('npm test', 'AssertionError: expected 41 to equal 42', 1);
		const text = 'Blocked: AssertionError: expected 41 to equal 42';
		assert.deepEqual(verdicts(failing.messages, 'open errors', text), [
			'assertionerror: expected 41 to equal 42: right',
		]);
		const mended = failing.run('npm test', '12 passing');
		assert.deepEqual(verdicts(mended.messages, 'open errors', text), []);
	});

	it('are requests and rules word for word', () => {
		const { messages } = new Session().person('Build the parser. Never touch the lexer.');
		assert.deepEqual(verdicts(messages, 'requests', 'build the PARSER. never touch the lexer.'), [
			'build the parser. never touch the lexer.: right',
		]);
		assert.deepEqual(verdicts(messages, 'constraints', 'leave the lexer alone'), [
			'never touch the lexer: missing',
		]);
	});

	it('are symbols on the line of their file', () => {
		const { messages } = new Session()
			.person('Go')
			.write('/p/a.ts', 'export function readAll() {}');
		assert.deepEqual(verdicts(messages, 'symbols by file', 'a.ts: readAll'), [
			'a.ts: readAll: right',
		]);
		assert.deepEqual(verdicts(messages, 'symbols by file', 'a.ts\nreadAll'), [
			'a.ts: readAll: missing',
		]);
	});
});

describe('what a summary makes up', () => {
	it('is a path or a hash that stands nowhere', () => {
		const { messages } = new Session().person('Go').write('/p/src/a.ts');
		assert.deepEqual(fabrications('src/a.ts and src/ghost.ts at 1a2b3c4d5e', messages), [
			'src/ghost.ts',
			'1a2b3c4d5e',
		]);
	});

	it('take the new path of a file that was moved into a directory for told', () => {
		const { messages } = new Session().run('cd /p/src && mv a.ts b.ts utils/');
		assert.deepEqual(fabrications('src/utils/b.ts, src/utils/c.ts, src/other/b.ts', messages), [
			'src/utils/c.ts',
			'src/other/b.ts',
		]);
	});
});
