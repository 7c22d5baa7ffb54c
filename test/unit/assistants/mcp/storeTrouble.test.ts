import assert from 'node:assert/strict';
import { claudeCodeSession } from '../../transcripts/discovery/machine.ts';
import { call, codeOf, McpRig, textOf } from './mcpRig.ts';

describe('the MCP server beside a store that cannot be read', () => {
	let rig: McpRig;
	beforeEach(async () => {
		rig = await McpRig.make();
		await rig.machine.write('shop/package.json');
		await rig.machine.write(
			'.claude/projects/shop/5f0c.jsonl',
			claudeCodeSession('The walrus of the shop', rig.machine.path('shop')),
		);
		await rig.machine.write('storage/conversations.db', 'no database '.repeat(1_000));
	});
	afterEach(() => rig.remove());

	it('lists the sessions of assistants, and says what is missing', async () => {
		const answer = await call(await rig.client('shop'), 'list_conversations');
		assert.equal(codeOf(answer), undefined);
		assert.match(textOf(answer), /claude-code:5f0c/);
		const { missing } = answer.structuredContent as { readonly missing?: string };
		assert.ok(missing !== undefined && textOf(answer).includes(missing));
	});

	it('says what is missing where a handle is not found', async () => {
		const client = await rig.client('shop');
		const answer = await call(client, 'read_messages', { conversation: 'kept-elsewhere' });
		assert.equal(codeOf(answer), 'unknown-conversation');
		const listed = await call(client, 'list_conversations');
		const { missing } = listed.structuredContent as { readonly missing?: string };
		assert.ok(missing !== undefined && textOf(answer).includes(missing));
	});
});
