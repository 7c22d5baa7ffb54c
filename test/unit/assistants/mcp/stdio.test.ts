import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { claudeCodeSession } from '../../transcripts/discovery/machine.ts';
import { call, McpRig, textOf } from './mcpRig.ts';

const root = path.resolve(import.meta.dirname, '..', '..', '..', '..');

describe('precis mcp', () => {
	let rig: McpRig;
	beforeEach(async () => {
		rig = await McpRig.make();
		await rig.machine.write('shop/package.json');
		await rig.machine.write(
			'.claude/projects/shop/a.jsonl',
			claudeCodeSession('The walrus is blue', rig.machine.path('shop')),
		);
	});
	afterEach(() => rig.remove());

	it('speaks over standard input and output, and ends with its client', async () => {
		const transport = new StdioClientTransport({
			command: process.execPath,
			args: [path.join(root, 'src/cli.ts'), 'mcp'],
			cwd: rig.machine.path('shop'),
			env: { HOME: rig.machine.home },
			stderr: 'pipe',
		});
		let errors = '';
		transport.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
		const client = new Client({ name: 'claude-code', version: '1' });
		await client.connect(transport);
		const found = await call(client, 'search_conversation', { query: 'walrus' });
		assert.match(textOf(found), /blue/);
		await client.close();
		assert.equal(errors, '');
	});

	it('prints its options, and refuses others', async () => {
		const run = async (...args: readonly string[]) => {
			const child = spawn(process.execPath, [path.join(root, 'src/cli.ts'), 'mcp', ...args]);
			let out = '';
			child.stdout.on('data', (text: Buffer) => (out += text.toString()));
			const [code] = (await once(child, 'close')) as [number | null];
			return [code, out.includes('--root')];
		};
		assert.deepEqual(await run('--help'), [0, true]);
		assert.deepEqual(await run('--nothing'), [1, false]);
		// A client reaches no folder beyond those that a person named.
		assert.deepEqual(await run('--root', root, '--client-folders'), [1, false]);
	});
});
