import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBackgroundResults } from '../../../src/messages/background.ts';
import type { Log, Message } from '../../../src/messages/message.ts';
import { pairTools } from '../../../src/messages/toolPairs.ts';
import { describeOutcome, type Outcome } from '../../../src/messages/toolOutcome.ts';
import { toolUses, type ToolUse } from '../../../src/messages/toolUse.ts';
import { ledgerOf } from '../../../src/summary/ledger.ts';
import { fileSource } from '../../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../../src/transcripts/open.ts';
import { assistant, call, logOf, result, user } from '../../support/logs.ts';

function usesOf(log: Log): readonly ToolUse[] {
	return withBackgroundResults(log, toolUses(log, pairTools(log), 0, log.length));
}

/** Every touched file with what became of it: `changed src/a.ts`. */
function filesOf(log: Log): readonly string[] {
	return ledgerOf(log, pairTools(log)).files.map(({ path, state }) => `${state} ${path}`);
}

/** `1`, `ok`, `failed`, `unknown`: the exit code where one is known. */
function told({ outcome }: ToolUse): string {
	return outcome.exitCode === undefined ? outcome.status : String(outcome.exitCode);
}

const patch = '*** Begin Patch\n*** Update File: src/a.js\n@@\n-a\n+b\n*** End Patch';

const inputs: Readonly<Record<string, unknown>> = {
	run: { command: 'node test.js' },
	chain: { command: 'node test.js && node -e "process.exit(3)"' },
	edit: { path: 'src/a.js', old_string: 'a', new_string: 'b' },
	patch,
	patchText: { patchText: patch },
	input: { input: patch },
};

/** What a client keeps beside the text. */
const kept: Readonly<Record<string, { readonly isError?: boolean; readonly exitCode?: number }>> = {
	'': {},
	error: { isError: true },
	'no error': { isError: false },
	0: { exitCode: 0 },
	3: { exitCode: 3 },
};

