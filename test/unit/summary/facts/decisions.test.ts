import assert from 'node:assert/strict';
import { decisionsOf } from '../../../../src/summary/facts/decisions.ts';
import { turnsOf } from '../../../../src/summary/facts/turns.ts';
import { Session } from './session.ts';

describe('decisionsOf', () => {
	const found = (text: string): string[] => {
		const { log } = new Session().says(text);
		return decisionsOf(log, turnsOf(log, log.length), log.length).map((decision) => decision.text);
	};

	it('takes choices, and knows which have a reason', () => {
		const text = "I'll use one queue for the whole store, because every write rewrites the file.";
		const { log } = new Session().says(text).says('I went with the smaller of the two fixes.');
		assert.deepEqual(
			decisionsOf(log, turnsOf(log, log.length), log.length).map(({ text: said, reasoned }) => [
				said,
				reasoned,
			]),
			[
				[text, true],
				['I went with the smaller of the two fixes.', false],
			],
		);
	});

	it('comes to an end where a conversation begins with a no', () => {
		const text = 'I went with the smaller of the two fixes.';
		const { log } = new Session().person('No, leave the tax module alone.').says(text);
		const decisions = decisionsOf(log, turnsOf(log, log.length), log.length);
		assert.deepEqual(
			decisions.map((decision) => decision.text),
			[text],
		);
	});

	for (const text of [
		'I chose Vitest because Jest fails with ESM.',
		'I opted for retries: no errors reach the user.',
		'I decided to ignore warnings, so no warnings are shown.',
	]) {
		it(`takes a choice by name: ${text}`, () => {
			assert.deepEqual(found(text), [text]);
		});
	}

	const none = [
		"I'll use the review workflow for this since the request is about a failed job.",
		'No action needed yet; I’m keeping the session open until it exits.',
		'`actionlint` is not installed locally, so I could not run that linter.',
		'I’m using the guidance here because this is about tightening a skill.',
		'Two options are on the table, and it is a trade-off either way.',
		'One decision in it, because it changes how the script works:',
		"Should we use a queue instead of a lock because it's simpler?",
		'I see Gemini uses message count instead of line count.',
		'Use the new QueueStore instead of the old list',
		'- Take one session instead of single parameters',
		'**Clear names**: `QueueMode` instead of `ListMode`',
		'Could be part of the docs pass, or a separate decision.',
		'Actually the simplest fix is to either import it or move it, because both compile.',
		'The cleanest approach: import the package, but actually the plan says otherwise.',
		'The fix is simple: use `queueLater` instead of `queueNow`, and save it afterwards.',
		'We should use a queue instead of the list.',
		'Protocol 2 is likely to land as a report rather than in full, because the driver has no path for it.',
		'I’m waiting for the result rather than adding more changes on top.',
		'I’ve fixed the adapter, which reads the public fields instead of the private ones.',
		'add an ordered list or switch to a list entirely',
		'avoid trying again at once without looking at the lock',
		'Keep the fallback explicit',
		'I kept mixing the two commands in a row, which raised the chance of a collision.',
		"I'd keep it alone rather than fold it into the sixth group.",
		'The switch is refused rather than half applied.',
		"I'll use `sed` for the function body.",
		'I will now use the third script because it may show how it behaves, to see whether it fails.',
		'First I’ll check the current state so I keep this clean.',
		'`send` on this install does not support `-P`; I’m checking the syntax and then I’ll deliver it.',
		'The linter passes with zero errors; the four remaining warnings are about “only”, which I kept for accuracy.',
		'I’ll keep the existing main checkout untouched.',
		'The worker will own the changes; I’ll keep the main checkout untouched.',
		'Because I renamed something after the last run, I’m running the full suite once more.',
		'I’m picking up the existing worktree first, then I’ll do the final review.',
		'I’ll keep driving the worktree from here because the other one is busy.',
		'I left it untouched, as you said, rather than undo it.',
		"I'll put it near `readAll` since that is shared as well.",
	];
	for (const text of none) {
		it(`does not take “${text}”`, () => {
			assert.deepEqual(found(text), []);
		});
	}

	const choice = "I'll use a queue because writes may overlap.";

	it('forgets what the person overruled', () => {
		const after = [
			(session: Session) => session.person('or no, do c'),
			(session: Session) => session.person('no, keep the lock'),
			(session: Session) => session.client('[Request interrupted by user]').person('Use a lock.'),
			(session: Session) =>
				session.calls({
					tool: 'Edit',
					values: { file_path: 'a.ts', old_string: 'a', new_string: 'b' },
					output: "The user doesn't want to proceed with this tool use. The tool use was rejected.",
					isError: true,
				}),
			(session: Session) => session.person('Hm?').says("You're right. I'll use a lock."),
			(session: Session) => session.person('Hm?').says('Let me revert that. I will use a lock.'),
		];
		for (const turnAbout of after) {
			const session = new Session().person('Go').says(choice);
			turnAbout(session);
			const said = decisionsOf(session.log, session.turns, session.number).map(({ text }) => text);
			assert.ok(!said.includes(choice), choice);
		}
	});

	it('forgets it also where work lay between, but not what an earlier turn decided', () => {
		const session = new Session().person('Go').says(choice).person('Fine.');
		session.says('Going with the hard switch then.').run('ls').run('pwd').person('or no, do c');
		assert.deepEqual(
			decisionsOf(session.log, session.turns, session.number).map(({ text }) => text),
			[choice],
		);
	});

	it('tells what was accepted instead', () => {
		const session = new Session()
			.person('Go')
			.says(choice)
			.person('or no, do c')
			.says('OK, (c): loud breaking change. I start with the parser.');
		assert.deepEqual(
			decisionsOf(session.log, session.turns, session.number).map(({ text }) => text),
			['OK, (c): loud breaking change.'],
		);
	});

	it('keeps a choice the person went on from', () => {
		for (const reply of ['No problem, go on.', 'Now the docs.', 'ok']) {
			const session = new Session().person('Go').says(choice).person(reply).says('Done.');
			assert.equal(decisionsOf(session.log, session.turns, session.number).length, 1, reply);
		}
	});

	it('takes lessons with what follows from them', () => {
		assert.deepEqual(found("The driver doesn't support arrays, so I need to store JSON."), [
			"The driver doesn't support arrays, so I need to store JSON.",
		]);
	});

	const made = [
		'I’m keeping this test in its package rather than exposing the helpers.',
		'Rather than retype the numbers I added a helper next to the other one.',
		'I’m standardizing on lower case keys.',
		"I'll use an alias to avoid the collision.",
		'OK, going with the hard switch then.',
		'The checkout is on another branch, so I’ll use a new worktree rather than touching it.',
		"I kept `pr-2` so there's still room before the icon.",
		'I’m avoiding brittle captures by testing the renderer directly.',
	];
	for (const text of made) {
		it(`takes “${text}”`, () => {
			assert.deepEqual(found(text), [text]);
		});
	}

	it('forgets what a concession is about, however long ago it was stated', () => {
		const session = new Session()
			.person('Go')
			.says(
				"I'll use `queueLater` for shell runs because the order stays. I'll keep the log next to the store because both are read together.",
			);
		for (let turn = 0; turn < 9; turn += 1) {
			session.person(`Look at part ${turn} of it.`).run('ls').says('It is fine.');
		}
		session
			.person('wait, that looks wrong')
			.says("You're absolutely right. I overcomplicated this. `queueLater` starts a reply.");
		const said = decisionsOf(session.log, session.turns, session.number).map(({ text }) => text);
		assert.deepEqual(said, ["I'll keep the log next to the store because both are read together."]);
	});

	it('takes no look around for what follows from a concession', () => {
		const session = new Session()
			.person('Hm?')
			.says("You're right. Let me find where the names are made. I should use them all.");
		assert.deepEqual(decisionsOf(session.log, session.turns, session.number), []);
		const thinking = new Session()
			.person('Hm?')
			.says(
				'Good call. Let me work through the whole machine. Let me fix the parser to write always.',
			);
		assert.deepEqual(decisionsOf(thinking.log, thinking.turns, thinking.number), []);
	});

	it('takes none of the person and of tools', () => {
		const said = "I'll use a queue because it is simpler than a lock.";
		const { log } = new Session().person(said).read('/p/a.md', said);
		assert.deepEqual(decisionsOf(log, turnsOf(log, log.length), log.length), []);
	});
});

describe('a "no" to a question', () => {
	const decision =
		'I decided to round in total() rather than in each item, because rounding once loses less.';
	const asked = (reply: string): string[] => {
		const session = new Session()
			.person('Fix the rounding.')
			.says(`${decision} Should I also round in the tax module?`)
			.person(reply);
		return decisionsOf(session.log, session.turns, session.messages.length).map(({ text }) => text);
	};

	it('takes back no decision about something else', () => {
		assert.deepEqual(asked('No, leave the tax module alone.'), [decision]);
	});

	it('takes back the one it names', () => {
		assert.deepEqual(asked('No, round in each item.'), []);
		assert.deepEqual(asked('No.'), []);
	});
});
