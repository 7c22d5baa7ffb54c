import assert from 'node:assert/strict';
import { assistant, call, result, user, withImage } from '../../../support/logs.ts';
import { describeEveryStore } from './everyStore.ts';
import { entries, entry, newConversation } from './samples.ts';

describeEveryStore('search', (subject) => {
	it('finds words of text, tool calls and results, without regard to case and accents', () => {
		const { id } = subject().store.create(newConversation);
		subject().store.append(id, [
			entry('Fix the PARSER in the café'),
			entry(assistant('', call('1', 'edit_file', { path: 'src/lexer.ts', n: 'x\nneedle' }))),
			entry(result('1', 'replaced 3 lines')),
			entry(user(withImage('see picture'))),
		]);
		assert.deepEqual(
			['parser', 'cafe', 'lexer', 'path', 'needle', 'edit', 'replaced', 'picture', 'absent'].map(
				(word) => subject().numbers(word),
			),
			[[1], [1], [2], [2], [2], [2], [3], [4], []],
		);
	});
	it('finds what was said since the search before, and nothing that was deleted since', () => {
		const id = subject().started('needle one');
		assert.deepEqual(subject().numbers('needle'), [1]);
		subject().store.append(id, entries('needle two'));
		assert.deepEqual(new Set(subject().numbers('needle')), new Set([1, 2]));
		subject().store.delete(id);
		assert.deepEqual(subject().numbers('needle'), []);
		const next = subject().started('other', 'needle three');
		subject().store.delete(subject().started('needle four'));
		assert.deepEqual(
			subject()
				.found('needle')
				.map(({ conversation, number }) => [conversation, number]),
			[[next, 2]],
		);
	});
	it('finds identifiers by their parts', () => {
		subject().started(
			'getUserName',
			'snake_case_name',
			'src/deep/some-file.ts',
			'parseHTTPHeader2 x',
		);
		assert.deepEqual(
			['user', 'case', 'deep', 'file', 'http', 'snake_case', 'some-file.ts', 'getUser'].map(
				(word) => subject().numbers(word),
			),
			[[1], [2], [3], [3], [4], [2], [3], [1]],
		);
		assert.deepEqual(subject().numbers('getUserName'), [1]);
		assert.deepEqual(subject().numbers('"user name"'), [1]);
	});
	it('wants all words, and any when none has all', () => {
		subject().started('alpha beta', 'alpha', 'gamma');
		assert.deepEqual(subject().numbers('alpha beta'), [1]);
		assert.deepEqual(
			subject()
				.numbers('beta gamma')
				.toSorted((a, b) => a - b),
			[1, 3],
		);
	});
	it('can be of one conversation, shared messages included, later ones of the origin not', () => {
		const id = subject().started('needle a', 'needle b', 'b1');
		const fork = subject().store.fork(id, 1, newConversation).id;
		subject().store.append(fork, entries('other', 'needle c'));
		subject().started('needle elsewhere');
		subject().store.append(id, entries('needle later', 'needle last'));
		const within = { conversation: fork };
		assert.deepEqual(
			subject()
				.numbers('needle', within)
				.toSorted((a, b) => a - b),
			[1, 3],
		);
		assert.ok(
			subject()
				.found('needle', within)
				.every(({ conversation }) => conversation === fork),
		);
		assert.equal(subject().found('needle').length, 6);
		assert.deepEqual(subject().numbers('b1'), [3]);
	});
	it('takes no text as a query language', () => {
		subject().started('plain AND text', 'column text');
		const operators = `" "" """ * a* ^a - ( ) () a(b { + : NEAR( text:plain scope:b1 b1 rank ' % _ \\ ?1 $x`;
		const hostile = [
			...operators.split(' '),
			' \n\t ',
			'a\0b',
			'\0',
			'\ud800',
			'\u0301',
			'🙂',
			'AND',
			'OR NOT',
			'a AND OR b',
			'',
			'- a',
			'"unclosed',
			'"a" "',
			'NEAR("a" "b", 5)',
			'{text} : x',
			"'; drop table node; --",
			'(((((('.repeat(100),
			'"a '.repeat(1_000),
			'word '.repeat(10_000),
			'x'.repeat(100_000),
		];
		for (const text of hostile) {
			assert.ok(Array.isArray(subject().found(text)), text.slice(0, 50));
		}
		assert.deepEqual(subject().found('b1'), []);
		assert.deepEqual(subject().numbers('text:plain'), []);
		assert.deepEqual(subject().numbers('"plain AND"'), [1]);
	});
});
