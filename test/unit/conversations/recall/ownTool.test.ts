import assert from 'node:assert/strict';
import manifest from '../../../../package.json' with { type: 'json' };
import { ownRecallTool, recallToolName } from '../../../../src/conversations/recall/ownTool.ts';
import { recallInput } from '../../../../src/conversations/recall/tool.ts';

describe('the recall tool that Precis adds to requests', () => {
	const contributed = manifest.contributes.languageModelTools.find(
		({ name }) => name === recallToolName,
	);

	it('takes what the contributed one takes, but for the handle', () => {
		const { handle, ...properties } = contributed?.inputSchema.properties ?? {};
		assert.ok(handle !== undefined);
		assert.deepEqual(ownRecallTool.inputSchema.properties, properties);
	});

	it('is read with the handle of the conversation at hand', () => {
		for (const input of [{}, { page: 2 }, { query: 'port' }, { number: '71-76', find: 'port' }]) {
			assert.ok(recallInput({ ...input, handle: 'own' }) !== undefined, JSON.stringify(input));
		}
	});
});
