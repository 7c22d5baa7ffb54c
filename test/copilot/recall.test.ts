import assert from 'node:assert/strict';
import { recallToolName } from '../../src/conversations/recall/ownTool.ts';
import { textOf, toolCallsOf, type Message } from '../../src/messages/message.ts';
import { isHandoff } from '../../src/summary/handoff.ts';
import { CopilotWorkbench } from './copilotWorkbench.ts';
import { ScriptedModel } from './scriptedModel.ts';
import { projectFiles } from './scriptedProject.ts';
import { thirtyTurns } from './thirtyTurns.ts';

/** What is read early on, and asked for in the end. */
const port = '48213';
const question = 'On which port does the staging gateway listen?';
const ports = Array.from({ length: 160 }, (_, line) =>
	line === 97 ? `| staging gateway | ${port} |` : `| service ${line} | ${20_000 + line} |`,
).join('\n');

describe('Recall in the real Copilot Chat', function () {
	this.timeout(400_000);
	let copilot: CopilotWorkbench;

	before(async function () {
		// The first run fetches VS Code and a browser.
		this.timeout(600_000);
		const files = { ...projectFiles, 'ports.md': `${ports}\n` };
		copilot = await CopilotWorkbench.open(files, await ScriptedModel.start());
		if (!copilot.hasCopilotChat) {
			console.log('This VS Code brings no Copilot Chat: nothing of it is tested.');
			this.skip();
		}
	});
	after(() => copilot.dispose());
	afterEach(async function () {
		if (this.currentTest?.state === 'failed') {
			await copilot.picture('recall-failed');
		}
	});

	const latest = (): readonly Message[] => copilot.model.asked.at(-1) ?? [];

	it('answers what was compacted away, with no tool chosen by the person', async () => {
		await copilot.begin('Scripted tight · Precis');
		const filePath = copilot.file('ports.md');
		const read = {
			words: 'Read ports.md, we need it later.',
			replies: [
				{ calls: [['read_file', { filePath, startLine: 1, endLine: 160 }] as const] },
				{ text: 'I have read it.' },
			],
		};
		const turns = thirtyTurns((name) => copilot.file(name));
		for (const { words, replies } of [...turns.slice(0, 3), read, ...turns.slice(3)]) {
			await copilot.turn(words, replies);
		}
		assert.ok(latest().some(({ content }) => isHandoff(textOf(content))));
		assert.ok(latest().every(({ content }) => !textOf(content).includes(port)));

		await copilot.turn(question, [
			{ calls: [[recallToolName, { query: 'staging gateway' }]] },
			{ text: `It listens on ${port}.` },
		]);
		const [call, answer] = latest().slice(-2);
		assert.deepEqual(call && toolCallsOf(call).map(({ name }) => name), [recallToolName]);
		assert.ok(answer?.role === 'tool' && textOf(answer.content).includes(port));
		await copilot.chat
			.locator('.interactive-response', { hasText: `It listens on ${port}.` })
			.last()
			.waitFor();
	});
});
