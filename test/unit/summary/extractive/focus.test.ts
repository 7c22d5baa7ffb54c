import assert from 'node:assert/strict';
import { estimatedTokens } from '../../../../src/messages/tokens.ts';
import { redact } from '../../../../src/redaction/redact.ts';
import { focusTerms } from '../../../../src/summary/extractive/focus.ts';
import { prose } from '../../../support/logs.ts';
import { Session } from '../facts/session.ts';
import { allItems, summarise, texts } from './summaries.ts';

/** Two topics that have nothing in common, taking turns. */
function twoTopics(): Session {
	const session = new Session().person('Look after the project. Never change the public API.');
	for (let index = 0; index < 60; index += 1) {
		const topic = index % 2 === 0 ? 'invoice' : 'weather';
		session
			.person(`About ${topic} ${index}: ${prose(160, index)}`)
			.says(`For ${topic} I'll use plan ${index} because it avoids ${topic} trouble ${index}.`)
			.edit(`/home/sam/app/src/${topic}${index}.ts`, 'a', `export function ${topic}${index}() {}`)
			.fails(`pnpm build ${topic}${index}`, `Error: ${topic} ${index} broke`)
			.says('It is broken still.');
	}
	return session.person('Now the docs');
}

/** Tokens of all items and quotes that speak of a topic. */
function tokensAbout(topic: string, session: Session, budget: number, focus?: string): number {
	const draft = summarise(session, {
		budget,
		...(focus === undefined ? {} : { focus: redact(focus) }),
	});
	return [...allItems(draft), ...draft.quotes]
		.filter((item) => item.text.includes(topic))
		.reduce((sum, item) => sum + estimatedTokens.count(item.text) + 2, 0);
}

describe('a focus', () => {
	for (const budget of [1_500, 3_000, 5_000]) {
		it(`gets 60 to 70 % of ${budget} tokens where there is enough on both sides`, () => {
			const share = tokensAbout('invoice', twoTopics(), budget, 'invoice') / budget;
			assert.ok(share >= 0.58 && share <= 0.72, share.toFixed(2));
			const rest = tokensAbout('weather', twoTopics(), budget, 'invoice') / budget;
			assert.ok(rest > 0.05, rest.toFixed(2));
		});
	}

	it('changes what is told', () => {
		const without = tokensAbout('invoice', twoTopics(), 3_000);
		const withFocus = tokensAbout('invoice', twoTopics(), 3_000, 'invoice');
		assert.ok(withFocus > without * 1.2, `${withFocus} instead of ${without}`);
	});

	it('drops neither the request nor what binds the work', () => {
		const draft = summarise(twoTopics(), { budget: 1_500, focus: redact('invoice') });
		assert.deepEqual(texts(draft, 'Active Task'), ['Now the docs']);
		const rules = texts(draft, 'Constraints & Preferences');
		assert.ok(rules.includes('Never change the public API.'));
	});

	it('leaves its room to the rest where nothing concerns it', () => {
		const share = tokensAbout('weather', twoTopics(), 3_000, 'zebra') / 3_000;
		assert.ok(share > 0.25, share.toFixed(2));
	});

	it('is found in its inflections and in identifiers', () => {
		assert.deepEqual(focusTerms('the retries of WriteQueue'), [
			'retr',
			'writequeue',
			'write',
			'queue',
		]);
	});

	it('is understood in scripts without spaces', () => {
		assert.deepEqual(focusTerms('缓存 锁'), ['缓存', '锁']);
	});
});
