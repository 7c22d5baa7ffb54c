import assert from 'node:assert/strict';
import type { CompactionRecord } from '../../src/compaction/record.ts';
import { recallToolName } from '../../src/conversations/recall/ownTool.ts';
import { textOf, toolCallsOf, type Message } from '../../src/messages/message.ts';
import { renderSection, sectionTitles } from '../../src/summary/sections.ts';
import { requestViolations } from '../support/providerRules.ts';
import { CopilotWorkbench } from './copilotWorkbench.ts';
import { asks, foreignLines, keptWords, newestLog, newestRecords } from './kept.ts';
import { ScriptedModel, type ScriptedReply } from './scriptedModel.ts';
import { projectFiles } from './scriptedProject.ts';
import { thirtyTurns } from './thirtyTurns.ts';

/** What is read early on, and asked for in the end. */
const ports = Array.from({ length: 160 }, (_, line) => ({
	service: `gateway ${line}`,
	port: `48${line + 200}`,
}));
const portsFile = ports.map(({ service, port }) => `| ${service} | ${port} |\n`).join('');

/** Each test goes on where the one before has left the chat. */
describe('Copilot Chat in a window that tools and instructions fill by half', () => {
	let copilot: CopilotWorkbench;
	let asked: readonly (readonly Message[])[];
	let said: readonly string[];

	before(async function () {
		const files = { ...projectFiles, 'ports.md': portsFile };
		copilot = await CopilotWorkbench.open(files, await ScriptedModel.start());
		if (!copilot.hasCopilotChat) {
			console.log('This VS Code brings no Copilot Chat: nothing of it is tested.');
			this.skip();
		}
	});
	after(() => copilot.dispose());
	afterEach(async function () {
		if (this.currentTest?.state === 'failed') {
			await copilot.picture('tight-window-failed');
		}
	});

	const latest = (): readonly Message[] => copilot.model.asked.at(-1) ?? [];
	const records = (): readonly CompactionRecord[] => newestRecords(copilot);

	function readPorts(): { readonly words: string; readonly replies: readonly ScriptedReply[] } {
		const input = { filePath: copilot.file('ports.md'), startLine: 1, endLine: 160 };
		return {
			words: 'Read ports.md, we need it later.',
			replies: [{ calls: [['read_file', input]] }, { text: 'I have read it.' }],
		};
	}

	it('goes on compacting to the end', async () => {
		const script = thirtyTurns((name) => copilot.file(name));
		const turns = [...script.slice(0, 3), readPorts(), ...script.slice(3, 24)];
		said = turns.map(({ words }) => words);
		await copilot.begin('Scripted tight · Precis');
		for (const { words, replies } of turns) {
			await copilot.turn(words, replies);
		}
		asked = copilot.model.asked;
		assert.ok(records().length > 2);
		const end = records().at(-1)?.layout.range.end ?? 0;
		assert.ok(
			end > newestLog(copilot).length / 2,
			`${end} of ${newestLog(copilot).length} messages`,
		);
	});

	it('sends valid requests, and nothing but the person’s words as theirs', () => {
		assert.deepEqual(asked.flatMap(requestViolations), []);
		assert.deepEqual(keptWords(copilot), said);
		for (const { summary } of records()) {
			assert.deepEqual(foreignLines(summary, said), []);
		}
	});

	it('leaves the handoff room for more than the task', () => {
		const { summary } = records().at(-1) ?? assert.fail();
		const told = sectionTitles.map((title) => renderSection(summary[title])).join('\n');
		for (const kept of ['Never rename an export.', 'Do not touch test.js.', '`node test.js`']) {
			assert.ok(told.includes(kept), kept);
		}
		for (const state of ['math.js — edited', 'rooms.js — edited', 'notes.md — written']) {
			assert.ok(renderSection(summary['Relevant Files']).includes(state), state);
		}
		for (const { summary: each } of records()) {
			assert.notEqual(renderSection(each['Completed Actions']), renderSection([]));
		}
	});

	it('answers what was compacted away, with no tool chosen by the person', async () => {
		const context = latest().map(({ content }) => textOf(content));
		const { service, port } =
			ports.find((each) => context.every((text) => !text.includes(each.port))) ??
			assert.fail('the whole file is still in the context');
		await copilot.turn(`On which port does ${service} listen?`, [
			{ calls: [[recallToolName, { query: service }]] },
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

	it('compacts and asks once more in the turn that the provider refuses', async () => {
		const overflows = (): number =>
			records().filter(({ trigger }) => trigger === 'overflow').length;
		const before = { asked: copilot.model.asked.length, overflows: overflows() };
		const words = 'Which rules did I give you?';
		await copilot.turn(words, [{ refused: true }, { text: 'Never rename an export.' }]);
		const [refused, again, ...more] = copilot.model.asked.slice(before.asked);
		assert.equal(more.length, 0);
		assert.equal(overflows(), before.overflows + 1);
		assert.ok(JSON.stringify(again).length < JSON.stringify(refused).length);
		assert.deepEqual(requestViolations(again ?? []), []);
		assert.ok(asks(again?.at(-1), words));
	});

	it('goes on in a new chat with the handoff attached', async () => {
		await copilot.continueInChat(/^Handoff \d+\.md$/, [{ text: 'I go on.' }]);
		const request = textOf(latest().findLast(({ role }) => role === 'user')?.content ?? '');
		assert.match(request, /Completed Actions[^]*Never rename an export\./);
	});
});
