import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { chained, emptyChain } from '../../../../src/conversations/store/chain.ts';
import { excerptOf } from '../../../../src/conversations/store/search.ts';
import { matchExpression, readingsOf } from '../../../../src/conversations/search/terms.ts';
import { StoreError, toStoreError } from '../../../../src/conversations/store/storeError.ts';
import type { Message } from '../../../../src/messages/message.ts';
import { assistant, call, image, result, system, user } from '../../../support/logs.ts';

describe('the chain of a history', () => {
	const of = (...messages: readonly Message[]): string => messages.reduce(chained, emptyChain);

	it('leaves out what a client may change between two requests', () => {
		assert.equal(of(system('a'), user('x')), of(user('x'), system('b')));
		assert.equal(
			of(assistant('', call('1', 'f', '{"a": 1}')), result('1', 'r')),
			of(assistant('', call('2', 'f', '{"a":1}')), result('2', 'r')),
		);
		assert.equal(of(user('x')), of(user([{ type: 'text', text: 'x' }])));
		assert.equal(
			of(user('xx')),
			of(
				user([
					{ type: 'text', text: 'x' },
					{ type: 'text', text: 'x' },
				]),
			),
		);
		assert.equal(of(assistant('')), of(assistant([])));
		assert.equal(of(user('x')), of(user('x', 'client')));
	});
	it('tells everything else apart', () => {
		const texts = [
			of(),
			of(user('')),
			of(user('x')),
			of(assistant('x')),
			of(user('x'), user('x')),
			of(user('xx')),
			of(user([{ type: 'text', text: 'x' }, image])),
			of(user([image, { type: 'text', text: 'x' }])),
			of(user([image])),
			of(user([{ ...image, url: 'data:image/png;base64,BBBB' }])),
			of(result('1', 'x')),
			of(assistant('x', call('1', 'f', '{}'))),
			of(assistant('x', call('1', 'g', '{}'))),
			of(assistant('x', call('1', 'f', '{"a":1}'))),
			of(assistant('x', call('1', 'f', '{broken'))),
			of(assistant('x', call('1', 'f', '{}'), call('2', 'f', '{}'))),
		];
		assert.equal(new Set(texts).size, texts.length);
	});
});

describe('a query', () => {
	it('is read as all its words, then by their parts, then as one word or another', () => {
		const expressions = readingsOf('the getUser "in the" file.ts').map(matchExpression);
		assert.deepEqual(expressions, [
			'"getuser" AND "in the" AND "file ts"',
			'("getuser" OR "get user") AND "in the" AND "file ts"',
			'("getuser" OR "get user") OR "in the" OR "file ts"',
		]);
	});
	it('never brings more than letters, their marks and digits into the index’s language', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
				for (const reading of readingsOf(text)) {
					const inQuotes = [...matchExpression(reading).matchAll(/"([^"]*)"/g)].map(([, w]) => w);
					const around = matchExpression(reading).replaceAll(/"[^"]*"/g, '');
					assert.ok(inQuotes.every((word) => /^[\p{L}\p{M}\p{N}\p{Co} ]+$/u.test(word ?? '')));
					assert.match(around, /^(?:[()]| AND | OR )*$/);
				}
			}),
			// An accent alone; characters of unspaced scripts that are no letters or not assigned; a letter
			// that folding takes apart.
			{ examples: [['\u0300'], ['\u30fb'], ['\ufada'], ['\u09dc']] },
		);
	});
});

describe('an excerpt', () => {
	it('is bounded and well-formed, whatever the text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
				const [reading] = readingsOf(text.slice(20, 40));
				const excerpt = excerptOf(text, reading?.terms ?? []);
				const unmarked = excerpt.replaceAll(/[⟦⟧…]/g, '');
				assert.ok(unmarked.length <= 240 && excerpt.isWellFormed());
			}),
		);
	});
});

describe('an error of the store', () => {
	it('says what a person can do, by what SQLite or the system reports', () => {
		for (const [code, kind] of [
			[5, 'locked'],
			[261, 'locked'],
			[8, 'read-only'],
			[1_032, 'read-only'],
			[11, 'damaged'],
			[267, 'damaged'],
			[26, 'damaged'],
			[13, 'disk-full'],
			[4_874, 'disk-full'],
			[10, 'io'],
			[1, 'io'],
		] as const) {
			const cause = Object.assign(new Error('sqlite says'), {
				code: 'ERR_SQLITE_ERROR',
				errcode: code,
			});
			const error = toStoreError(cause);
			assert.ok(error instanceof StoreError, String(code));
			assert.equal(error.kind, kind, String(code));
			assert.equal(error.cause, cause);
			assert.match(error.message, /^[A-Z].*[.)]$/);
		}
		const full = Object.assign(new Error('x'), { code: 'ENOSPC', syscall: 'mkdir' });
		assert.equal((toStoreError(full) as StoreError).kind, 'disk-full');
	});
	it('is not made of mistakes in the program', () => {
		const mistake = new TypeError('undefined is not a function');
		assert.equal(toStoreError(mistake), mistake);
	});
});
