import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { exportText } from '../../../../src/conversations/exports/exportText.ts';
import type { Message } from '../../../../src/messages/message.ts';
import { contexts, exportedSession } from '../../../support/exports.ts';
import { assistant, call, image, result, user, withImage } from '../../../support/logs.ts';

interface Block {
	readonly type: string;
	readonly id?: string;
	readonly text?: string;
	readonly tool_use_id?: string;
	readonly input?: unknown;
}

interface Row {
	readonly role: string;
	readonly content: string | readonly Block[];
}

function rows(...messages: readonly Message[]): readonly Row[] {
	return documentOf(messages).messages;
}

function documentOf(messages: readonly Message[]): {
	readonly system?: string;
	readonly messages: readonly Row[];
} {
	return JSON.parse(exportText('anthropic', messages, exportedSession())) as ReturnType<
		typeof documentOf
	>;
}

describe('an export as Anthropic messages', () => {
	it('has images as the API takes them, and marks where it does not', () => {
		const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
		const [first, second, third] = rows(
			user([
				image,
				{ type: 'image', mediaType: '', url: 'https://example.com/a.png' },
				{ type: 'image', mediaType: 'image/tiff', url: 'data:image/tiff;base64,AAAA' },
			]),
			assistant(withImage('Drawn'), call('c')),
			result('c', withImage('Seen')),
		);
		assert.deepEqual(first?.content, [
			{ type: 'image', source },
			{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
			{ type: 'text', text: '[image]' },
		]);
		assert.deepEqual(second?.content[0], { type: 'text', text: 'Drawn\n[image]' });
		assert.deepEqual(third?.content, [
			{
				type: 'tool_result',
				tool_use_id: 'c',
				content: [
					{ type: 'text', text: 'Seen' },
					{ type: 'image', source },
				],
			},
		]);
	});

	it('is what the API takes, whatever the log was', () => {
		fc.assert(
			fc.property(contexts, (all) => all.forEach((context) => assertValid(rows(...context)))),
			{ numRuns: 100 },
		);
	});

	it('has all results of a step first in the row that follows it', () => {
		const [, , row] = rows(
			user('Run both'),
			assistant('', call('a'), call('b')),
			result('a', '1'),
			result('b', '2'),
			user('And then?'),
		);
		assert.deepEqual(row, {
			role: 'user',
			content: [
				{ type: 'tool_result', tool_use_id: 'a', content: '1' },
				{ type: 'tool_result', tool_use_id: 'b', content: '2' },
				{ type: 'text', text: 'And then?' },
			],
		});
	});
});

function assertValid(all: readonly Row[]): void {
	let awaited: readonly string[] = [];
	all.forEach(({ role, content }, index) => {
		assert.equal(role, index % 2 === 0 ? 'user' : 'assistant', 'roles alternate, the user first');
		assert.ok(content.length > 0);
		const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
		assert.ok(blocks.every(({ type, text }) => type !== 'text' || text?.trim() !== ''));
		const results = blocks.filter(({ type }) => type === 'tool_result');
		assert.deepEqual(
			results.map(({ tool_use_id = '' }) => tool_use_id),
			awaited,
			'every call has its result',
		);
		assert.deepEqual(blocks.slice(0, results.length), results, 'results come first');
		const calls = blocks.filter(({ type }) => type === 'tool_use');
		assert.ok(calls.every(({ input }) => typeof input === 'object' && !Array.isArray(input)));
		awaited = calls.map(({ id }) => id ?? '');
	});
	assert.deepEqual(awaited, []);
}
