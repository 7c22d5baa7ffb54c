import assert from 'node:assert/strict';
import { stillRefused } from '../../../../src/summary/facts/refusals.ts';
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

	it('is a message that asks for something beside its rules', () => {
		for (const request of [
			'Never use any. Build a CLI that prints the weather for a city, with tests',
			'Never use any. Build a CLI that prints the weather without dependencies.',
			'Whenever I press the button twice the form is sent twice, fix it please',
		]) {
			const session = new Session().person(request).says('OK.').person(work).says('It lists them.');
			assert.ok(goals(session).join().includes(request), request);
		}
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
			assert.deepEqual(pending(session), [`Refused by the assistant: ${request}`], refusal);
			session.person('Maintain the entries in CHANGELOG.md now').says('Done.');
			session.person('Thanks. Now add a table').says('Added.');
			assert.deepEqual(pending(session), []);
		}
	});

	it('is none where the assistant did something in its place', () => {
		for (const [reply, isRefusal] of [
			[
				"I can't help with storing keys in the code, but I added a secret reference instead.",
				false,
			],
			["I'm sorry, but I can't help with that, but I can add a page.", true],
		] as const) {
			const session = refused(reply).person('Now build the page').says('Built.');
			assert.equal(pending(session).length, isRefusal ? 1 : 0, reply);
		}
	});

	it('reads each later message once', () => {
		let reads = 0;
		const turns = Array.from({ length: 40 }, (_, request) => ({
			request,
			end: request + 1,
			answer: 0,
			started: true,
			stopped: false,
			get text() {
				reads += 1;
				return `k${100 + request} m${100 + request}`;
			},
		}));
		const { log } = new Session().says("I can't help with that.");
		assert.equal(stillRefused(log, turns).length, turns.length);
		assert.equal(reads, turns.length);
	});

	it('is not told as answered where it is the task', () => {
		const session = refused("I can't help with that.");
		assert.deepEqual(texts(summarise(session), 'Active Task'), [request]);
	});
});
