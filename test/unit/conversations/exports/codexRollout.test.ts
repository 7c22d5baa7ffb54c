import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exportText } from '../../../../src/conversations/exports/exportText.ts';
import type { Message } from '../../../../src/messages/message.ts';
import { exportedSession } from '../../../support/exports.ts';
import { assistant, call, image, result, system, user, withImage } from '../../../support/logs.ts';

interface Line {
	readonly timestamp: string;
	readonly type: string;
	readonly payload: Readonly<Record<string, unknown>>;
}

function lines(...messages: readonly Message[]): readonly Line[] {
	return exportText('codex', messages, exportedSession())
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as Line);
}

function items(...messages: readonly Message[]): readonly Line['payload'][] {
	return lines(...messages)
		.filter(({ type }) => type === 'response_item')
		.map(({ payload }) => payload);
}

const session: readonly Message[] = [
	system('Be brief.'),
	user(withImage('Run both')),
	assistant(
		'Running.',
		call('a', 'exec', '{ "cmd": "ls", "id": 12345678901234567890 }'),
		call('b'),
	),
	result('a', 'one'),
	result('b', [{ type: 'text', text: 'two' }, image]),
	assistant('Done.'),
];

describe('an export as a rollout of Codex', () => {
	it('tells the user interface what a person said, not what was said in their name', () => {
		const shown = lines(
			user('<system-reminder>Mind the step</system-reminder>'),
			assistant('I do.'),
			user('Go on'),
		)
			.filter(({ type }) => type === 'event_msg')
			.map(({ payload }) => [payload['type'], payload['message']]);
		assert.deepEqual(shown.slice(0, 2), [
			['agent_message', 'I do.'],
			['user_message', 'Go on'],
		]);
	});

	it('calls tools of an MCP server, and tools that take text, as Codex does', () => {
		const patch = '*** Begin Patch\n*** End Patch';
		const calls = assistant(
			'',
			call('a', 'mcp__harbour_two__depth', { at: 'pier' }),
			call('b', 'apply_patch', { input: patch }),
			call('c', 'ask', { input: 'Where?', of: 'Ada' }),
		);
		const said = items(
			user('Go'),
			calls,
			result('a', '3 m'),
			result('b', 'Done'),
			result('c', '?'),
		);
		assert.deepEqual(said.slice(1), [
			{
				type: 'function_call',
				name: 'depth',
				namespace: 'mcp__harbour_two',
				arguments: '{"at":"pier"}',
				call_id: 'a',
			},
			{ type: 'custom_tool_call', name: 'apply_patch', input: patch, call_id: 'b' },
			{
				type: 'function_call',
				name: 'ask',
				arguments: '{"input":"Where?","of":"Ada"}',
				call_id: 'c',
			},
			{ type: 'function_call_output', call_id: 'a', output: '3 m' },
			{ type: 'custom_tool_call_output', call_id: 'b', output: 'Done' },
			{ type: 'function_call_output', call_id: 'c', output: '?' },
		]);
	});

	const folder = path.resolve(import.meta.dirname, '../../../../../shared/transcripts/codex');
	if (existsSync(folder)) {
		it('has no key that Codex does not write', () => {
			const known = new Set(
				readdirSync(folder)
					.flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'))
					.flatMap((line) => kindsOf(line)),
			);
			const ours = lines(...session).flatMap((line) => kindsOf(JSON.stringify(line)));
			assert.deepEqual(
				ours.filter((kind) => !known.has(kind)),
				[],
			);
		});
	}
});

/** Every key of a line, with the kind of record it stands in. */
function kindsOf(line: string): readonly string[] {
	try {
		const { type, payload } = JSON.parse(line) as Line;
		const kind = type === 'session_meta' ? type : `${type} ${String(payload['type'])}`;
		return Object.keys(payload).map((key) => `${kind} ${key}`);
	} catch {
		// One of them holds a line with two objects.
		return [];
	}
}
