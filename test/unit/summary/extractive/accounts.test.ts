import assert from 'node:assert/strict';
import { Session } from '../facts/session.ts';
import { summarise, texts } from './summaries.ts';

/** What the assistant told the person at the end of its turns. */

const accounts = (session: Session, changes = {}): string[] =>
	texts(summarise(session, changes), 'Completed Actions').filter((text) =>
		text.startsWith('Told the person: '),
	);

const turn = (session: Session, name: string): Session =>
	session
		.person(`Do ${name}.`)
		.run(`make ${name}`)
		.says(`Done with ${name}: the queue now keeps its order after a restart, see the notes.`);

describe('accounts in the built-in summary', () => {
	it('stand among the actions, in the order of the work', () => {
		const session = turn(turn(new Session(), 'one'), 'two').person('Go on.').says('Next is three.');
		assert.deepEqual(
			texts(summarise(session), 'Completed Actions').map((text) => text.slice(0, 34)),
			[
				'1. RUN make one — ok [tool: Bash]',
				'Told the person: Done with one: th',
				'2. RUN make two — ok [tool: Bash]',
				'Told the person: Done with two: th',
			],
		);
	});

	it('are of turns that ended, and leave out what only says so', () => {
		const session = new Session()
			.person('Do one.')
			.says('I look at the queue first, which keeps its order in a file beside the store.')
			.run('make one')
			.person('Do two.')
			.says('Done.')
			.person('Go on.')
			.says('Next.');
		assert.deepEqual(accounts(session), []);
	});

	it('are not the last words once more', () => {
		assert.deepEqual(accounts(turn(new Session(), 'one')), []);
	});

	it('are told at length where there is room, and shortly where there is little', () => {
		const session = new Session();
		for (const name of ['one', 'two', 'three', 'four', 'five']) {
			session.person(`Do ${name}.`).says(`${name}: ${'the queue keeps its order. '.repeat(30)}`);
		}
		session.person('Go on.').says('Next.');
		const lengths = (budget: number): number[] =>
			accounts(session, { budget }).map((text) => Math.round(text.length / 100));
		assert.deepEqual(lengths(8_000), [5, 5, 5, 5, 5]);
		assert.deepEqual(lengths(670), [2, 2, 5, 5]);
	});

	it('do not come back in another length once a person removed one', () => {
		const session = new Session()
			.person('Do one.')
			.says(`one: ${'the queue keeps its order. '.repeat(30)}`)
			.person('Go on.')
			.says('Next.');
		const [long = ''] = accounts(session);
		const short = accounts(session, { budget: 380 }).join();
		assert.ok(short.length > 0 && short.length < long.length);
		const wishes = { kept: [], removed: [long] };
		assert.deepEqual(accounts(session, { budget: 380, wishes }), []);
	});

	it('name a file once where it is linked', () => {
		const session = new Session()
			.person('Do one.')
			.says(
				'The order is kept in [src/queue.ts](/home/sam/app/src/queue.ts#L12), as [the notes](https://example.com/n) say.',
			)
			.person('Go on.')
			.says('Next.');
		assert.deepEqual(accounts(session), [
			'Told the person: The order is kept in src/queue.ts, as [the notes](https://example.com/n) say.',
		]);
	});

	it('tell no secret', () => {
		const token = `ghp_${'a1B2'.repeat(9)}`;
		const session = new Session()
			.person('Do one.')
			.says(`The token is ${token}, which the deployment reads from its environment at start.`)
			.person('Go on.')
			.says('Next.');
		assert.equal(accounts(session).length, 1);
		assert.doesNotMatch(accounts(session).join(), /ghp_/);
	});
});
