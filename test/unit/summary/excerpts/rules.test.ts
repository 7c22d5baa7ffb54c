import assert from 'node:assert/strict';
import { Session } from '../facts/session.ts';
import { summarise, texts } from '../extractive/summaries.ts';

describe('excerpts of a document', () => {
	it('tell rules before descriptions of the same words', () => {
		const lines = Array.from({ length: 80 }, (_, at) => {
			const manner = at < 40 ? 'often' : 'never';
			return `The registry ${manner} keeps owner${at} beside part${at} of module${at}.`;
		});
		const session = new Session()
			.person('Read the notes.')
			.read('/home/sam/app/notes.md', lines.join('\n'))
			.says('I have read the notes.')
			.person('Go on.')
			.run('ls');
		const told = texts(summarise(session, { budget: 700 }), 'Critical Context').join('\n');
		const [rules = 0, others = 0] = ['never', 'often'].map((word) => told.split(word).length - 1);
		assert.ok(rules > others, `${rules} rules, ${others} others`);
	});
});
