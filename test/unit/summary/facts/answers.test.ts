import assert from 'node:assert/strict';
import { questionsOf } from '../../../../src/summary/facts/questions.ts';
import { Session } from './session.ts';

function pairs(session: Session): string[] {
	return questionsOf(session.log, session.turns, session.uses).flatMap(({ question, answer }) =>
		answer === undefined ? [] : [`${question} → ${answer}`],
	);
}

describe('the answer to a question of the person', () => {
	const answered = (question: string, answer: string): string =>
		pairs(new Session().person(question).says(answer)).join().replace(`${question} → `, '');

	it('is what the assistant says next, not a later remark', () => {
		const session = new Session()
			.person('is the message count the same as the line count?')
			.saysAndCalls("Good question - no, they're different:\n- one line each\n- one file", {
				tool: 'Read',
				values: { file_path: '/p/a.ts' },
				output: 'x',
			})
			.says('I see - `CountedLines` is the line count, but the message count has its own name.');
		assert.deepEqual(pairs(session), [
			"is the message count the same as the line count? → Good question - no, they're different: one line each; one file",
		]);
	});

	it('is its first sentence, not one of what would have been', () => {
		assert.match(
			answered(
				'what did it just execute there?',
				'You typed `ls` without a mark, so it was sent as a message. If you had typed `!ls`, it would have executed just that.',
			),
			/^You typed `ls`/,
		);
	});

	it('is the first that speaks of what was asked, and none where no other does', () => {
		const look = { tool: 'Read', values: { file_path: '/p/a.ts' }, output: 'x' };
		const session = (first: string): Session =>
			new Session()
				.person('what does the cache counter mean?')
				.saysAndCalls(first, look)
				.says('Right — the indexer has none at all.');
		const told = 'Those are counters of the store, which the server prints.';
		assert.deepEqual(pairs(session(told)), [`what does the cache counter mean? → ${told}`]);
		assert.deepEqual(pairs(session('I will read what it says.')), []);
	});

	it('is the last word where that says yes or no', () => {
		const session = new Session()
			.person('is the panel not drawn because the row is full?')
			.saysAndCalls('The panel has five parts.', {
				tool: 'Read',
				values: { file_path: '/p/a.ts' },
				output: 'x',
			})
			.says('Yes — by one column.');
		assert.match(pairs(session).join(), /→ Yes — by one column\.$/);
	});

	it('is what stands behind the title of the whole message', () => {
		assert.equal(
			answered('is there a limit?', '# Limits\n\nYes, ten.\n\n## Why\n\nIt is cheap.'),
			'Yes, ten.',
		);
	});

	it('is not taken out of a draft', () => {
		assert.equal(
			answered(
				'then we should rewrite the issue about the atomic flag?',
				'Agreed on both counts. Let me draft it:\n\nThe atomic flag lets a client rewrite all or nothing.',
			),
			'Agreed on both counts.',
		);
	});

	it('is not the praise of the question', () => {
		assert.equal(
			answered('can the list hold more of it?', 'Good thinking. It holds the whole session then.'),
			'It holds the whole session then.',
		);
	});

	it('keeps the head of a list, and is none of its entries alone', () => {
		assert.equal(
			answered('is there another server?', 'Yes. The main ones are:\n- Plain backend\n- Daemon'),
			'Yes. The main ones are: Plain backend; Daemon',
		);
		assert.equal(answered('what was wrong there?', '- much lighter\n- no server'), '');
	});

	const none: readonly (readonly [string, Session])[] = [
		...[
			"To calculate the charge, I'll need the following information:\n1. The total cost\n2. The card",
			'To find out, I need to know the cabin of your reservation.',
			'Please provide the total cost of your new reservation.',
			"To proceed with your request, I'll need the reservation ID to cancel the booking.",
			"To proceed, I'll need your user ID and the reason.",
		].map((reply): [string, Session] => [
			`a demand: ${reply}`,
			new Session().person('How much would I need to pay?').says(reply),
		]),
		[
			'a reply to what a client said behind the answer',
			new Session()
				.person('which files did you change?')
				.says('Only the cart.')
				.client('Continue if you have next steps.')
				.says('Nothing is left.'),
		],
		[
			'the title of one way among several',
			new Session()
				.person('How can I share this chat?')
				.says(
					'There are a few ways:\n\n## Option 1: Export it\n\n1. Click\n\n## Option 2: Copy it\n\nBy hand.',
				),
		],
		[
			'what stands behind code that the answer shows',
			new Session()
				.person('how can we know which agent is active?')
				.says('There is a function for it:\n\n```go\nGetAgent()\n```\n\nThe result has a name.'),
		],
		[
			'one to a question that points to another message',
			new Session().person('can we add that?').says('Yes. It fetches both first.'),
		],
		[
			'a report of work',
			new Session()
				.person('can we make this list better?')
				.edit('/p/a.ts', 'x', 'y')
				.says('Saved 44 lines of the list.'),
		],
		[
			'a concession',
			new Session()
				.person('wait, this does not look right to me?')
				.says("You're absolutely right. I overcomplicated this."),
		],
		[
			'one reply to several questions',
			new Session()
				.person('Is it fast enough? And which cache do we use?')
				.says('It reads everything once.'),
		],
		[
			'what the person refuses next',
			new Session()
				.person('that would be clearer, no?')
				.says('If streaming, it is shown in the pending area.')
				.person('no, we want it in the container'),
		],
		[
			'a state of the moment, once the work goes on',
			new Session().person('are we all committed?').says('All clean.').person('Now the docs.'),
		],
		[
			'the state of code that was edited since',
			new Session()
				.person('Can we use the credential helper?')
				.says('Yes, but not with the current code. It does not currently consult the helper.')
				.person('Then do it.')
				.edit('/p/auth.ts', 'a', 'b')
				.says('It is in.'),
		],
		[
			'a statement about names that were edited since',
			new Session()
				.person('so which force is that?')
				.says('The flag `--force` is a lease.')
				.person('Then rename it.')
				.edit('/p/flags.ts', "flag('--force')", "flag('--lease')")
				.says('It is renamed.'),
		],
	];
	for (const [what, session] of none) {
		it(`is not ${what}`, () => {
			assert.deepEqual(pairs(session), []);
		});
	}

	it('stays where something else was edited', () => {
		const session = new Session()
			.person('so which force is that?')
			.says('The flag `--force` is a lease.')
			.person('Fine.')
			.edit('/p/flags.ts', 'one', 'two')
			.says('It is two.');
		assert.equal(pairs(session).length, 1);
	});
});

