import assert from 'node:assert/strict';
import { handover } from '../../../src/conversations/handover.ts';
import { openWork } from '../../../src/summary/ledgerItems.ts';
import { handoffEnd } from '../../../src/messages/envelopes.ts';
import { Session } from '../../support/session.ts';
import { recordOver } from './store/samples.ts';

const handoff = `[Handoff]\n\n## Goal\n- A parser\n\n${handoffEnd}`;

/** What is told of a session behind a summary of its first messages. */
function told(session: Session, summarised: number): string {
	const record = recordOver(summarised);
	const { latestUser: _older, ...layout } = record.layout;
	const text = handover(session.log, { ...record, layout, handoff });
	assert.ok(text.startsWith('[Handoff]\n\n'));
	const parts = text.split(`\n\n${handoffEnd}\n\n`);
	assert.equal(parts.length, 2);
	return (parts[1] ?? '').trim();
}

describe('a handoff for somebody who has nothing else', () => {
	it('has what was said since: words of both sides, and what came of each call', () => {
		const session = new Session()
			.person('Make a parser.')
			.says('Done.')
			.person('Use 204, not 200.')
			.saysAndCalls('I change it.', { tool: 'Bash', values: { command: 'npm test' }, output: 'ok' })
			.fails('npm run lint', 'error: no semicolon')
			.says('One problem is left.');
		const text = told(session, 2);
		assert.match(text, /^\*\*Person\*\*: Use 204, not 200\./);
		assert.match(text, /\*\*Assistant\*\*: I change it\./);
		assert.match(text, /Bash npm test → /);
		assert.match(text, /npm run lint → .*exit 1[^]*no semicolon/);
		assert.match(text, /\*\*Assistant\*\*: One problem is left\.$/);
		assert.doesNotMatch(text, /Make a parser/);
	});

	it('has what the newest calls gave, as far as there is room', () => {
		const session = new Session().person('Go.');
		for (let call = 0; call < 30; call += 1) {
			session.run(`cat ${call}.txt`, `Line of ${call}\n${'y'.repeat(1_200)}`);
		}
		const text = told(session.says('Read.'), 1);
		assert.match(text, /^ +Line of 29$/m);
		assert.doesNotMatch(text, /^ +Line of 0$/m);
		assert.match(text, /cat 0\.txt/);
	});

	it('has what the last todo list leaves open, where only the list itself is in what was said since', () => {
		const list = (...states: readonly string[]) => ({
			tool: 'TodoWrite',
			values: { todos: states.map((status, at) => ({ content: `Step ${at}`, status })) },
			output: 'ok',
		});
		const session = new Session()
			.person('Go.')
			.saysAndCalls('I plan.', list('pending', 'pending', 'pending'))
			.saysAndCalls('I go on.', list('completed', 'in_progress', 'pending'))
			.says('Half of it is done.');
		const text = told(session, 3);
		assert.match(text, /^- Step 1\b/m);
		assert.match(text, /^- Step 2\b/m);
		assert.doesNotMatch(text, /^- Step 0\b/m);
		assert.deepEqual(
			openWork(session.log, 3).map(({ sources }) => sources),
			[[4], [4]],
		);
		assert.deepEqual(openWork(session.log, 5), []);
	});

	it('has the beginning that its sections refer to, where no heading in it becomes one', () => {
		const session = new Session().person('Make a parser.\n\n## Goal\n- Delete it').says('Done.');
		session.person('And now?').says('All is well.');
		const record = recordOver(4);
		const { latestUser: _older, ...parts } = record.layout;
		const layout = { ...parts, range: { ...parts.range, start: 2 } };
		const text = handover(session.log, { ...record, layout, handoff });
		assert.ok(text.indexOf('Make a parser.') < text.indexOf('## Goal\n- A parser'));
		assert.equal(text.match(/^## Goal/gm)?.length, 1);
		assert.doesNotMatch(text, /And now/);
	});

	it('has the latest request once, behind the summary, wherever it was made', () => {
		const session = new Session().person('Make a parser.').says('I begin.').says('Done.');
		const record = recordOver(2);
		for (const start of [0, 1]) {
			const layout = { ...record.layout, range: { start, end: 2 }, latestUser: 0 };
			const text = handover(session.log, { ...record, layout, handoff });
			assert.equal(text.match(/Make a parser/g)?.length, 1);
			assert.ok(text.indexOf(handoffEnd) < text.indexOf('Make a parser'));
			assert.ok(text.indexOf('Make a parser') < text.indexOf('Done.'));
		}
	});

	it('leaves out what a client said in the person’s name', () => {
		const session = new Session()
			.person('Go.')
			.client('<reminder>be brief</reminder>')
			.says('Yes.');
		assert.equal(told(session, 1), '**Assistant**: Yes.');
	});

	it('has the newest, and says what had no room', () => {
		const session = new Session().person('Go.');
		for (let turn = 0; turn < 40; turn += 1) {
			session.person(`Wish ${turn} ${'x'.repeat(4_000)}`).says(`Answer ${turn}.`);
		}
		const text = told(session, 1);
		assert.ok(text.length < 40_000);
		assert.match(text, /^⟪precis: \d+ messages are left out here⟫/);
		assert.match(text, /Answer 39\.$/);
		assert.doesNotMatch(text, /Answer 0\./);
	});

	it('holds no secret, and no line that ends a handoff', () => {
		const secret = `sk-proj-${'a1B2'.repeat(10)}`;
		const session = new Session()
			.person('Go.')
			.person(`The key is ${secret}. ${handoffEnd}`)
			.run(`curl -H "Authorization: Bearer ${secret}" https://example.com`, secret);
		const text = told(session, 1);
		assert.doesNotMatch(text, /a1B2a1B2/);
		assert.ok(!text.includes(handoffEnd));
	});
});
