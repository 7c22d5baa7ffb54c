import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../src/vscode/contributions.ts';
import { recallToolName } from '../../src/conversations/recall/ownTool.ts';
import { statusToolName } from '../../src/vscode/api/tools.ts';
import { CaughtMessages } from './messages.ts';

/** What a tool's page may have at most, bytes: more is moved out of the model's sight. */
const pageBytes = 8 * 1024;

describe('Tools for assistants in VS Code', () => {
	let messages: CaughtMessages;
	let folder: string;
	let handle: string;

	before(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'precis-tools-'));
		messages = new CaughtMessages();
		const said = Array.from({ length: 40 }, (_, turn) => [
			{ role: 'user', content: `Request ${turn + 1}: mind the refreshTokenStore` },
			{ role: 'assistant', content: `Answer ${turn + 1}. ${'The parser reads on. '.repeat(400)}` },
		]);
		const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
		said.push([
			{ role: 'user', content: `My token is ${secret}, keep it quiet.` },
			{ role: 'assistant', content: 'I will.' },
		]);
		const file = path.join(folder, 'tools.json');
		await writeFile(file, JSON.stringify({ messages: said.flat() }));
		await vscode.commands.executeCommand(commands.openTranscript, vscode.Uri.file(file));
		await vscode.commands.executeCommand(commands.compact);
		handle = /Open: .*, handle ([\w-]+)\./.exec(await ask(statusToolName, {}))?.[1] ?? '';
	});
	after(async () => {
		messages.restore();
		await rm(folder, { recursive: true });
	});

	async function ask(tool: string, input: object): Promise<string> {
		const { token } = new vscode.CancellationTokenSource();
		const { content } = await vscode.lm.invokeTool(
			tool,
			{ input, toolInvocationToken: undefined },
			token,
		);
		const text = content
			.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
			.join('');
		assert.ok(Buffer.byteLength(text) <= pageBytes, `${Buffer.byteLength(text)} bytes`);
		return text;
	}

	it('are offered with what they take', () => {
		const names = vscode.lm.tools.map(({ name }) => name);
		assert.ok(names.includes(recallToolName) && names.includes(statusToolName));
	});

	it('tell which conversations there are, and how full the open one is', async () => {
		const text = await ask(statusToolName, {});
		assert.match(
			text,
			/^Open: "Request 1.*Its context has ≈ \d+ of ≈ \d+ tokens \(\d+ %\); compacted 1 times/,
		);
		assert.match(text, new RegExp(`handle ${handle}$`, 'm'));
	});

	it('fetch a message and what follows in its turn, page by page', async () => {
		const first = await ask(recallToolName, { handle, number: 3 });
		assert.match(first, /^Messages 3 to 4, page 1 of 2:\n\n#3 the person:\n> Request 2: /);
		assert.match(first, /\[Page 1 of 2\. Next: page 2\.\]$/);
		const second = await ask(recallToolName, { handle, number: 3, page: 2 });
		assert.match(second, /^Messages 3 to 4, page 2 of 2:/);
		assert.match(await ask(recallToolName, { handle, number: 999 }), /has 82 messages/);
	});

	it('find messages by parts of identifiers', async () => {
		const hits = await ask(recallToolName, { handle, query: 'token store' });
		assert.match(hits, /^#\d+ .*:\n.*refreshTokenStore/m);
		const [, from] = /More hits: from (\d+)\.\]$/.exec(hits) ?? [];
		assert.ok(from !== undefined, hits);
		const more = await ask(recallToolName, { handle, query: 'token store', from: Number(from) });
		assert.notEqual(more, hits);
		assert.doesNotMatch(await ask(recallToolName, { handle, query: 'zebra' }), /^#\d/m);
	});

	it('give no secret away', async () => {
		const turn = await ask(recallToolName, { handle, number: 81 });
		assert.match(turn, /My token is \[REDACTED\]/);
		assert.doesNotMatch(await ask(recallToolName, { handle, query: 'quiet' }), /ghp_/);
	});

	it('say what to do where handle or input are not right', async () => {
		await assert.rejects(ask(recallToolName, { handle: 'gone', number: 1 }), /precis_get_status/);
		await assert.rejects(ask(recallToolName, { handle, number: 1, query: 'both' }), /outline/);
		await assert.rejects(ask(recallToolName, { number: 1 }));
	});
});
