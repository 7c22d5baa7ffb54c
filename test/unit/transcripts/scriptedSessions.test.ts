import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolCallsOf, type Message } from '../../../src/messages/message.ts';
import { spansByAuthor } from '../../../src/messages/origins.ts';
import { fileSource } from '../../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../../src/transcripts/open.ts';
import { messagesOf } from './reading.ts';

/** Results stand right behind the message that called, in the order of its calls. */
function assertPairs(messages: readonly Message[], unanswered: number): void {
	let expected: string[] = [];
	let missing = 0;
	for (const message of messages) {
		if (message.role === 'tool') {
			while (expected.length > 0 && expected[0] !== message.toolCallId) {
				expected.shift();
				missing += 1;
			}
			assert.equal(expected.shift(), message.toolCallId, 'a result without its call before it');
		} else {
			missing += expected.length;
			expected = toolCallsOf(message).map((call) => call.id);
		}
	}
	assert.equal(missing + expected.length, unanswered);
}

/** Where the sessions lie that real clients saved while they ran a script, on machines that have them. */
const clients = join(import.meta.dirname, '../../../../shared/clients');

/** What the person was scripted to say first and second. */
function scriptedWords(): readonly string[] {
	const script = readFileSync(join(clients, 'gen.py'), 'utf8');
	return ['U1', 'U2'].map((name) => new RegExp(`^${name}='(.*)'$`, 'm').exec(script)?.[1] ?? name);
}

/** A client's tools, by what the script does with them. */
type Tools = Readonly<Record<'read' | 'run' | 'edit' | 'recall', string>>;

const tools: Readonly<Record<string, Tools>> = {
	claude: { read: 'Read', run: 'Bash', edit: 'Edit', recall: 'mcp__precisfake__recall' },
	cline: { read: 'read_files', run: 'run_commands', edit: 'editor', recall: 'precisfake__recall' },
	codex: {
		read: 'exec_command',
		run: 'exec_command',
		edit: 'apply_patch',
		recall: 'mcp__precisfake__recall',
	},
	copilot: { read: 'view', run: 'bash', edit: 'edit', recall: 'precisfake-recall' },
	gemini: {
		read: 'read_file',
		run: 'run_shell_command',
		edit: 'replace',
		recall: 'mcp_precisfake_recall',
	},
	openCode: { read: 'read', run: 'bash', edit: 'edit', recall: 'precisfake_recall' },
	qwen: {
		read: 'read_file',
		run: 'run_shell_command',
		edit: 'edit',
		recall: 'mcp__precisfake__recall',
	},
};

/** A session: its file, whose tools, and what the person said behind the script. */
const sessions: readonly (readonly [file: string, client: string, ...more: string[]])[] = [
	['claude-before-compact.jsonl', 'claude'],
	['claude-after-compact.jsonl', 'claude', 'Third: which files did you change? See @src/tax.js'],
	['cline-pad/1795376893486_00qs2.messages.json', 'cline'],
	['codex/before.jsonl', 'codex'],
	['codex/after.jsonl', 'codex', 'Third: which files did you change?'],
	['copilot/before.jsonl', 'copilot'],
	['copilot/after.jsonl', 'copilot', 'Third: which files did you change? See @src/tax.js'],
	['gemini/before.jsonl', 'gemini'],
	[
		'gemini/auto.jsonl',
		'gemini',
		'/compress',
		'Third: which files did you change? See @src/tax.js',
		'Fourth: what is left?',
		'Fifth: go on.',
	],
	['kilo-before.json', 'openCode'],
	[
		'kilo-after.json',
		'openCode',
		'Third: which files did you change? See @src/tax.js',
		'Fourth: what is left?',
	],
	['opencode-before.json', 'openCode'],
	[
		'opencode-after.json',
		'openCode',
		'Third: which files did you change? See @src/tax.js',
		'Fourth: what is left?',
	],
	['qwen/before.jsonl', 'qwen'],
	['qwen/after.jsonl', 'qwen', 'Third: which files did you change? See @src/tax.js'],
];

async function readSession(file: string): Promise<readonly Message[]> {
	const transcript = await openTranscript(await fileSource(join(clients, 'sessions', file)));
	assert.deepEqual(transcript.problems, []);
	assert.equal(transcript.conversations.length, 1);
	return messagesOf(transcript);
}

function personRows(messages: readonly Message[]): readonly string[] {
	return messages.flatMap((message) =>
		spansByAuthor(message).flatMap(({ origin, text }) =>
			origin === 'person' ? [text.trim()] : [],
		),
	);
}

describe('sessions that real clients saved of a script', () => {
	for (const [file, client, ...more] of sessions) {
		it(`hold what was scripted: ${file}`, async function () {
			if (!existsSync(join(clients, 'sessions', file))) {
				console.log(`      ${file} is not on this machine`);
				this.skip();
			}
			const messages = await readSession(file);
			assert.deepEqual(personRows(messages), [...scriptedWords(), ...more]);
			const { read, run, edit, recall } = tools[client] ?? assert.fail(client);
			const scripted = [read, run, run, edit, run, edit, run, edit, run, recall];
			assert.deepEqual(
				messages.flatMap(toolCallsOf).map(({ name }) => name),
				scripted,
			);
			assertPairs(messages, 0);
			assert.equal(messages.filter(({ role }) => role === 'tool').length, scripted.length);
			assert.deepEqual(await readSession(file), messages);
		});
	}

	it('hold it where Cline compacted the session, and left a file of that', async function () {
		const folder = 'cline/1795376720774_k7dzi';
		if (!existsSync(join(clients, 'sessions', `${folder}.messages.json`))) {
			console.log('      the session is not on this machine');
			this.skip();
		}
		const [first = '', second = ''] = scriptedWords();
		const look = 'Look at @src/tax.js';
		assert.deepEqual(personRows(await readSession(`${folder}.messages.json`)), [
			first,
			second,
			look,
			'After compaction: what is left?',
		]);
		assert.deepEqual(personRows(await readSession(`${folder}.compaction.json`)), [second, look]);
	});
});
