import assert from 'node:assert/strict';
import { redact } from '../../../../src/redaction/redact.ts';
import { wordsOf } from '../../../../src/summary/extractive/wording.ts';
import { sectionTitles } from '../../../../src/summary/sections.ts';
import { Session } from '../facts/session.ts';
import { allItems, handoffOf, summarise, texts } from './summaries.ts';

/** A small piece of work with something for every section. */
function work(): Session {
	return new Session()
		.person('Fix the parser in src/parser.ts. Never change the public API.')
		.saysAndCalls("I'll look first.", {
			tool: 'Read',
			values: { file_path: '/home/sam/app/src/parser.ts' },
			output: 'export function parse() {}',
		})
		.fails('pnpm test', ' FAIL  test/parser.test.ts > parses\n Tests  1 failed | 3 passed (4)')
		.says(
			"I'll use a queue instead of recursion, because deep input overflows the stack. Fine with you?",
		)
		.person('yes. Does the tablet notice anything?')
		.edit('/home/sam/app/src/parser.ts', 'function parse() {}', 'function parse(queue) {}')
		.write('/home/sam/app/src/queue.ts', 'export class Queue {}')
		.run('rm src/old.ts')
		.run('git mv src/a.ts src/b.ts')
		.run('pnpm test', ' Tests  4 passed (4)')
		.run('git commit -m "Use a queue"', '[fix/parser abc1234] Use a queue\n 2 files changed')
		.todos(['Write docs', 'in_progress'], ['Bump to 1.7.0', 'pending'], ['Parser', 'completed'])
		.fails('pnpm build', 'Error: cannot find module queue')
		.says('No, the tablet notices nothing: it took 120 ms before and takes 40 ms now.');
}

