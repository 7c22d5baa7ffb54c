import assert from 'node:assert/strict';
import { Session } from '../facts/session.ts';
import { summarise, texts } from './summaries.ts';

/** Work on one file, with names in it and beside it. */
function work(): Session {
	return new Session()
		.person('Make the parser faster.')
		.edit('/home/sam/app/src/parser.ts', 'readAll(maxSize)', 'readChunk(maxSize)')
		.run('node bench.mjs', 'set keep_alive')
		.says('Done.')
		.person('Go on.');
}

describe('names in the built-in summary', () => {
	it('stand behind the file they belong to', () => {
		const [file = ''] = texts(summarise(work()), 'Relevant Files');
		assert.match(file, /parser\.ts — modified: .*\breadChunk\b/);
		assert.match(file, /\breadAll\b/);
		assert.doesNotMatch(file, /keep_alive|old_string/);
	});

	it('are listed where they belong to none, and once', () => {
		const draft = summarise(work());
		const listed = texts(draft, 'Critical Context').filter((text) => text.startsWith('Also named'));
		assert.equal(listed.length, 1);
		assert.match(listed.join(), /keep_alive/);
		const whole = Object.values(draft.summary)
			.flat()
			.map(({ text }) => text)
			.join('\n');
		assert.equal(whole.split('maxSize').length, 2);
	});

	it('do not bring back a file that a person removed', () => {
		const [file = ''] = texts(summarise(work()), 'Relevant Files');
		const again = summarise(work(), { wishes: { kept: [], removed: [file] } });
		assert.deepEqual(texts(again, 'Relevant Files'), []);
	});
});
