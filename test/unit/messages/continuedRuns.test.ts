import assert from 'node:assert/strict';
import { joinContinuedRuns } from '../../../src/messages/continuedRuns.ts';
import { Session } from '../../support/session.ts';

/** As Codex tells it. */
const running = (id: number): string =>
	`Chunk ID: a1\nProcess running with session ID ${id}\nOutput:\n`;
const exited = (code: number, output: string): string =>
	`Chunk ID: b2\nProcess exited with code ${code}\nOutput:\n${output}`;

const asks = (id: number, output: string) => ({
	tool: 'write_stdin',
	values: { session_id: id, chars: '' },
	output,
});
const starts = (command: string, id: number) => ({
	tool: 'exec_command',
	values: { cmd: command },
	output: running(id),
});

const told = (session: Session): string[] =>
	joinContinuedRuns(session.uses).map(
		({ target, outcome, resultIndex }) =>
			`${target}: ${outcome.status} #${(resultIndex ?? -1) + 1}`,
	);

describe('a command that outlives its call', () => {
	it('is not known to have succeeded', () => {
		assert.deepEqual(told(new Session().calls(starts('go test ./...', 7))), [
			'go test ./...: unknown #2',
		]);
	});

	it('ends as the last call says that asked for it', () => {
		const session = new Session()
			.calls(starts('go test ./...', 7))
			.calls(asks(7, running(7)))
			.calls(asks(7, exited(1, 'FAIL app 0.1s')));
		assert.deepEqual(told(session), ['go test ./...: failed #6']);
		const [use] = joinContinuedRuns(session.uses);
		assert.equal(use?.outcome.exitCode, 1);
		assert.match(use?.result ?? '', /FAIL app/);
	});

	it('is told from another that runs beside it', () => {
		const session = new Session()
			.calls(starts('go test ./a', 7))
			.calls(starts('go test ./b', 8))
			.calls(asks(8, exited(0, 'ok b')))
			.run('ls')
			.calls(asks(7, exited(2, 'FAIL a')));
		assert.deepEqual(told(session), ['go test ./a: failed #10', 'go test ./b: ok #6', 'ls: ok #8']);
	});

	it('is found by the id that Claude Code gives it', () => {
		const session = new Session()
			.run(
				'npm test',
				'Command running in background with ID: b0be39e. Output is being written to: /tmp/x',
			)
			.calls({
				tool: 'BashOutput',
				values: { bash_id: 'b0be39e' },
				output: '<status>completed</status>\n<exit_code>0</exit_code>\n<stdout>4 passed</stdout>',
			});
		assert.deepEqual(told(session), ['npm test: ok #4']);
	});

	for (const [what, step] of [
		[
			'still runs',
			{
				tool: 'BashOutput',
				values: { bash_id: 'b1' },
				output: '<status>running</status>\n<stdout>4 passed</stdout>',
			},
		],
		[
			'was waited for in vain',
			{
				tool: 'TaskOutput',
				values: { task_id: 'b1' },
				output: '<retrieval_status>timeout</retrieval_status>\n<status>running</status>',
			},
		],
		[
			'was ended',
			{ tool: 'KillShell', values: { shell_id: 'b1' }, output: 'Successfully killed shell: b1' },
		],
		[
			'shares its id with something else',
			{ tool: 'mcp__tracker__close_issue', values: { task_id: 'b1' }, output: 'closed' },
		],
	] as const) {
		it(`is not known to have succeeded where it ${what}`, () => {
			const session = new Session()
				.run('npm test', 'Command running in background with ID: b1. Output is being written to x')
				.calls(step);
			assert.match(told(session)[0] ?? '', /^npm test: unknown/);
		});
	}

	it('keeps how it ended, whatever is asked afterwards', () => {
		const session = new Session()
			.calls(starts('go test ./...', 7))
			.calls(asks(7, exited(1, 'FAIL app')))
			.calls(asks(7, 'Unknown session'));
		assert.match(told(session)[0] ?? '', /failed #4/);
	});

	it('leaves what is typed into a shell to stand for itself', () => {
		const session = new Session()
			.calls(starts('bash', 7))
			.calls({
				tool: 'write_stdin',
				values: { session_id: 7, chars: 'rm -rf src/old && npm test\n' },
				output: '3 failing',
			})
			.calls({
				tool: 'write_stdin',
				values: { session_id: 7, chars: 'exit\n' },
				output: exited(0, ''),
			});
		assert.equal(told(session).length, 3);
		assert.match(told(session)[0] ?? '', /^bash: unknown/);
	});

	it('stays as it was where the answer never came, or asks for another', () => {
		const session = new Session()
			.calls(starts('go test ./...', 7))
			.calls({ tool: 'write_stdin', values: { session_id: 7 } })
			.calls(asks(99, exited(0, 'other')));
		assert.deepEqual(
			told(session).map((line) => line.replace(/^.*: /, '')),
			['unknown #2', 'ok #5'],
		);
	});

	it('takes no word of a file for a running command', () => {
		const session = new Session()
			.read('/p/log.txt', 'Process running with session ID 7')
			.calls(asks(7, exited(0, 'x')));
		assert.equal(told(session).length, 2);
	});
});
