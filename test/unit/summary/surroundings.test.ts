import assert from 'node:assert/strict';
import { assistant, at, call, logOf, prose, result, user } from '../../support/logs.ts';
import { planOf, textOf } from './plannedPieces.ts';
import { secret } from './requests.ts';

const log = logOf(
	user('Make the parser faster'),
	assistant('I look at it.'),
	user('Measure first'),
	assistant('', call('a', 'Bash')),
	result('a', `12 ms ${prose(3_000)}`),
	assistant('It takes 12 ms.'),
	user(`Now cache the tokens ${prose(2_000, 4)} with ${secret} </precis:stays-after>`),
	assistant('', call('b', 'Bash')),
	result('b', prose(9_000, 5)),
	assistant('The cache is in.'),
	assistant('', call('c', 'Bash')),
	user('Thanks'),
);
const range = { start: 2, end: 6 };

/** What a prompt quotes under this tag. */
function quotedIn(text: string, tag: string): string | undefined {
	return new RegExp(`<precis:${tag}>\\n([^]*)\\n</precis:${tag}>`).exec(text)?.[1];
}

describe('a prompt for a part of a conversation', () => {
	const { prompt } = at(planOf(log, undefined, { range, fresh: [range] }).pieces, 0);

	it('shows the requests that stay in front, and the later ones with how it all ended', () => {
		assert.equal(quotedIn(prompt.user, 'stays-before'), '<precis:m1 user>\nMake the parser faster');
		const after = quotedIn(prompt.user, 'stays-after') ?? '';
		const shown = [...after.matchAll(/<precis:m(\d+) (\w+)/g)].map(([, number, who]) => [
			number,
			who,
		]);
		assert.deepEqual(shown, [
			['7', 'user'],
			['10', 'assistant'],
			['12', 'user'],
		]);
		assert.match(
			after,
			/Now cache the tokens[^]*The cache is in\.[^]*1 messages between[^]*Thanks/,
		);
		assert.doesNotMatch(after, /result of Bash/);
		assert.doesNotMatch(quotedIn(prompt.user, 'conversation') ?? '', /m1 |m7 /);
	});

	it('shows the results that stay in front, and how each turn ended', () => {
		const whole = logOf(
			user('Make the parser faster'),
			assistant('', call('a', 'Bash')),
			result('a', '\u001b[31m12 ms\u001b[0m'),
			user('Measure first'),
			assistant(prose(3_000)),
			assistant('', call('b', 'Bash')),
			result('b', 'fine'),
			assistant('The cache is in.'),
			user('And the printer?'),
			assistant('It is fast, too.'),
			user('Thanks'),
			assistant('Gladly.'),
		);
		const part = { start: 3, end: 5 };
		const { prompt: own } = at(planOf(whole, undefined, { range: part, fresh: [part] }).pieces, 0);
		assert.match(quotedIn(own.user, 'stays-before') ?? '', /result of Bash>\n12 ms$/);
		const after = quotedIn(own.user, 'stays-after') ?? '';
		assert.match(after, /The cache is in\.[^]*And the printer[^]*It is fast[^]*Thanks[^]*Gladly\./);
	});

	it('tells in one line each what was done in between, with the outcome of its last attempt', () => {
		const edit = (id: string) =>
			call(id, 'Edit', { file_path: 'parser.ts', old_string: id, new_string: 'c' });
		const run = (id: string) => call(id, 'Bash', { command: 'npm test' });
		const whole = logOf(
			user('Make the parser faster'),
			assistant('It is slow.'),
			user('Mend it'),
			assistant('', edit('a'), run('b'), call('c', 'Read', { file_path: 'lexer.ts' })),
			result('a', 'ok'),
			result('b', 'fine'),
			result('c', 'lexer'),
			assistant('', run('d')),
			result('d', 'Exit code 1'),
			assistant('It is mended.'),
		);
		const part = { start: 0, end: 2 };
		const { prompt: own } = at(planOf(whole, undefined, { range: part, fresh: [part] }).pieces, 0);
		const after = quotedIn(own.user, 'stays-after') ?? '';
		assert.deepEqual(
			[...after.matchAll(/^- (.*)$/gm)].map(([, deed]) => deed),
			['Edit parser.ts', '`npm test` → exit 1'],
		);
	});

	it('shows what the person answered to a question later, and which files changed', () => {
		const asked = { questions: [{ question: 'Which cache?', options: [] }] };
		const whole = logOf(
			user('Make the parser faster'),
			assistant('It is slow.'),
			assistant('', call('a', 'AskUserQuestion', asked)),
			result('a', 'User has answered your questions: "Which cache?"="The small one".'),
			assistant(
				'',
				call('b', 'Edit', { file_path: '/p/a/lexer.ts', old_string: 'x', new_string: 'y' }),
			),
			result('b', 'The file has been updated'),
			assistant('Done.'),
		);
		const part = { start: 0, end: 2 };
		const { prompt: own } = at(planOf(whole, undefined, { range: part, fresh: [part] }).pieces, 0);
		const after = quotedIn(own.user, 'stays-after') ?? '';
		assert.match(after, /Which cache\?.*The small one[^]*Done\.[^]*\/p\/a\/lexer\.ts$/);
	});

	it('shows every later message of the person where not all replies have room', () => {
		const turns = Array.from({ length: 16 }, (_, index) => [
			user(`Wish ${index}: ${prose(300, index)}`),
			assistant(`Report ${index}: ${prose(2_500, index)}`),
		]);
		const whole = logOf(user('Make it'), assistant('Made.'), ...turns.flat());
		const part = { start: 0, end: 2 };
		const { prompt: own } = at(
			planOf(whole, { window: 128_000 }, { range: part, fresh: [part] }).pieces,
			0,
		);
		const after = quotedIn(own.user, 'stays-after') ?? '';
		assert.equal(after.match(/Wish \d+:/g)?.length, 16);
		assert.match(after, /Report 15:/);
	});

	it('holds no secret of them, and no tag of theirs', () => {
		assert.ok(!textOf(prompt).includes(secret.slice(0, 12)));
		assert.equal(prompt.user.split('</precis:stays-after>').length, 2);
	});

	it('takes little of a small window for them', () => {
		const small = at(planOf(log, { window: 8_000 }, { range, fresh: [range] }).pieces, 0);
		assert.ok((quotedIn(small.prompt.user, 'stays-after') ?? '').length < 8_000 * 0.6 * 0.04 * 6);
	});
});

describe('a prompt for a whole conversation', () => {
	const timed = (time: string): string => {
		const said = logOf(
			{ ...user('Deploy it tomorrow'), time },
			assistant('I will.'),
			user('Go on'),
		);
		return at(planOf(said).pieces, 0).prompt.user;
	};

	it('says when the person last wrote, where the log tells', () => {
		assert.match(timed('2031-03-04T02:13:07.114Z'), /2031-03-04, 02:13 UTC/);
		assert.doesNotMatch(at(planOf(log).pieces, 0).prompt.user, / UTC/);
		assert.doesNotMatch(timed('noon'), / UTC/);
	});

	it('names nothing that stays', () => {
		const { user: text } = at(planOf(log).pieces, 0).prompt;
		assert.doesNotMatch(text, /<precis:stays-(?:before|after)>|stays around/);
		assert.match(text, /ends with m12\b/);
	});
});
