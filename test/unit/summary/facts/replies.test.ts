import assert from 'node:assert/strict';
import { chosenOption } from '../../../../src/summary/facts/options.ts';
import { questionsOf } from '../../../../src/summary/facts/questions.ts';
import { Session } from './session.ts';

describe('short replies', () => {
	const offering =
		'Options:\n- **(a)** Keep the flag.\n- **(b)** Rename the flag.\n- **(c) Remove** the flag.\n\nWhich one?';
	const asked = (reply: string, offer = offering): Session =>
		new Session().person('Go').says(offer).person(reply).says('Fine.');

	it('name the option they choose', () => {
		for (const reply of [
			'c',
			'(c)',
			'do c',
			'or no, do c',
			"let's go with (c).",
			'option c please',
		]) {
			const session = asked(reply);
			assert.equal(chosenOption(session.log, session.turns, 1), 'Remove the flag.', reply);
			const [question] = questionsOf(session.log, session.turns, []);
			assert.equal(question?.answer, `${reply} (Remove the flag.)`);
		}
	});

	it('do not look further back than the offer that is open', () => {
		const session = new Session()
			.person('Go')
			.says('How it works:\n1. The planner reads\n2. The pusher writes\n\nClear?')
			.person('yes')
			.says('1. **Migration.** Options:\n2. Naming of it\n\nAgree?')
			.person('I do 1');
		assert.equal(chosenOption(session.log, session.turns, 2), undefined);
	});

	it('name none where none was offered or meant', () => {
		for (const reply of ['do a test', 'a b', 'I do 1', 'd', 'can you do it']) {
			const session = asked(reply);
			assert.equal(chosenOption(session.log, session.turns, 1), undefined, reply);
		}
	});
});

describe('questionsOf, what is asked', () => {
	const asked = (offer: string, reply: string): string | undefined => {
		const session = new Session().person('Go').says(offer).person(reply).says('Fine.');
		return questionsOf(session.log, session.turns, []).find(({ by }) => by === 'assistant')
			?.question;
	};

	it('is told with what stands in its paragraph, before it or behind it', () => {
		const other = 'Also updated the notes, which are not part of this.';
		assert.equal(
			asked(`${other}\n\nWant this committed? One commit, no push.`, 'yes, commit this'),
			'Want this committed? One commit, no push.',
		);
		assert.equal(
			asked('The parser is slow. Make it faster?', 'yes'),
			'The parser is slow. Make it faster?',
		);
	});

	it('is told with what stands before it where it is a paragraph of its own', () => {
		const choice = 'An interface of the agent is cleanest, because the parser is its own.';
		assert.equal(
			asked(`${choice}\n\nWhat do you prefer?`, 'the interface'),
			`${choice} What do you prefer?`,
		);
	});

	it('is no line of a log that a person pasted', () => {
		const pasted = 'The lint fails:\n\n```\nINFO - Need to disable some rules?\n```';
		const session = new Session().person(pasted).says('I have fixed all of the rules.');
		assert.deepEqual(questionsOf(session.log, session.turns, []), []);
	});
});

describe('questionsOf, what is no answer', () => {
	const resolved = (offer: string, reply: string): number => {
		const session = new Session().person('Go').says(offer).person(reply).says('Fine.');
		return questionsOf(session.log, session.turns, []).filter(
			({ by, answer }) => by === 'assistant' && answer !== undefined,
		).length;
	};

	it('takes no question for one', () => {
		assert.equal(resolved('Should I close the issue?', 'does git push mirror fail there?'), 0);
	});

	it('takes none for one that only begins like an order, and no paste', () => {
		const offer = 'Want me to push the branch now?';
		assert.equal(resolved(offer, 'do I need to raise the version so that nobody breaks?'), 0);
		assert.equal(resolved(offer, 'do it, but could you wait for the tests?'), 1);
		assert.equal(resolved(offer, '❯ git push origin branch\n{"branch":"main"}'), 0);
	});

	it('takes no request for a question', () => {
		const asked = (text: string): number => {
			const session = new Session().person(text).says('The list is a table now.');
			return questionsOf(session.log, session.turns, []).length;
		};
		assert.equal(asked('actually, can you revert that list?'), 0);
		assert.equal(asked('how about you write that list anew?'), 0);
		assert.equal(asked('what is that list?'), 1);
	});

	it('takes no pasted words of the assistant for a part of a question', () => {
		const bullet = 'Streaming is only worth it if large migrations are common.';
		const session = new Session()
			.person('Is streaming worth it?')
			.says(`Some thoughts:\n- ${bullet}`)
			.person(`${bullet}\ncan we look into this?`)
			.says('Yes, the packs of large migrations do not fit into memory.');
		const asked = questionsOf(session.log, session.turns, session.uses);
		assert.ok(asked.every(({ question }) => !question.includes('Streaming')));
	});

	it('takes no question without its mark and no remark for one', () => {
		const offer = 'Ready to start on the parser?';
		assert.equal(resolved(offer, 'how do we set things on the store'), 0);
		assert.equal(resolved('要我执行吗？', '是否成功'), 0);
		assert.equal(resolved('要我执行吗？', '执行吧'), 1);
		assert.equal(resolved(offer, 'wow, everything runs, you are a wizard'), 0);
		assert.equal(resolved(offer, 'ok, I hope I have not confused you with that'), 0);
		assert.equal(resolved(offer, "let's go"), 1);
		assert.equal(resolved('Which database do you prefer?', 'Postgres with pooled clients'), 1);
		const wish =
			'I want the notes of this commit to live in one file, not in two, because every language needs them.';
		assert.equal(resolved('Want this committed? One commit, with the notes of it.', wish), 0);
		const report =
			'The icons of the list are not the same as those in the footer. They need changes.';
		assert.equal(resolved('Would you like me to commit these changes?', report), 0);
		assert.equal(resolved('Would you like me to commit these changes?', `no, ${report}`), 1);
	});

	it('takes no reply to another of several questions for one', () => {
		const offer = 'Shall I rename the flag?\nAnd should both flags together be an error?';
		assert.equal(resolved(offer, 'I do 1'), 0);
		assert.equal(resolved(offer, 'rename the flag'), 1);
	});

	it('takes no longer reply about something else for one', () => {
		const reply =
			'Meanwhile the deployment broke on staging, look at the logs of the gateway there first.';
		assert.equal(resolved('Should I close the issue?', reply), 0);
		assert.equal(resolved('Should I close the issue?', `yes, ${reply}`), 1);
		assert.equal(resolved('Should I close the issue?', 'go ahead'), 1);
	});
});
