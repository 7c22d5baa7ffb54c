import assert from 'node:assert/strict';
import type { Message } from '../../../src/messages/message.ts';
import { pairTools } from '../../../src/messages/toolPairs.ts';
import { assistant, call, logOf, result, system, user } from '../../support/logs.ts';

/** What became of every result: `paired 1.0` is the first call of the message at index 1. */
function places(...messages: readonly Message[]): string[] {
	return [...pairTools(logOf(...messages)).places].map(([index, place]) =>
		place.kind === 'orphan'
			? `${index} orphan`
			: `${index} ${place.kind} ${place.call.message}.${place.call.position}`,
	);
}

describe('pairing calls with results', () => {
	it('pairs parallel calls in whatever order results come', () => {
		assert.deepEqual(
			places(assistant('', call('a'), call('b'), call('c')), result('c'), result('a'), result('b')),
			['1 paired 0.2', '2 paired 0.0', '3 paired 0.1'],
		);
	});

	it('pairs the calls of a step that the log split over several messages', () => {
		assert.deepEqual(
			places(assistant('Look', call('a')), assistant('', call('b')), result('a'), result('b')),
			['2 paired 0.0', '3 paired 1.0'],
		);
	});

	it('calls a result late when somebody has spoken in between', () => {
		assert.deepEqual(places(assistant('', call('a')), user('wait'), result('a')), ['2 late 0.0']);
		assert.deepEqual(
			places(assistant('', call('a'), call('b')), result('a'), assistant('next'), result('b')),
			['1 paired 0.0', '3 late 0.1'],
		);
	});

	it('does not take blank rows and system messages for speaking', () => {
		assert.deepEqual(
			places(assistant('', call('a')), user(' '), assistant(''), system('new rules'), result('a')),
			['4 paired 0.0'],
		);
	});

	it('lets a late result, which is told as text, end the group it stands in', () => {
		assert.deepEqual(
			places(
				assistant('', call('a')),
				user('wait'),
				assistant('', call('b')),
				result('a'),
				result('b'),
			),
			['3 late 0.0', '4 late 2.0'],
		);
	});

	it('knows an orphan by its call being nowhere, or answered before', () => {
		assert.deepEqual(places(result('x')), ['0 orphan']);
		assert.deepEqual(places(assistant('', call('a')), result('a'), result('a')), [
			'1 paired 0.0',
			'2 orphan',
		]);
		assert.deepEqual(places(result('a'), assistant('', call('a'))), ['0 orphan']);
	});

	it('gives the results of one id to its calls in turn', () => {
		assert.deepEqual(places(assistant('', call('a'), call('a')), result('a'), result('a')), [
			'1 paired 0.0',
			'2 paired 0.1',
		]);
		assert.deepEqual(
			places(assistant('', call('a')), result('a'), assistant('', call('a')), result('a')),
			['1 paired 0.0', '3 paired 2.0'],
		);
	});
});

describe('results of a message', () => {
	it('stand in the order of its calls, late ones included', () => {
		const pairs = pairTools(
			logOf(assistant('', call('a'), call('b'), call('c')), result('c'), user('wait'), result('a')),
		);
		assert.deepEqual(pairs.resultsOf(0), [3, undefined, 1]);
		assert.deepEqual(pairs.resultsOf(1), []);
		assert.deepEqual(pairs.resultsOf(99), []);
	});
});

describe('the open group', () => {
	it('begins at the first message whose calls still await a result', () => {
		const messages = [user('go'), assistant('', call('a'), call('b')), result('a')];
		assert.equal(pairTools(logOf(...messages)).openFrom, 1);
		assert.equal(pairTools(logOf(...messages, result('b'))).openFrom, 4);
		assert.equal(pairTools(logOf(...messages, user('stop'))).openFrom, 4);
		assert.equal(pairTools([]).openFrom, 0);
	});
});
