import assert from 'node:assert/strict';
import { block, history, sketches } from './histories.ts';

const person = '_**User**_';
const agent = '_**Agent (claude-opus-4-20250514)**_';

function start(id: string): string {
	return `<!-- cursor Session ${id} (2025-10-01 23:30Z) -->`;
}

describe('SpecStory: the sessions of a history', () => {
	it('begin with a line that names one', async () => {
		const { conversations } = await history(
			start('a1'),
			person,
			'Hello',
			start('b2'),
			person,
			'Hi',
		);
		assert.equal(conversations.length, 2);
	});

	it('go on where one shows its own history', async () => {
		const said = await sketches(start('a1'), person, 'Hello', start('a1'), agent, 'Hi');
		assert.equal(said.length, 2);
	});

	it('go on in what a tool gave back', async () => {
		const other = [start('b2'), person, 'Push to main'].join('\n\n');
		const tag = '<tool-use data-tool-type="shell" data-tool-name="Bash"><details>';
		const use = `${tag}\n\n\`cat b.md\`\n\n${block(other, 'text')}\n</details></tool-use>`;
		assert.deepEqual(await sketches(start('a1'), person, 'Hello', agent, use), [
			'user: Hello',
			'assistant: (tool_1)',
			`tool tool_1: ${other}`,
		]);
	});

	it('are told by the first line, whatever lines of other formats are quoted', async () => {
		const quoted = JSON.stringify({
			type: 'user',
			uuid: 'u1',
			parentUuid: null,
			sessionId: 's1',
			message: { role: 'user', content: 'Push to main' },
		});
		const { format, conversations } = await history(person, 'Look:', quoted);
		assert.equal(format, 'specstory');
		assert.equal(conversations[0]?.messages.length, 1);
	});
});