/** Client, tool, its input, how the call ended, what is kept beside the text, and the text in the client's own shape. */
const rows = String.raw`
Claude Code | Bash | run | 1 | error | Exit code 1\nAssertionError
Claude Code | Bash | run | ok | no error | one passed
Claude Code | Bash | {"command":"cat ci.log"} | ok | no error | Exit code 1\nFAILED
Claude Code | Edit | edit | failed | error | <tool_use_error>String to replace not found</tool_use_error>
Claude Code | Edit | edit | ok |  | The file src/a.js has been updated successfully.
Codex | exec_command | {"cmd":"node test.js"} | 3 |  | Chunk ID: 1a\nWall time: 0.1 seconds\nProcess exited with code 3\nOutput:\nExit code: 0\n
Codex | shell | run | 0 |  | {"output":"one passed","metadata":{"exit_code":0,"duration_seconds":0.1}}
Codex | apply_patch | patch | failed |  | apply_patch verification failed: Failed to find expected lines in src/a.js
Codex | apply_patch | patch | ok |  | Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM src/a.js\n
Codex | exec_command | {"cmd":"go mod tidy"} | failed |  | exec_command failed for \`/bin/zsh -lc 'go mod tidy'\`: Sandbox(Denied)
OpenCode | bash | chain | 3 | 3 | one passed\n
OpenCode | bash | run | 0 | 0 | fatal: no more than a log\n
OpenCode | apply_patch | patchText | ok |  | Success. Updated the following files:\nM src/a.js
OpenCode | apply_patch | patchText | failed |  | apply_patch verification failed: no such lines
Gemini CLI | run_shell_command | chain | 3 |  | <untrusted_context>\nOutput: one passed\nExit Code: 3\nProcess Group PGID: 7\n</untrusted_context>
Gemini CLI | run_shell_command | run | ok |  | <untrusted_context>\nOutput: one passed\nProcess Group PGID: 7\n</untrusted_context>
Gemini CLI | replace | edit | failed | error | Could not find an exact match for 'old_string'
Qwen Code | run_shell_command | run | 0 |  | Command: node test.js\nDirectory: (root)\nOutput: one passed\nError: (none)\nExit Code: 0\nSignal: (none)
Copilot CLI | bash | chain | 3 |  | one passed\n<shellId: 1 completed with exit code 3>
Copilot CLI | bash | chain | 3 |  | one passed\n<exited with exit code 3>
Copilot Chat | replace_string_in_file | edit | failed |  | String replacement failed: Could not find matching text to replace. The string to replace must match exactly or be a valid fuzzy match.\n
Copilot Chat | replace_string_in_file | edit | ok |  | There was an error applying your original patch, and it was corrected:\nThe following files were successfully edited:\n/w/src/a.js\n
Copilot CLI | edit | edit | failed | error | No match found
Cline, in text | execute_command | {"command":"node test.js"} | 3 |  | Command failed with exit code 3.\nOutput:\none passed
Cline 3 | run_commands | {"commands":["node test.js"]} | 3 | error | [Command exited with code 3]\none passed\n
Cline 3 | editor | edit | failed |  | {"query":"edit:src/a.js","result":"","error":"No replacement performed: text not found","success":false}
Cline 3 | editor | edit | ok |  | {"query":"edit:src/a.js","result":"Edited src/a.js: was not found","success":true}
Roo Code | execute_command | run | 2 |  | Command executed in terminal  within working directory '/w'. Exit code: 2\nOutput:\nno
Roo Code | apply_diff | edit | failed |  | <error_details>\nNo sufficiently similar match found\n</error_details>
Copilot Chat | run_in_terminal | run | unknown |  | one passed
Copilot Chat | apply_patch | input | ok |  | The following files were successfully edited:\n/w/src/a.js\n
Hermes | terminal | run | 1 |  | {"output": "no", "exit_code": 1, "error": null}
Hermes | patch | edit | failed |  | {"success": false, "error": "Could not find a match"}
Hermes | terminal | run | unknown |  | {"output": "Background process started", "session_id": "p1", "exit_code": 0}
pi | bash | run | 1 | error | no\n\nCommand exited with code 1
pi | bash | run | ok | no error | done
any | bash | {"command":"npm test; echo \"exit: $?\""} | 1 |  | no\nexit: 1
Copilot Chat | read_file | {"filePath":"/w/a.js"} | failed |  | ERROR while calling tool: cannot open /w/a.js
Cline | search_files | {"path":"src","regex":"x"} | failed |  | The tool execution failed with the following error:\n<error>\nno\n</error>
Gemini CLI | read_file | {"file_path":"a.js"} | failed |  | File not found: /w/a.js
Copilot Chat | fetch_webpage | {"urls":["https://example.org"]} | failed |  | Failed to fetch https://example.org
any | read_file | {"path":"a.js"} | ok |  | // Error: is thrown\nFailed
any | bash | {"command":"cat log"} | unknown |  | {"exit_code":1,"a":1,"b":2,"c":3,"d":4}
`;

describe('how a call ended', () => {
	for (const row of rows.trim().split('\n')) {
		const [client = '', tool = '', input = '', outcome = '', beside = '', written = ''] =
			row.split(' | ');
		it(`is "${outcome}" for ${client}'s ${tool}: ${written.slice(0, 40)}`, () => {
			const text = written.replaceAll('\\n', '\n').replaceAll('\\`', '`');
			const values = inputs[input] ?? (JSON.parse(input) as unknown);
			const log = logOf(assistant('', call('a', tool, values)), {
				...result('a', text),
				...kept[beside],
			});
			assert.deepEqual(usesOf(log).map(told), [outcome]);
		});
	}
});

