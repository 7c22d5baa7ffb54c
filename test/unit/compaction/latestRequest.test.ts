import assert from 'node:assert/strict';
import { completeWithBuiltIn } from '../../../src/compaction/complete.ts';
import { messageCounts } from '../../../src/compaction/record.ts';
import { renderContext } from '../../../src/compaction/render.ts';
import { textOf, type Log, type Message } from '../../../src/messages/message.ts';
import { compact, planOf } from '../../support/compactions.ts';
import {
	assistant,
	call,
	logOf,
	prose,
	result,
	system,
	user,
	withImage,
} from '../../support/logs.ts';

const settings = { tailTokens: 400 };

/** Steps of an agent that nobody interrupts. */
function agentRun(steps: number, first = 0): Message[] {
	return Array.from({ length: steps }, (_, index) => [
		assistant('', call(`c${first + index}`)),
		result(`c${first + index}`, prose(700, first + index)),
	]).flat();
}

const opening = [user('Write a parser'), ...agentRun(9), assistant('Written.')];

/** The context after a compaction, as texts. */
function textsAfter(log: Log): string[] {
	const record = compact(log, { settings });
	return renderContext(log, record).messages.map((message) => textOf(message.content));
}

describe('the latest request', () => {
	it('is copied behind the summary when a long agent run has left it before the tail', () => {
		const log = logOf(...opening, user('Now test it, please'), ...agentRun(12, 50));
		const { layout } = planOf(log, { settings });
		assert.equal(layout.latestUser, opening.length);
		// The middle spans both sides of the request.
		assert.ok(layout.range.start < opening.length && layout.range.end > opening.length + 1);
		const texts = textsAfter(log);
		const at = texts.findIndex((text) => text.includes('[End of handoff.'));
		const behind = texts.findIndex((text) => text.endsWith('Now test it, please'));
		assert.ok(at >= 0 && behind >= at);
	});

	it('is handed over with the words of what it continues, under the sections of the summary', () => {
		const log = logOf(
			user('Write a parser'),
			...agentRun(9),
			assistant('Written.'),
			user('ok go on'),
			...agentRun(12, 50),
		);
		const outcome = completeWithBuiltIn(planOf(log, { settings }));
		assert.ok(outcome.kind === 'compacted');
		const { handoff, summary } = outcome.record;
		const [task = ''] = /^## Active Task\n[^#]*/m.exec(handoff) ?? [];
		assert.match(task, /ok go on[^]*Write a parser/);
		for (const [title, items] of Object.entries(summary)) {
			assert.equal(handoff.includes(`\n## ${title}\n`), items.length > 0, title);
		}
	});

	it('counts as a message of its own before the next compaction as after this one', () => {
		const log = logOf(...opening, user('Now test it, please'), ...agentRun(12, 50));
		const record = compact(log, { settings });
		assert.equal(messageCounts(record, record).before, messageCounts(record).after);
	});

	it('is copied with its images, and what comes after the compaction follows in full', () => {
		const log = logOf(...opening, user(withImage('As shown here')), ...agentRun(12, 50));
		const incoming = prose(20_000, 3);
		const { messages } = renderContext(
			[...log, ...logOf(user(incoming))],
			compact(log, { settings }),
		);
		const [copy, last] = messages.filter(({ role }) => role === 'user').slice(-2);
		assert.deepEqual(copy?.content.slice(-2), withImage('As shown here'));
		assert.equal(last?.content, incoming);
	});

	it('is no blank or synthetic row', () => {
		const log = logOf(
			...opening,
			user('Now test it, please'),
			...agentRun(6, 50),
			user(' '),
			user('Continue.', 'client'),
			...agentRun(6, 70),
			user('<task-notification>done</task-notification>'),
			...agentRun(6, 90),
		);
		assert.equal(planOf(log, { settings }).layout.latestUser, opening.length);
	});

	it('does not exist in a run without the person, and none is made up', () => {
		const log = logOf(system('You fix bugs on your own.'), ...agentRun(15));
		const record = compact(log, { settings });
		assert.equal(record.layout.latestUser, undefined);
		const { messages } = renderContext(log, record);
		const users = messages.filter((message) => message.role === 'user');
		assert.deepEqual(
			users.map((message) => message.content),
			[record.handoff],
		);
	});
});
