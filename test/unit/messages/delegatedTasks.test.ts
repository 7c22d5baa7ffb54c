import assert from 'node:assert/strict';
import { withReports } from '../../../src/messages/delegatedTasks.ts';
import { assertLinear } from '../../support/growth.ts';
import { Session } from '../../support/session.ts';

const order = { mode: 'code', message: 'Audit the orphans.' };
const echo = 'Successfully created new task in Code mode with message: Audit the orphans.';

const delegated = (output?: string): Session =>
	new Session().calls({
		tool: 'new_task',
		values: order,
		...(output === undefined ? {} : { output }),
	});

const told = (session: Session): string[] =>
	withReports(session.log, session.uses).map(
		({ outcome, result, resultIndex }) => `${outcome.status} #${(resultIndex ?? -1) + 1} ${result}`,
	);

describe('a task that the assistant delegated', () => {
	const report = '[new_task completed] Result: 3 orphans are left.';

	it('has the report of the client as its result', () => {
		assert.deepEqual(told(delegated(echo).client(report)), ['ok #3 3 orphans are left.']);
		assert.deepEqual(told(delegated().client(report)), ['ok #2 3 orphans are left.']);
	});

	it('has no result where only the order came back', () => {
		assert.deepEqual(told(delegated(echo)), ['unknown #0 ']);
	});

	it('has no result where the conversation was forked for it', () => {
		const forked = 'You are the newly spawned agent. The history was forked from your parent.';
		const session = new Session().calls({
			tool: 'spawn_agent',
			values: { message: 'Audit the orphans.' },
			output: forked,
		});
		assert.deepEqual(told(session), ['unknown #0 ']);
	});

	it('has no report of a later task', () => {
		const session = delegated(echo).says('I delegate the rest.').client(report);
		assert.deepEqual(told(session), ['unknown #0 ']);
	});

	it('takes no words of the person for a report', () => {
		const session = delegated(echo);
		session.messages.push({ role: 'user', content: report, origin: 'person' });
		assert.deepEqual(told(session), ['unknown #0 ']);
	});

	it('keeps a result that is more than the order', () => {
		const result = 'Subtask 7 completed.\n\nResult:\nNone is left.';
		assert.deepEqual(told(delegated(result)), [`ok #2 ${result}`]);
	});
});

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
		assert.deepEqual(told(claude().says('I wait.').client(notice('a9e09c2a'))), [
			'ok #4 3 orphans are left.',
		]);
		assert.deepEqual(told(codex().says('I wait.').client(codexNotice)), [
			'ok #4 3 orphans\nare "left".',
		]);
	});

	it('is found in linear time where a notification never closes', () => {
		assertLinear(100_000, (size) => {
			const unclosed = '{"agent_path":'.repeat(size / 14);
			const notice = `<subagent_notification>{"agent_path":"019d7d09-b449"${unclosed}`;
			const { log, uses } = codex().says('I wait.').client(notice.replaceAll('}', ''));
			return () => withReports(log, uses);
		});
	});

	it('has no result where only the start was told, or the end of another one', () => {
		assert.deepEqual(told(claude()), ['unknown #0 ']);
		assert.deepEqual(told(claude().client(notice('b0b0b0b0'))), ['unknown #0 ']);
	});

	it('takes no words of the person for a report', () => {
		const session = claude();
		session.messages.push({ role: 'user', content: notice('a9e09c2a'), origin: 'person' });
		assert.deepEqual(told(session), ['unknown #0 ']);
	});
});
