import assert from 'node:assert/strict';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { PrecisExports } from '../../../src/api.ts';
import { commands, views } from '../../../src/vscode/contributions.ts';
import { recallToolName } from '../../../src/conversations/recall/ownTool.ts';
import { statusToolName } from '../../../src/vscode/api/tools.ts';
import { reportActivation } from '../../host/activationTime.ts';

const extensionId = 'precis.precis';

/** Root of the checkout: these tests are bundled into `out/test/package`. */
const checkout = path.resolve(__dirname, '../../..');

function extension(): vscode.Extension<PrecisExports> {
	const found = vscode.extensions.getExtension<PrecisExports>(extensionId);
	assert.ok(found !== undefined, `${extensionId} is installed`);
	return found;
}

async function askTool(tool: string, input: object): Promise<string> {
	const { token } = new vscode.CancellationTokenSource();
	const { content } = await vscode.lm.invokeTool(
		tool,
		{ input, toolInvocationToken: undefined },
		token,
	);
	return content
		.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
		.join('');
}

describe('The installed package', () => {
	it('is what runs, and nothing that was built in the checkout', () => {
		const where = realpathSync(extension().extensionPath);
		assert.ok(path.relative(checkout, where).startsWith('..'), where);
		assert.match(path.basename(where), /^precis\.precis-\d+\.\d+\.\d+$/);
		assert.ok(!existsSync(path.join(checkout, 'dist')));
		assert.ok(!existsSync(path.join(where, 'node_modules')));
	});

	it('activates, and reports how long that took', async () => {
		await extension().activate();
		reportActivation(extensionId);
		assert.ok(extension().isActive);
	});

	it('registers every command, and the Summary view', async () => {
		const registered = await vscode.commands.getCommands(true);
		for (const command of [...Object.values(commands), `${views.summary}.focus`]) {
			assert.ok(registered.includes(command), command);
		}
	});

	it('opens the sample, compacts it without a model and copies the handoff', async () => {
		await vscode.commands.executeCommand(commands.openSample);
		await vscode.commands.executeCommand(commands.compact);
		await vscode.env.clipboard.writeText('before');
		await vscode.commands.executeCommand(commands.copyHandoff);
		const handoff = await vscode.env.clipboard.readText();
		assert.match(handoff, /^\[Handoff from an earlier context window/);
	});

	it('lets an assistant recall what the summary stands for', async () => {
		const status = await askTool(statusToolName, {});
		const handle = /Open: .*, handle ([\w-]+)\./.exec(status)?.[1];
		assert.ok(handle !== undefined, status);
		const turn = await askTool(recallToolName, { handle, number: 3 });
		const [word = ''] = /\b[a-z]{7,}\b/.exec(turn) ?? [];
		assert.match(await askTool(recallToolName, { handle, query: word }), new RegExp(word, 'i'));
	});

	it('answers another extension that uses its API', async () => {
		const api = extension().exports.getApi(1);
		const conversation = await api.openConversation({
			key: 'precis-test.package/1',
			window: 16_000,
		});
		await conversation.append(
			Array.from({ length: 60 }, (_, index) => ({
				role: index % 2 === 0 ? 'user' : 'assistant',
				content: `Step ${index}. ${'The parser reads on. '.repeat(40)}`,
			})),
		);
		const result = await conversation.compact();
		assert.equal(result.kind, 'committed', JSON.stringify(result));
		assert.match((await conversation.handoff()) ?? '', /^\[Handoff from an earlier context window/);
		const { hits } = await conversation.recall({ query: '"Step 7"' });
		assert.equal(hits[0]?.number, 8);
	});
});