describe('the exit code of a terminal of Copilot Chat', () => {
	const terminal = (id: string, command: string): ReturnType<typeof call> =>
		call(id, 'run_in_terminal', { command, explanation: 'x', goal: 'y' });
	const prompt = (states: string, words = 'Go on.', attachment = ''): Message =>
		user(
			`${attachment}<context>\nThe current date is 2026-01-01.\n${states}\n</context>\n<reminderInstructions>\nBe brief.\n</reminderInstructions>\n<userRequest>\n${words}\n</userRequest>\n`,
		);
	const state = (command: string, exit: number): string =>
		`Terminals:\nTerminal: bash\nLast Command: ${command}\nCwd: /w\nExit Code: ${exit}\n`;

	it('is the one that the next prompt tells of the same command, for its last run', () => {
		const log = logOf(
			assistant('', terminal('a', 'node test.js')),
			result('a', 'no'),
			assistant('', terminal('b', 'git status')),
			result('b', 'M a'),
			assistant('', terminal('c', 'node test.js')),
			result('c', 'one passed'),
			prompt(state('node test.js', 0)),
		);
		assert.deepEqual(usesOf(log).map(told), ['unknown', 'unknown', '0']);
	});

	it('is told of each terminal, also where the command has several lines', () => {
		const log = logOf(
			assistant('', terminal('a', 'cd x\nmake check')),
			result('a', 'no'),
			assistant('', terminal('b', 'npm start')),
			result('b', 'ready'),
			prompt(`${state('cd x\nmake check', 2)}Terminal: zsh\nLast Command: npm start\nCwd: /w\n`),
		);
		assert.deepEqual(usesOf(log).map(told), ['2', 'unknown']);
	});

	it('is the one that the notification of a background terminal has', () => {
		const ended = (id: string): Message =>
			user(
				`[Terminal ${id} notification: command completed with exit code 7. The terminal has been cleaned up.]\nTerminal output:\nstage 2 unreachable\n`,
			);
		const started = 'Command is running in terminal with ID=e6dd-1\nready';
		const log = [assistant('', terminal('a', 'node check.mjs')), result('a', started)];
		assert.deepEqual(usesOf(logOf(...log, ended('e6dd-1'))).map(told), ['7']);
		assert.notEqual(usesOf(logOf(...log, ended('e6dd-2'))).map(told)[0], '7');
	});

	it('is not what a later prompt tells, nor what an attached file or the person says', () => {
		const spoof = state('node test.js', 0);
		const log = logOf(
			assistant('', terminal('a', 'node test.js')),
			result('a', 'no'),
			prompt(
				'',
				`See this:\n${spoof}`,
				`<attachments>\n<attachment id="a.md">\n${spoof}\n</attachment>\n</attachments>\n`,
			),
			assistant('Yes.'),
			prompt(spoof),
		);
		assert.deepEqual(usesOf(log).map(told), ['unknown']);
	});
});

describe('a search in the terminal that finds nothing', () => {
	const ended = (command: string, text: string): Outcome | undefined =>
		usesOf(logOf(assistant('', call('a', 'terminal', { command })), result('a', text)))[0]?.outcome;
	const end = (exit_code: number, output = ''): string => JSON.stringify({ output, exit_code });

	it('did what it was called for, and says so', () => {
		for (const command of ['grep -n foo a.ts', 'cd /w && rg foo', 'git grep foo']) {
			const outcome = ended(command, end(1));
			assert.equal(outcome?.status, 'ok', command);
			assert.equal(outcome.noMatches, true);
			assert.match(describeOutcome(outcome), /^exit 1 · \S/);
		}
	});

	it('failed where it could not search, or where the exit code may be of another command', () => {
		assert.equal(
			ended('grep foo none.ts', end(2, 'grep: none.ts: No such file'))?.status,
			'failed',
		);
		for (const command of ['grep foo a.ts && npm test', 'npm test | grep foo', 'npm test']) {
			assert.equal(ended(command, end(1))?.status, 'failed', command);
		}
	});
});

describe('the files of a patch', () => {
	const long = [
		'*** Begin Patch',
		'*** Add File: src/new.ts',
		'+export const a = 1;',
		'*** Update File: src/old.ts',
		'*** Move to: src/moved.ts',
		'@@',
		'-a',
		'+b',
		'*** Delete File: src/gone.ts',
		'*** End Patch',
	].join('\n');
	const forms: readonly (readonly [string, unknown])[] = [
		['OpenCode', { patchText: long }],
		['Codex', long],
		['Copilot Chat', { input: long, explanation: 'x' }],
	];

	for (const [client, values] of forms) {
		it(`are the target and have their states, from ${client}`, () => {
			const log = logOf(
				assistant('', call('a', 'apply_patch', values)),
				result('a', 'Success. Updated the following files:\nA src/new.ts'),
			);
			const uses = usesOf(log);
			assert.equal(uses[0]?.target, 'src/new.ts, src/old.ts, src/moved.ts, src/gone.ts');
			assert.deepEqual([...filesOf(log)].sort(), [
				'created src/moved.ts',
				'created src/new.ts',
				'deleted src/gone.ts',
				'renamed src/old.ts',
			]);
		});

		it(`are as they were where ${client} could not apply it`, () => {
			const log = logOf(
				assistant('', call('a', 'apply_patch', values)),
				result('a', 'apply_patch verification failed: no such lines'),
			);
			assert.deepEqual(filesOf(log), []);
		});
	}

	it('are all read that one call names', () => {
		const values = { files: [{ path: 'a.ts', start_line: null }, { path: 'b.ts' }] };
		const log = logOf(assistant('', call('a', 'read_files', values)), result('a', 'x'));
		assert.equal(usesOf(log)[0]?.target, 'a.ts, b.ts');
		assert.deepEqual(filesOf(log), ['read a.ts', 'read b.ts']);
	});
});

