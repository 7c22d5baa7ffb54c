import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exportText } from '../../../../src/conversations/exports/exportText.ts';
import type { Message } from '../../../../src/messages/message.ts';
import { exportedSession } from '../../../support/exports.ts';
import {
	assistant,
	at,
	call,
	image,
	result,
	system,
	user,
	withImage,
} from '../../../support/logs.ts';

type Line = Readonly<Record<string, unknown>> & {
	readonly type: string;
	readonly message?: Readonly<Record<string, unknown>>;
};

function linesOf(text: string): readonly Line[] {
	return text
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as Line);
}

function lines(...messages: readonly Message[]): readonly Line[] {
	return linesOf(exportText('claude-code', messages, exportedSession()));
}

const session: readonly Message[] = [
	system('Be brief.'),
	user('Run both'),
	assistant('Running.', call('a', 'Bash', { command: 'ls' }), call('b', 'Bash', { command: 'ps' })),
	result('a', 'one'),
	result('b', withImage('two'), true),
	assistant('Done.'),
];

describe('an export as a session of Claude Code', () => {
	it('chains its lines, each with an id of its own and a later time', () => {
		const chain = lines(...session).filter(({ message }) => message !== undefined);
		assert.equal(at(chain, 0)['parentUuid'], null);
		chain.slice(1).forEach((line, index) => {
			assert.equal(line['parentUuid'], at(chain, index)['uuid']);
			assert.ok(String(line['timestamp']) > String(at(chain, index)['timestamp']));
		});
		assert.equal(new Set(chain.map(({ uuid }) => uuid)).size, chain.length);
		assert.equal(at(chain, -1)['timestamp'], '2026-11-22T10:30:00.000Z');
	});

	it('has images as Anthropic takes them, and marks where it does not', () => {
		const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
		const [first, second, , third] = lines(
			user([
				image,
				{ type: 'image', mediaType: '', url: 'https://example.com/a.png' },
				{ type: 'image', mediaType: 'image/tiff', url: 'data:image/tiff;base64,AAAA' },
			]),
			assistant(withImage('Drawn'), call('c')),
			result('c', withImage('Seen')),
		).map(({ message }) => message?.['content']);
		assert.deepEqual(first, [
			{ type: 'image', source },
			{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
			{ type: 'text', text: '[image]' },
		]);
		assert.deepEqual(second, [{ type: 'text', text: 'Drawn\n[image]' }]);
		const content = [
			{ type: 'text', text: 'Seen' },
			{ type: 'image', source },
		];
		assert.deepEqual(third, [{ type: 'tool_result', tool_use_id: 'c', content }]);
	});

	const folder = path.resolve(import.meta.dirname, '../../../../../shared/transcripts/claude-code');
	if (existsSync(folder)) {
		it('has no key that Claude Code does not write, and all that it always writes', () => {
			const written = readdirSync(folder)
				.filter((name) => name.endsWith('.jsonl'))
				.flatMap((name) => real(path.join(folder, name)));
			for (const type of ['user', 'assistant', 'custom-title']) {
				const theirs = written.filter((line) => line.type === type);
				for (const line of lines(...session).filter((one) => one.type === type)) {
					assertLike(line, theirs);
					if (line.message !== undefined) {
						assertLike(
							line.message,
							theirs.flatMap(({ message }) => (message === undefined ? [] : [message])),
						);
					}
				}
			}
		});
	}

	it('is called without secrets', () => {
		const title = 'Use ghp_0123456789abcdefghijklmnopqrstuvwxyz';
		const text = exportText('claude-code', session, exportedSession(title));
		assert.equal(at(linesOf(text), -1)['customTitle'], 'Use [REDACTED]');
	});
});

/** Written by Claude Code in nearly all lines, and no part of what a session is resumed from. */
const optional = ['requestId', 'slug', 'entrypoint', 'promptId', 'stop_details', 'diagnostics'];

function assertLike(ours: object, theirs: readonly object[]): void {
	const known = new Set(theirs.flatMap((line) => Object.keys(line)));
	const always = [...known].filter(
		(key) => !optional.includes(key) && theirs.every((line) => key in line),
	);
	const keys = Object.keys(ours);
	assert.deepEqual(
		keys.filter((key) => !known.has(key)),
		[],
	);
	assert.deepEqual(
		always.filter((key) => !keys.includes(key)),
		[],
	);
}

function real(file: string): readonly Line[] {
	return readFileSync(file, 'utf8')
		.split('\n')
		.flatMap((line): readonly Line[] => {
			try {
				return line === '' ? [] : [JSON.parse(line) as Line];
			} catch {
				// One of them holds a line with two objects.
				return [];
			}
		});
}
