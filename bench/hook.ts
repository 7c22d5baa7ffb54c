import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Message } from '../src/messages/message.ts';
import { longConversation } from './longConversation.ts';
import { median, ms, row } from './measure.ts';

/**
 * How long an assistant waits for its hooks, each a process of its own, and for a plugin that compacts inside it. After
 * `npm run package:npm`.
 */

const program = path.resolve('out', 'npm', 'dist', 'cli.mjs');
const folder = mkdtempSync(path.join(os.tmpdir(), 'precis-hook-'));
const store = path.join(folder, 'store');
const runs = 9;

/** A session as Claude Code stores it. */
function session(messages: readonly Message[]): string {
	const shared = { isSidechain: false, sessionId: 's' };
	return messages
		.flatMap((message, index): object[] => {
			const line = { ...shared, uuid: `m${index}`, parentUuid: index > 1 ? `m${index - 1}` : null };
			switch (message.role) {
				case 'user':
					return [{ ...line, type: 'user', message: { role: 'user', content: message.content } }];
				case 'assistant': {
					const calls = (message.toolCalls ?? []).map(({ id, name, arguments: input }) => ({
						type: 'tool_use',
						id,
						name,
						input: JSON.parse(input) as object,
					}));
					const content = [{ type: 'text', text: message.content }, ...calls];
					return [{ ...line, type: 'assistant', message: { id: `a${index}`, content } }];
				}
				case 'tool': {
					const { toolCallId, content, isError } = message;
					const result = {
						type: 'tool_result',
						tool_use_id: toolCallId,
						content,
						is_error: isError,
					};
					return [{ ...line, type: 'user', message: { role: 'user', content: [result] } }];
				}
				default:
					return [];
			}
		})
		.map((line) => `${JSON.stringify(line)}\n`)
		.join('');
}

function answer(event: string, transcript: string): string {
	const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'hook', 'claude-code'], {
		input: JSON.stringify({
			hook_event_name: event,
			source: 'compact',
			session_id: 's',
			transcript_path: transcript,
		}),
		encoding: 'utf8',
		env: { ...process.env, PRECIS_STORE: store },
	});
	if (status !== 0 || stdout === '') {
		throw new Error(`The hook said nothing: ${stderr}`);
	}
	return stdout;
}

/** A session's messages as Claude Code passes them to a plugin. */
function shownTo(messages: readonly Message[]): readonly object[] {
	return messages.map((message) => ({
		role: message.role === 'assistant' ? 'assistant' : 'user',
		text: message.role === 'tool' ? '' : message.content,
		toolUses:
			message.role === 'assistant'
				? (message.toolCalls ?? []).map(({ id, name }) => ({
						tool_use_id: id,
						tool: name,
						input: {},
					}))
				: [],
	}));
}

/** Compacts in a process that has just loaded what a plugin loads. @returns Milliseconds of processor time. */
function compaction(transcript: string, messages: readonly Message[]): number {
	const compactor = path.resolve('out', 'npm', 'dist', 'compactors', 'claude-code.mjs');
	const script = `
		import { readFileSync } from 'node:fs';
		import { compactWithBuiltIn } from ${JSON.stringify(pathToFileURL(compactor).href)};
		const [transcript, messages] = JSON.parse(readFileSync(0, 'utf8'));
		const text = readFileSync(transcript, 'utf8');
		const started = process.cpuUsage();
		const made = await compactWithBuiltIn({ trigger: 'auto', messages }, { path: transcript, text, hasRecall: true });
		const { user, system } = process.cpuUsage(started);
		console.log(made === undefined ? NaN : (user + system) / 1_000);`;
	const input = JSON.stringify([transcript, shownTo(messages)]);
	const args = ['--input-type=module', '--eval', script];
	return Number(spawnSync(process.execPath, args, { input, encoding: 'utf8' }).stdout);
}

for (const size of [1, 3, 5]) {
	const transcript = path.join(folder, `${size}.jsonl`);
	const messages = longConversation(size * 230);
	const text = session(messages);
	writeFileSync(transcript, text);
	const of = `of a session of ${(text.length / 1e6).toFixed(1)} MB`;
	row(
		`after a compaction ${of}`,
		ms(await median(runs, () => answer('SessionStart', transcript))),
		'1 MB: below 400 ms',
	);
	row(`before a compaction ${of}`, ms(await median(runs, () => answer('PreCompact', transcript))));
	const times = Array.from({ length: runs }, () => compaction(transcript, messages));
	const typical = times.toSorted((one, other) => one - other)[Math.floor(runs / 2)];
	row(
		`processor time of a compaction inside ${of}`,
		ms(typical ?? Number.NaN),
		'1 MB: below 150 ms',
	);
}
rmSync(folder, { recursive: true });
