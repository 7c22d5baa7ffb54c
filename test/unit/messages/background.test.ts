import assert from 'node:assert/strict';
import { withBackgroundResults } from '../../../src/messages/background.ts';
import { assertLinear } from '../../support/growth.ts';
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

/** What became of each call: its status, its exit code, and the number of the message that says so. */
const told = (session: Session): string[] =>
	withBackgroundResults(session.log, session.uses).map(
		({ target, outcome, resultIndex }) =>
			`${target}: ${outcome.status} ${outcome.exitCode ?? '-'} #${(resultIndex ?? -1) + 1}`,
	);

describe('a command that outlives its call', () => {
	it('is not known to have succeeded', () => {
		assert.deepEqual(told(new Session().calls(starts('go test ./...', 7))), [
			'go test ./...: unknown - #2',
		]);
	});

	it('ends as the last call says that asked for it', () => {
		const session = new Session()
			.calls(starts('go test ./...', 7))
			.calls(asks(7, running(7)))
			.calls(asks(7, exited(1, 'FAIL app 0.1s')));
		assert.deepEqual(told(session), ['go test ./...: failed 1 #6']);
		const [use] = withBackgroundResults(session.log, session.uses);
		assert.match(use?.result ?? '', /FAIL app/);
	});

	it('is told from another that runs beside it', () => {
		const session = new Session()
			.calls(starts('go test ./a', 7))
			.calls(starts('go test ./b', 8))
			.calls(asks(8, exited(0, 'ok b')))
			.run('ls')
			.calls(asks(7, exited(2, 'FAIL a')));
		assert.deepEqual(told(session), [
			'go test ./a: failed 2 #10',
			'go test ./b: ok 0 #6',
			'ls: ok - #8',
		]);
	});

	it('is one that Claude Code or the person sent to the background later', () => {
		for (const output of [
			'Command was manually backgrounded by user with ID: b1. Output is being written to: /tmp/x',
			'Command exceeded the budget (15s) and was moved to the background with ID: b1. It still runs.',
			'Command did not complete within its 120s timeout and was moved to the background (ID: b1).',
		]) {
			const [use] = new Session().run('npm run serve', output).uses;
			assert.equal(use?.running, 'b1', output);
		}
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
		assert.deepEqual(told(session), ['npm test: ok 0 #4']);
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
		assert.match(told(session)[0] ?? '', /failed 1 #4/);
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
			['unknown - #2', 'ok 0 #5'],
		);
	});

	it('takes no word of a file for a running command', () => {
		const session = new Session()
			.read('/p/log.txt', 'Process running with session ID 7')
			.calls(asks(7, exited(0, 'x')));
		assert.equal(told(session).length, 2);
	});
});

const hermes = (): Session =>
	new Session().calls({
		tool: 'terminal',
		values: { command: 'git push origin main', background: true },
		output: JSON.stringify({
			output: 'Background process started',
			session_id: 'proc_61a',
			exit_code: 0,
			error: null,
		}),
	});

describe('the end of a command in the background', () => {
	it('is told by a row of Hermes', () => {
		const notice = (id: string): string =>
			`[IMPORTANT: Background process ${id} completed (exit code 1).\nOutput:\n! [remote rejected] main]`;
		assert.deepEqual(told(hermes()), ['git push origin main: unknown - #2']);
		assert.deepEqual(told(hermes().person(notice('proc_61a'))), [
			'git push origin main: failed 1 #3',
		]);
		const session = hermes().person(notice('proc_61a'));
		const [use] = withBackgroundResults(session.log, session.uses);
		// The object that told of the start says nothing of what went wrong.
		assert.doesNotMatch(use?.result ?? '', /session_id/);
		assert.deepEqual(told(hermes().person(notice('proc_999'))), [
			'git push origin main: unknown - #2',
		]);
	});

	it('is told by a row of Claude Code', () => {
		const notice =
			'<task-notification>\n<task-id>b0be39e</task-id>\n<status>completed</status>\n<summary>Background command "Compile" completed (exit code 0)</summary>\n</task-notification>';
		const session = new Session()
			.run('mix compile', 'Command running in background with ID: b0be39e.')
			.person(notice);
		assert.deepEqual(told(session), ['mix compile: ok 0 #3']);
	});
});

const toldReport = (session: Session): string[] =>
	withBackgroundResults(session.log, session.uses).map(
		({ outcome, result, resultIndex }) => `${outcome.status} #${(resultIndex ?? -1) + 1} ${result}`,
	);

describe('a task in the background', () => {
	const launch =
		'Async agent launched successfully.\nagentId: a9e09c2a (internal ID)\nDo not read its file.';

	/** A call of Claude Code, and the row by which it tells of the end. */
	const claude = (): Session =>
		new Session().calls({ tool: 'Agent', values: { description: 'Audit' }, output: launch });
	const notice = (id: string): string =>
		`<task-notification>\n<task-id>${id}</task-id>\n<status>completed</status>\n<result>3 orphans are left.</result>\n</task-notification>`;

	/** The same of Codex. */
	const codex = (): Session =>
		new Session().calls({
			tool: 'spawn_agent',
			values: { message: 'Audit the orphans.' },
			output: '{"agent_id":"019d7d09-b449","nickname":"Harvey"}',
		});
	const codexNotice =
		'<subagent_notification>\n{"agent_path":"019d7d09-b449","status":{"completed":"3 orphans\\nare \\"left\\"."}}\n</subagent_notification>';

	it('has the report that came later as its result', () => {
		assert.deepEqual(toldReport(claude().says('I wait.').client(notice('a9e09c2a'))), [
			'ok #4 3 orphans are left.',
		]);
		assert.deepEqual(toldReport(codex().says('I wait.').client(codexNotice)), [
			'ok #4 3 orphans\nare "left".',
		]);
	});

	it('is found in linear time where a notification never closes', () => {
		assertLinear(20_000, (size) => {
			const unclosed = '{"agent_path":'.repeat(size / 14);
			const notice = `<subagent_notification>{"agent_path":"019d7d09-b449"${unclosed}`;
			const { log, uses } = codex().says('I wait.').client(notice.replaceAll('}', ''));
			return () => withBackgroundResults(log, uses);
		});
	});

	it('has no result where the conversation was forked for it', () => {
		const forked = 'You are the newly spawned agent. The history was forked from your parent.';
		const session = new Session().calls({
			tool: 'spawn_agent',
			values: { message: 'Audit the orphans.' },
			output: forked,
		});
		assert.deepEqual(toldReport(session), ['unknown #0 ']);
	});

	it('has no result where only the start was told, or the end of another one', () => {
		assert.deepEqual(toldReport(claude()), ['unknown #0 ']);
		assert.deepEqual(toldReport(claude().client(notice('b0b0b0b0'))), ['unknown #0 ']);
	});

	it('takes no words of the person for a report', () => {
		const session = claude();
		session.messages.push({ role: 'user', content: notice('a9e09c2a'), origin: 'person' });
		assert.deepEqual(toldReport(session), ['unknown #0 ']);
	});
});
