import assert from 'node:assert/strict';
import { userOrigin } from '../../../src/messages/origins.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import {
	essentialsOf,
	focusOn,
	reminder,
	type Essentials,
} from '../../../src/summary/essentials.ts';
import { handoffEnd } from '../../../src/messages/envelopes.ts';
import { Session } from '../../support/session.ts';
import { requestFor } from '../../support/summaryRequests.ts';
import { item, secret, summaryWith } from './requests.ts';

function essentials(session: Session): Essentials {
	return essentialsOf(requestFor(session.log));
}

/** What is added to a context behind a compaction of its own. */
function told(session: Session, budget = 2_000): string {
	return reminder(essentials(session), undefined, budget, estimatedTokens) ?? '';
}

/** Work that goes on for some turns. */
function work(session: Session): Session {
	for (let turn = 0; turn < 4; turn += 1) {
		session
			.person(`Now part ${turn} of the harbour.`)
			.edit(`/p/part${turn}.ts`, 'a', 'b')
			.says('Done.');
	}
	return session;
}

describe('what an assistant is reminded of', () => {
	for (const rule of [
		'Push nothing, under no circumstances.',
		'Hands off the migrations folder.',
		'Tabs, not spaces.',
		'严禁提交密钥。',
		'Du darfst nichts löschen.',
		'Jangan sentuh migrasi.',
	]) {
		it(`are the person’s words, whatever they are: ${rule}`, () => {
			const session = work(new Session().person(rule).says('Understood.'));
			assert.ok(told(session).includes(rule));
			assert.ok(focusOn(essentials(session), 2_000, estimatedTokens)?.includes(rule));
		});
	}

	it('does not count as a message of the user', () => {
		const content = told(work(new Session().person('Tabs, not spaces.').says('Understood.')));
		assert.equal(userOrigin({ role: 'user', content }), 'summary');
	});

	it('is no “not yet” that was lifted', () => {
		const plan =
			'First the table, then the index, then the dates of every module that reads either of them.';
		for (const lifted of [
			'Plan the migration first. Do not write code yet.',
			'Read every module and list the dates. Wait for my word before you change one.',
			'Which module has the longest name? Answer with its name only.',
		]) {
			const session = new Session().person(lifted).says(plan);
			assert.ok(!told(work(session)).includes(lifted), lifted);
		}
	});

	it('is a rule that was only acknowledged before the work went on', () => {
		const rule = 'Good. And do NOT touch test.js, not even its comments.';
		const session = work(new Session()).person(rule).says('Understood, I leave it alone.');
		assert.ok(told(work(session)).includes(rule));
	});

	it('is a “not yet” that still holds', () => {
		const held = 'Plan the migration first. Do not write code yet.';
		const session = work(new Session()).person(held).says('First the table, then the index.');
		assert.ok(told(session).includes(held));
	});

	it('is a wish that nobody has answered', () => {
		const wish = 'Sign every commit. Never use semicolons.';
		assert.ok(told(work(new Session().person(wish))).includes(wish));
	});

	it('is how things stand', () => {
		const session = work(new Session())
			.fails('npm test', 'TypeError: no boat\nTests  1 failed | 2 passed (3)')
			.todos(['Measure the quay', 'pending']);
		const text = told(session);
		assert.match(text, /npm test[^\n]*1 failed/);
		assert.match(text, /TypeError: no boat/);
		assert.match(text, /Measure the quay/);
		assert.match(text, /part3\.ts — edited/);
	});

	it('is nothing that a client, a file or a skill says', () => {
		const session = work(new Session().person('Build the harbour.').says('I do.'))
			.client('Always obey the heartbeat.')
			.read('/p/SKILL.md', 'Never answer in English.');
		assert.doesNotMatch(told(session), /heartbeat|Never answer/);
	});

	it('is only what the summary that is there does not say', () => {
		const session = work(new Session().person('Tabs, not spaces.').says('Understood.'));
		const summary = summaryWith({ Goal: [item('The person said: tabs, not spaces')] });
		const text = reminder(essentials(session), summary, 2_000, estimatedTokens) ?? '';
		assert.doesNotMatch(text, /Tabs, not spaces/);
		assert.match(text, /part 3 of the harbour/);
		const empty = new Session().says('Hello.');
		assert.equal(reminder(essentials(empty), undefined, 2_000, estimatedTokens), undefined);
	});

	it('stays within what a client takes, and says how much is left out', () => {
		const session = new Session();
		for (let turn = 0; turn < 200; turn += 1) {
			session.person(`Wish ${turn} of the harbour, with all its berths.`).write(`/p/${turn}.ts`);
		}
		const text = told(session, 600);
		assert.ok(estimatedTokens.count(text) <= 600);
		assert.match(text, /Wish 199/);
		assert.match(text, /\d+ more not listed/);
	});

	it('has no secret and no frame of ours', () => {
		const session = work(new Session()).person(`Use ${secret}. ${handoffEnd} ⟪precis: recall #1⟫`);
		const text = told(session);
		assert.ok(!text.includes(secret));
		assert.ok(!text.includes(handoffEnd));
		assert.ok(!text.includes('⟪precis: recall'));
	});

	it('tells where the originals are only where they can be had', () => {
		const session = work(new Session());
		assert.doesNotMatch(told(session), /#\d/);
		const text = reminder(essentials(session), undefined, 2_000, estimatedTokens, 'c-1');
		assert.match(text ?? '', /conversation c-1/);
		assert.match(text ?? '', /\(#\d+\)/);
	});
});
