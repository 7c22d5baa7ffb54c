import assert from 'node:assert/strict';
import { Session } from '../facts/session.ts';
import { summarise, texts } from './summaries.ts';

const goals = (session: Session): string[] => texts(summarise(session), 'Goal');

describe('the goal', () => {
	const work = 'Build a page that lists the latest posts';

	it('is no message that only tells a rule for all that follows', () => {
		for (const rule of [
			'ALWAYS begin your reply with the name of your model. Just the name.',
			'From now on, answer in one line.',
			'Antworte ab jetzt kurz: nie mehr als eine Zeile.',
			'今後は短く答えてください。',
		]) {
			const session = new Session().person(rule).says('OK.').person(work).says('It lists them.');
			const isTold = goals(session).join().includes(rule);
			assert.equal(isTold, rule.startsWith('Antworte'), rule);
		}
		const request = 'Read hello.py and tell me what it prints without editing files.';
		assert.deepEqual(goals(new Session().person(request).says('A word.')), [request]);
	});

	it('is no word that answers what stands in no message, but a command of the client', () => {
		for (const [word, isGoal] of [
			['保留', false],
			['yes', false],
			['是否成功', false],
			['did it work?', false],
			['/review', true],
			['完整自检总结', true],
		] as const) {
			const session = new Session().person(word).says('OK.').person(work).says('It lists them.');
			assert.equal(goals(session).join().includes(word), isGoal, word);
		}
	});
});

describe('a request that the assistant refused', () => {
	const request = 'Maintain the entries in CHANGELOG.md';
	const refused = (refusal: string): Session =>
		new Session().person('Add a list').says('Added.').person(request).says(refusal);
	const pending = (session: Session): string[] => texts(summarise(session), 'Pending User Asks');

	it('is pending until it is asked again', () => {
		for (const refusal of [
			"I'm sorry, I can't answer that question.",
			'Das kann ich leider nicht beantworten.',
			'抱歉，我无法回答这个问题。',
		]) {
			const session = refused(refusal).person('Now build the page').says('Built.');
			assert.deepEqual(pending(session), [`Not answered yet: ${request}`], refusal);
			session.person('Maintain the entries in CHANGELOG.md now').says('Done.');
			session.person('Thanks. Now add a table').says('Added.');
			assert.deepEqual(pending(session), []);
		}
	});

	it('is not told as answered where it is the task', () => {
		const session = refused("I can't help with that.");
		assert.deepEqual(texts(summarise(session), 'Active Task'), [request]);
	});
});
