import assert from 'node:assert/strict';
import type { ChatPromptReference } from 'vscode';
import { promptText } from '../../../../src/vscode/participant/attachments.ts';

describe('a prompt with attachments', () => {
	const reference = (id: string, value: string): ChatPromptReference => ({ id, value });

	it('has them in the order of the prompt, and none that is short loses room to a long one', async () => {
		const long = 'x'.repeat(100_000);
		const text = await promptText(' Explain ', [
			reference('three', long),
			reference('two', 'short'),
			reference('one', long.slice(0, 20_000)),
		]);
		const at = ['Explain', 'Attached: one', 'Attached: two', 'Attached: three'].map((part) =>
			text.indexOf(part),
		);
		assert.deepEqual(
			at,
			at.toSorted((a, b) => a - b),
		);
		assert.ok(text.includes(long.slice(0, 20_000)));
		assert.ok(text.includes('short'));
		assert.ok(text.length > 59_000 && text.length < 61_000, `${text.length}`);
	});
});