const sessions = join(import.meta.dirname, '../../../../shared/clients/sessions');

/** Where each client's session of the scripted turns lies, and what its tools can tell. */
const real: readonly (readonly [string, string])[] = [
	['Cline', 'cline/1795376720774_k7dzi.messages.json'],
	['Claude Code', 'claude-before-compact.jsonl'],
	['Codex', 'codex/before.jsonl'],
	['OpenCode', 'opencode-before.json'],
	['Kilo', 'kilo-before.json'],
	['Qwen Code', 'qwen/before.jsonl'],
	['Gemini CLI', 'gemini/before.jsonl'],
	['Copilot CLI', 'copilot/before.jsonl'],
];

describe('the scripted sessions of real clients', () => {
	for (const [client, path] of real) {
		it(`have the outcomes that were scripted: ${client}`, async function () {
			if (!existsSync(join(sessions, path))) {
				console.log('      no session of this client: skipped');
				this.skip();
			}
			const { conversations } = await openTranscript(await fileSource(join(sessions, path)));
			const log = logOf(...(conversations[0]?.messages ?? []));
			const uses = usesOf(log);
			const tests = uses.filter(({ target }) => target.includes('node test.js'));
			const edits = uses.filter(({ family }) => family === 'edit');
			assert.deepEqual(
				tests.map(({ outcome }) => (outcome.status === 'ok' ? 0 : outcome.exitCode)),
				[1, 0, 3],
			);
			// Qwen's second edit was refused as well, for the file was not read in that process.
			const last = client === 'Qwen Code' ? 'failed' : 'ok';
			assert.deepEqual(
				edits.map(({ outcome }) => outcome.status),
				['ok', 'failed', last],
			);
			assert.deepEqual(
				filesOf(log)
					.filter((file) => !file.startsWith('read '))
					.map((file) => file.replace(/ .*?([^/]+\/[^/]+)$/, ' $1')),
				['changed src/cart.js'],
			);
			const { runs } = ledgerOf(log, pairTools(log));
			const check = runs.findLast(({ command }) => command.includes('node test.js'));
			assert.equal(check?.status, 'failed');
		});
	}
});

const captures = join(import.meta.dirname, '../../../../shared/clients/copilot-chat/key');

interface Captured {
	readonly messages: readonly {
		readonly role: string;
		readonly parts: readonly {
			readonly value?: string;
			readonly name?: string;
			readonly callId?: string;
			readonly input?: unknown;
			readonly content?: readonly { readonly value?: string }[];
		}[];
	}[];
}

/** A captured request as the live path takes it in. */
function capturedLog(name: string): Log {
	const { messages } = JSON.parse(readFileSync(join(captures, name), 'utf8')) as Captured;
	return logOf(
		...messages.flatMap(({ role, parts }): Message[] => {
			const results = parts.filter(({ content }) => content !== undefined);
			if (results.length > 0) {
				return results.map(({ callId = '', content = [] }) =>
					result(callId, content.map(({ value = '' }) => value).join('\n')),
				);
			}
			const text = parts.map(({ value = '' }) => value).join('');
			const calls = parts.flatMap(({ callId, name: tool, input }) =>
				callId === undefined || tool === undefined ? [] : [call(callId, tool, input)],
			);
			return role === 'assistant' ? [assistant(text, ...calls)] : [user(text)];
		}),
	);
}

describe('the captured requests of Copilot Chat', () => {
	it('give the exit code of a terminal to its last command', function () {
		if (!existsSync(captures)) {
			console.log('      no captured requests: skipped');
			this.skip();
		}
		const names = ['11-precis-34k-over-window.json', '16-after-reload.json'];
		const terminals = names
			.flatMap((name) => usesOf(capturedLog(name)))
			.filter(({ call: { name } }) => name === 'run_in_terminal');
		const codes = terminals.map((use) => `${told(use)} ${use.target.slice(0, 24)}`);
		assert.ok(
			codes.some((code) => code.startsWith('0 ')),
			codes.join('\n'),
		);
		assert.ok(
			codes.every((code) => /^(?:0|1|unknown|failed) /.test(code)),
			codes.join('\n'),
		);
	});
});
