import assert from 'node:assert/strict';
import { spokenSentences } from '../../../../src/summary/facts/spokenSentences.ts';
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

	it('leave the room to statements: a file has some, the list some more', () => {
		const names = Array.from({ length: 2_000 }, (_, index) => `keyNumber${index}Value`);
		const session = new Session()
			.person('Make the parser faster.')
			.edit('/home/sam/app/src/parser.ts', names.slice(0, 1_000).join(' '), 'x')
			.run('node bench.mjs', names.slice(1_000).join(' '))
			.says('Done.')
			.person('Go on.');
		const draft = summarise(session, { budget: 8_000 });
		const [file = ''] = texts(draft, 'Relevant Files');
		const [listed = ''] = texts(draft, 'Critical Context').filter((text) =>
			text.startsWith('Also named'),
		);
		const count = (text: string): number => text.split('keyNumber').length - 1;
		assert.ok(count(file) > 10 && count(file) <= 100, String(count(file)));
		assert.ok(count(listed) > 30 && count(listed) <= 230, String(count(listed)));
	});

	it('are no diff’s prefix, no line’s label and no escaped line break', () => {
		const output = JSON.stringify({ output: 'one\nTwoThree', keptKey: 'a//home/sam/x.py' });
		const session = new Session()
			.person('Look.')
			.run('git diff', 'b//home/sam/y.py L152 L153')
			.run('show', output)
			.says('Done.')
			.person('Go on.');
		const [listed = ''] = texts(summarise(session), 'Critical Context');
		assert.match(listed, / \/home\/sam\/y\.py/);
		assert.match(listed, / TwoThree/);
		assert.doesNotMatch(listed, /b\/\/|L152|nTwo/);
	});
});

describe('names behind a file', () => {
	it('are no sizes, colours, tags, at-rules and words with a hyphen', () => {
		const text =
			'heroTitle 0.85em 1100 #39b54a #fff /div @font-face //example.com well-formed back-to-back .heroTitle @acme/ui /img/hero.png 1ce7b69';
		const session = new Session()
			.person('Style it.')
			.edit('/home/sam/app/src/hero.css', 'a', text)
			.says('Done.')
			.person('Go on.');
		const [file = ''] = texts(summarise(session), 'Relevant Files');
		assert.deepEqual(
			file
				.replace(/^.*?: /, '')
				.split(' ')
				.toSorted(),
			['.heroTitle', '/img/hero.png', '1ce7b69', '@acme/ui', 'heroTitle'],
		);
	});
});

describe('findings in the built-in summary', () => {
	const context = (session: Session, budget: number): string[] =>
		texts(summarise(session, { budget }), 'Critical Context');
	const session = new Session()
		.person('Make the parser faster.')
		.run('node bench.mjs', 'readChunk keepAlive')
		.says('The time is lost in readChunk because keepAlive reads the header again.')
		.run('node bench.mjs')
		.says('Let me look at readChunk and keepAlive once more to be sure.')
		.run('node bench.mjs')
		.says('Nothing was found here that anybody would need again later on.')
		.run('node bench.mjs')
		.person('Go on.');

	it('are the assistant’s sentences with the names the work goes on with', () => {
		assert.deepEqual(context(session, 4_000), [
			'The assistant said: The time is lost in readChunk because keepAlive reads the header again.',
		]);
	});

	it('tell no state that may have passed since', () => {
		const states = new Session()
			.person('Make the parser faster.')
			.run('node bench.mjs', 'readChunk keepAlive')
			.says('The suite of readChunk passes because keepAlive is read once.')
			.run('node bench.mjs')
			.person('Go on.');
		assert.doesNotMatch(context(states, 4_000).join('\n'), /suite of readChunk/);
	});

	it('tell nothing the person took back', () => {
		const said = (reply: string): number => {
			const { log, turns } = new Session()
				.person('Make the parser faster.')
				.says('The time is lost in readChunk because keepAlive reads the header again.')
				.person(reply);
			return spokenSentences(log, turns, { start: 0, end: log.length }).length;
		};
		assert.equal(said('Thank you.'), 1);
		assert.equal(said('No, it reads it once.'), 0);
	});

	it('have no place in a small handoff', () => {
		assert.doesNotMatch(context(session, 1_000).join(), /The time is lost/);
	});
});
