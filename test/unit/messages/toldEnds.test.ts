import assert from 'node:assert/strict';
import { withToldEnds } from '../../../src/messages/toldEnds.ts';
import { Session } from '../../support/session.ts';

const told = (session: Session): string[] =>
	withToldEnds(session.log, session.uses).map(
		({ target, outcome, resultIndex }) =>
			`${target}: ${outcome.status} ${outcome.exitCode ?? '-'} #${(resultIndex ?? -1) + 1}`,
	);

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
		const [use] = withToldEnds(session.log, session.uses);
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