describe('the answer of the person', () => {
	it('is gone once the person revises it', () => {
		const asking = (): Session =>
			new Session()
				.person('Go')
				.says('Do you mean the hard switch, or start with the first task?')
				.person('yes,');
		assert.equal(pairs(asking().says('Going with the hard switch.')).length, 1);
		assert.deepEqual(
			pairs(asking().says('Going with the hard switch.').person('or no, the other')),
			[],
		);
	});

	it('stays where a later no answers another question', () => {
		const session = new Session()
			.person('Go')
			.says('Should I use the hard switch?')
			.person('yes')
			.says('Done. Should I also rename the file?')
			.person('no')
			.says('Fine.');
		assert.equal(pairs(session).length, 2);
	});

	it('is gone once the person chooses another option about the same names', () => {
		const session = new Session()
			.person('Go')
			.says('Shall I rename `--force` to `--force-with-lease`?')
			.person('yes, rename --force to --force-with-lease and add a real one')
			.says(
				'Options:\n(a) `--force` is blind at once\n(b) `--force` fails and names `--force-with-lease`\n\nWhich one?',
			)
			.person('a')
			.says('Going with it.')
			.person('or no, do b')
			.says('OK, (b).');
		assert.ok(!pairs(session).some((pair) => pair.includes('Shall I rename')));
	});

	it('is none to one of several questions where it is about more', () => {
		const session = new Session()
			.person('Go')
			.says('What is the scope? The pushes skip atomic updates, is that fine? And the batches?')
			.person(
				'I think the idea is to have atomic updates where the pushes are small, the rest assumes that nothing changes.',
			);
		assert.deepEqual(pairs(session), []);
	});

	it('shares more with a question than the beginning of a name', () => {
		const asked = 'Does the `walrus` server list the feature, or does the client misread it?';
		const told = (reply: string): string[] =>
			pairs(
				new Session()
					.person('Go')
					.says(`Run the probe.\n\n${asked}\n\nAlso, here is the trace again:`)
					.person(reply),
			);
		assert.deepEqual(told('I use "walrusctl login", that sets a key in the store'), []);
		assert.equal(told('The client does misread what is listed by the server').length, 1);
	});

	it('is no order for something else', () => {
		const session = new Session()
			.person('Go')
			.says('Ready for the next task or done for today?')
			.person('move src/config.ts up')
			.says('Moved.');
		assert.deepEqual(pairs(session), []);
	});

	it('is not waited for where the assistant only offers its help', () => {
		const { log, turns } = new Session().person('Hi').says('Hello! How can I help you today?');
		assert.deepEqual(questionsOf(log, turns, []), []);
	});
});