describe('summariseBuiltIn', () => {
	const draft = summarise(work());

	it('fills sections from the structure of the conversation, without a model', () => {
		for (const title of sectionTitles) {
			assert.ok(Array.isArray(draft.summary[title]), title);
		}
	});

	it('quotes the latest request verbatim', () => {
		const session = new Session()
			.person('First')
			.says('Done.')
			.person('Now the\nsecond  thing')
			.run('ls');
		assert.deepEqual(texts(summarise(session), 'Active Task'), ['Now the\nsecond  thing']);
	});

	it('says that the latest request was answered', () => {
		const session = new Session().person('Fix it').says('It is fixed.');
		assert.deepEqual(texts(summarise(session), 'Active Task'), [
			`Fix it\n(${wordsOf('en').answered})`,
		]);
	});

	it('does not call a request answered while its todo list is open', () => {
		assert.doesNotMatch(texts(draft, 'Active Task').join('\n'), /answered/);
	});

	it('points to the latest request where that stands behind the range', () => {
		const session = new Session().person('First').says('On it.').person('Second');
		const range = { start: 0, end: 2 };
		assert.deepEqual(texts(summarise(session, { range }), 'Active Task'), [
			wordsOf('en').followsBelow,
		]);
	});

	it('says None where the person asked nothing', () => {
		assert.match(handoffOf(new Session().run('ls').log), /## Active Task\nNone\n/);
	});

	it('takes no greeting for the goal', () => {
		const session = new Session().person('hi').says('Hello.').person('Fix the parser.').run('ls');
		assert.deepEqual(texts(summarise(session), 'Goal'), ['Fix the parser.']);
		const greeted = new Session().person('hi').says('Hello.').person('thanks').run('ls');
		assert.deepEqual(texts(summarise(greeted), 'Goal'), []);
	});

	it('keeps every real message of the person', () => {
		const session = new Session()
			.person('One')
			.says('a')
			.client('<system-reminder>no</system-reminder>');
		session.person('Two').says('b').person('Three').says('c').person('Four').says('d');
		const { quotes, summary } = summarise(session);
		assert.deepEqual(
			[...quotes.map((quote) => quote.text), summary['Active Task'][0]?.text.split('\n')[0]],
			['Three', 'Two', 'One', 'Four'],
		);
	});

	it('keeps what the person ruled out, in their words', () => {
		assert.deepEqual(texts(draft, 'Constraints & Preferences'), ['Never change the public API.']);
	});

	it('numbers the actions and tells tool, target and outcome', () => {
		assert.deepEqual(texts(draft, 'Completed Actions'), [
			'1. RUN pnpm test — exit 1 · 1 failed, 3 passed: FAIL test/parser.test.ts > parses [tool: Bash]',
			'2. EDIT src/parser.ts — ok: function parse({+queue+}) {} [tool: Edit]',
			'3. WRITE src/queue.ts — ok: {+export class Queue {}+} [tool: Write]',
			'4. RUN rm src/old.ts — ok [tool: Bash]',
			'5. RUN git mv src/a.ts src/b.ts — ok [tool: Bash]',
			'6. RUN pnpm test — 4 passed [tool: Bash]',
			'7. COMMIT abc1234 Use a queue (fix/parser) — ok [tool: Bash]',
			'8. RUN pnpm build — exit 1: Error: cannot find module queue [tool: Bash]',
		]);
	});

	it('tells the final state of every file', () => {
		assert.deepEqual(texts(draft, 'Relevant Files').toSorted(), [
			'src/a.ts — renamed to src/b.ts',
			'src/old.ts — deleted',
			'src/parser.ts — modified',
			'src/queue.ts — created',
		]);
	});

	it('tells the last run of each check with its status', () => {
		const state = texts(draft, 'Active State');
		assert.ok(state.includes('`pnpm test` → ok (4 passed)'), state.join('\n'));
		assert.ok(state.includes('`pnpm build` → failed (exit 1)'), state.join('\n'));
	});

	it('tells branch and last commit', () => {
		const state = texts(draft, 'Active State');
		assert.ok(state.includes('Branch: fix/parser'));
		assert.ok(state.includes('Last commit: abc1234 Use a queue (fix/parser)'));
	});

	it('keeps open errors apart from mended ones', () => {
		assert.deepEqual(texts(draft, 'Blocked'), ['`pnpm build`: Error: cannot find module queue']);
		assert.ok(
			texts(draft, 'Critical Context').some((text) => text.startsWith('fixed: `pnpm test`')),
		);
	});

	it('tells decisions with their reason, as whose they are', () => {
		assert.deepEqual(texts(draft, 'Key Decisions'), [
			"The assistant said: I'll use a queue instead of recursion, because deep input overflows the stack.",
		]);
	});

	it('tells questions that were answered', () => {
		const resolved = texts(draft, 'Resolved Questions').join('\n');
		assert.match(resolved, /Fine with you\? — yes\./);
		assert.match(resolved, /Does the tablet notice anything\? — No, the tablet notices nothing/);
	});

	it('tells questions that are open: a message that only adds something answers none', () => {
		const open = [
			'Open question to the person: Should the feed need a key? I build it without until you decide.',
		];
		const session = new Session()
			.person('Go')
			.says('Should the feed need a key? I build it without until you decide.');
		assert.deepEqual(texts(summarise(session), 'Pending User Asks'), open);
		session.person('one more thing: log it').run('ls');
		assert.deepEqual(texts(summarise(session), 'Pending User Asks'), open);
		session.says('Done. Should the feed need a key?').person('no, leave it open').run('ls');
		assert.match(
			texts(summarise(session), 'Resolved Questions').join('\n'),
			/key\? — no, leave it open/,
		);
	});

	it('tells requests nobody has reacted to yet, but none the work went on after', () => {
		const session = new Session().person('First wish').person('Second wish');
		assert.deepEqual(texts(summarise(session), 'Pending User Asks'), [
			'Not answered yet: First wish',
		]);
		session.run('ls').says('Both done.');
		assert.deepEqual(texts(summarise(session), 'Pending User Asks'), []);
	});

	it('tells the latest todo list and the stated next steps', () => {
		assert.ok(texts(draft, 'In Progress').includes('Write docs'));
		assert.deepEqual(texts(draft, 'Remaining Work'), ['Bump to 1.7.0']);
		const session = new Session().person('Go').says('Next, I fix the lexer.');
		assert.deepEqual(texts(summarise(session), 'Remaining Work'), ['Next, I fix the lexer.']);
	});

	it('tells concrete values and figures', () => {
		const told = [...texts(draft, 'In Progress'), ...texts(draft, 'Critical Context')].join('\n');
		assert.match(told, /it took 120 ms before and takes 40 ms now/);
	});

	it('tells what the person declined, and why', () => {
		const refusal =
			"The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nthe interface is better";
		const session = new Session()
			.person('Go')
			.calls({ tool: 'Edit', values: { file_path: '/p/a.ts' }, output: refusal, isError: true });
		assert.deepEqual(texts(summarise(session), 'Blocked'), [
			'`Edit /p/a.ts`: rejected by the person: the interface is better',
		]);
		session.run('ls');
		assert.deepEqual(texts(summarise(session), 'Blocked'), []);
		session.says('It is one now.').person('Now test it');
		assert.equal(summarise(session).quotes[0]?.text, 'the interface is better');
	});

	it('names a plan that was declined by its first line', () => {
		const refusal =
			"The user doesn't want to proceed with this tool use. The tool use was rejected.";
		const values = { plan: '# Mend the queue\n\n## Context\n\nIt is slow.' };
		const session = new Session()
			.person('Go')
			.calls({ tool: 'ExitPlanMode', values, output: refusal, isError: true });
		const [blocked = ''] = texts(summarise(session), 'Blocked');
		assert.ok(blocked.includes('Mend the queue') && !blocked.includes('Context'), blocked);
	});

	it('tells what a sub-agent found', () => {
		const session = new Session().person('Go').calls({
			tool: 'Task',
			values: { description: 'Find readers' },
			output: 'Three routes read it.',
		});
		assert.deepEqual(texts(summarise(session), 'Completed Actions'), [
			'1. DELEGATE Find readers — Three routes read it. [tool: Task]',
		]);
	});

	it('names the messages of every item, ascending and within the range', () => {
		const { log } = work();
		for (const item of [...allItems(draft), ...draft.quotes]) {
			assert.ok(item.sources.length > 0, item.text);
			assert.deepEqual(
				[...new Set(item.sources)].sort((a, b) => a - b),
				[...item.sources],
				item.text,
			);
			assert.ok(
				item.sources.every((number) => number >= 1 && number <= log.length),
				item.text,
			);
		}
	});

	it('looks at nothing behind the range but at what became of the request', () => {
		const session = work();
		const end = session.number;
		session
			.person('Something else')
			.write('/home/sam/app/src/later.ts')
			.fails('pnpm later', 'Error: later');
		const before = summarise(session, { range: { start: 0, end } });
		const text = JSON.stringify(before);
		assert.doesNotMatch(text, /later/);
	});

	it('gives the same bytes for the same request', () => {
		assert.equal(handoffOf(work().log), handoffOf(work().log));
		assert.equal(
			handoffOf(work().log, { focus: redact('queue'), budget: 700 }),
			handoffOf(work().log, { focus: redact('queue'), budget: 700 }),
		);
	});

	it('points to originals only where the next assistant can recall them', () => {
		const long = new Session().person(`Read this: ${'word '.repeat(3_000)}`).says('ok');
		assert.doesNotMatch(handoffOf(long.log, { budget: 600 }), /recall #/);
		assert.match(handoffOf(long.log, { budget: 600, recallHandle: 'c7' }), /recall #1⟫/);
	});

	it('holds no secret', () => {
		const key = 'ghp_0123456789abcdefghijABCDEFGHIJ456789';
		const session = new Session()
			.person(`Never log the token ${key}`)
			.run(`curl -H "Authorization: Bearer ${key}" https://example.com`)
			.fails(`deploy --token ${key}`, `Error: the token ${key} was refused`)
			.says(`I'll use ${key} because it works.`);
		assert.doesNotMatch(JSON.stringify(summarise(session)), /ghp_0123/);
	});

	it('tells an earlier summary whose originals are gone, without the orders at its end', () => {
		const session = new Session().person(
			'This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion.\n\nSummary:\nThe store was moved to SQLite.\n\nPlease continue the conversation from where we left it off without asking the user any further questions.',
		);
		session.person('Go on').run('ls');
		const context = texts(summarise(session), 'Critical Context').join('\n');
		assert.match(context, /The store was moved to SQLite\./);
		assert.doesNotMatch(context, /without asking/);
	});
});
