import assert from 'node:assert/strict';
import path from 'node:path';
import { textOf, type Log, type Message } from '../../src/messages/message.ts';
import { pairTools } from '../../src/messages/toolPairs.ts';
import { toolUses } from '../../src/messages/toolUse.ts';
import type { CompactionRecord } from '../../src/compaction/record.ts';
import { isHandoff } from '../../src/summary/handoff.ts';
import { ledgerOf } from '../../src/summary/ledger.ts';
import { requestViolations } from '../support/providerRules.ts';
import { CopilotWorkbench } from './copilotWorkbench.ts';
import { asks, foreignLines, keptWords, newestLog, newestRecords, requestsIn } from './kept.ts';
import { ScriptedModel, type ScriptedReply } from './scriptedModel.ts';
import { foreignRule, projectFiles } from './scriptedProject.ts';
import { actsDone, thirtyTurns } from './thirtyTurns.ts';

/** Copilot Chat as VS Code brings it, signed out, with a model “… · Precis” and one behind that. */

const model = 'Scripted small · Precis';

describe('The real Copilot Chat behind Precis', () => {
	let copilot: CopilotWorkbench;

	before(async function () {
		copilot = await CopilotWorkbench.open(projectFiles, await ScriptedModel.start());
		if (!copilot.hasCopilotChat) {
			console.log('This VS Code brings no Copilot Chat: nothing of it is tested.');
			this.skip();
		}
	});
	after(() => copilot.dispose());
	afterEach(async function () {
		if (this.currentTest?.state === 'failed') {
			await copilot.picture('copilot-failed');
		}
	});

	const latest = (): readonly Message[] => copilot.model.asked.at(-1) ?? [];

	const log = (): Log => newestLog(copilot);
	const kept = (): readonly string[] => keptWords(copilot);
	const records = (): readonly CompactionRecord[] => newestRecords(copilot);

	// Each test goes on where the one before has left the chat.
	describe('in one chat', () => {
		const first = 'Why does the test fail? Never rename an export.';
		const second = 'Read the rules, and say what they want.';
		const stopped = 'What was asked before the stop?';
		const edited = 'Forget the stop: what is in math.js?';
		const instead = 'Which of the two is shorter?';

		it('passes requests and results of tools on as they are', async () => {
			await copilot.begin(model);
			await copilot.turn(first, [
				{
					text: 'I read it.',
					calls: [['read_file', { filePath: copilot.file('math.js'), startLine: 1, endLine: 9 }]],
				},
				{
					text: 'Now the test.',
					calls: [
						[
							'run_in_terminal',
							{
								command: 'node test.js',
								explanation: 'Run the test',
								goal: 'See it fail',
								isBackground: false,
								mode: 'sync',
								timeout: 15_000,
							},
						],
					],
				},
				{ text: 'It subtracts.' },
			]);
			assert.deepEqual(requestViolations(latest()), []);
			const [request] = latest().filter(({ role }) => role === 'user');
			assert.ok(asks(request, first));
			const results = latest().filter(({ role }) => role === 'tool');
			assert.deepEqual(
				results.map(({ content }) => /return a - b|AssertionError/.exec(textOf(content))?.[0]),
				['return a - b', 'AssertionError'],
			);
			assert.deepEqual(kept(), [first]);
		});

		it('tells an attached file and reminders from what the person says', async () => {
			await copilot.attach('rules.md');
			await copilot.turn(second, [{ text: 'They want a push.' }]);
			const request = latest().at(-1);
			assert.ok(asks(request, second));
			assert.match(textOf(request?.content ?? ''), /<reminderInstructions>/);
			assert.ok(textOf(request?.content ?? '').includes(foreignRule));
			assert.deepEqual(kept(), [first, second]);
		});

		it('goes on after Stop', async () => {
			void copilot.model.play([
				{ text: 'Half of a reply that never comes to its end.', hangs: true },
			]);
			await copilot.send('Write a long template.');
			await copilot.model.hanging();
			await copilot.stop();
			await copilot.turn(stopped, [{ text: 'A template.' }]);
			assert.deepEqual(requestViolations(latest()), []);
			assert.ok(asks(latest().at(-1), stopped));
		});

		it('forgets what an edited message takes back', async () => {
			await copilot.edit(stopped, edited, [{ text: 'A function.' }]);
			assert.deepEqual(requestViolations(latest()), []);
			assert.ok(asks(latest().at(-1), edited));
			// Whether the stopped turn is still there depends on how far it had come.
			assert.deepEqual(kept(), latest().flatMap(requestsIn));
			assert.ok(!kept().includes(stopped));
			assert.equal(kept().at(-1), edited);
		});

		it('goes back with a checkpoint that is restored', async () => {
			const ids = (): readonly string[] =>
				copilot.stored((store) => store.list().map(({ id }) => id));
			const before = ids();
			await copilot.restore(edited);
			await copilot.turn(instead, [{ text: 'Both are short.' }]);
			assert.deepEqual(requestViolations(latest()), []);
			assert.deepEqual(kept(), latest().flatMap(requestsIn));
			assert.ok(!kept().includes(edited));
			assert.equal(kept().at(-1), instead);
			assert.equal(ids().length, before.length + 1);
		});
	});

	describe('with a sub-agent', () => {
		it('counts what that edits as the chat’s', async () => {
			const [words, task] = [
				'Have the package renamed.',
				'Rename it in package.json, and say so in names.txt.',
			];
			const edits: ScriptedReply = {
				calls: [
					[
						'replace_string_in_file',
						{ filePath: copilot.file('package.json'), oldString: 'booking', newString: 'bookings' },
					],
					['create_file', { filePath: copilot.file('names.txt'), content: 'Renamed.' }],
				],
			};
			await copilot.begin(model);
			await copilot.turn(words, [
				{ calls: [['runSubagent', { prompt: task, description: 'Rename it' }]] },
				edits,
				{ text: 'Both are done.' },
				{ text: 'It is renamed.' },
			]);
			const [chat, subAgent] = copilot.stored((store) => store.list());
			assert.deepEqual([chat?.title, chat?.state.origins], [words, undefined]);
			assert.deepEqual([subAgent?.title, subAgent?.state.subAgent], [task, true]);
			const stored = log();
			const { files } = ledgerOf(stored, pairTools(stored));
			assert.deepEqual(
				files.map((file) => path.basename(file.path)),
				['package.json', 'names.txt'],
			);
		});
	});

	describe('in Ask mode', () => {
		it('passes what is said on, with the tools of that mode', async () => {
			const inAgent = copilot.model.toolCharacters;
			await copilot.begin(model);
			await copilot.mode('Ask');
			await copilot.turn('What is a booking?', [{ text: 'A slot that somebody took.' }]);
			await copilot.turn('Who took it?', [{ text: 'A guest.' }]);
			assert.deepEqual(requestViolations(latest()), []);
			assert.deepEqual(kept(), ['What is a booking?', 'Who took it?']);
			assert.ok(copilot.model.toolCharacters < inAgent);
			await copilot.mode('Agent');
		});
	});

	describe('in thirty turns with a small window', () => {
		let asked: readonly (readonly Message[])[];
		let offered: readonly (readonly string[])[];
		let said: readonly string[];

		it('compacts on its own, and goes on', async () => {
			const turns = thirtyTurns((name) => copilot.file(name));
			said = turns.map(({ words }) => words);
			await copilot.begin(model);
			const before = copilot.model.asked.length;
			for (const [index, { words, replies }] of turns.entries()) {
				if (index === 4) {
					await copilot.attach('rules.md');
				}
				await copilot.turn(words, replies);
			}
			asked = copilot.model.asked.slice(before);
			offered = copilot.model.offered.slice(before);
			assert.ok(records().length > 0);
			assert.ok(asked.at(-1)?.some(({ content }) => isHandoff(textOf(content))));
		});

		it('shows how full the window is with all that is sent', async () => {
			const frame = await copilot.panel();
			const meter = frame.getByRole('meter').first();
			const [used, window] = await Promise.all(
				['aria-valuenow', 'aria-valuemax'].map(async (name) =>
					Number(await meter.getAttribute(name)),
				),
			);
			assert.equal(window, 64_000);
			const characters = JSON.stringify(latest()).length + copilot.model.toolCharacters;
			const perToken = characters / (used ?? 1);
			assert.ok(perToken > 3 && perToken < 6, `${perToken} characters for a token`);
			const overhead = copilot.stored((store) => store.list()[0]?.state.window?.overhead);
			assert.ok((overhead?.tools ?? 0) > 0 && (overhead?.instructions ?? 0) > 0);
			await copilot.showChat();
		});

		it('sends valid requests, each with the person’s words as they are', () => {
			assert.deepEqual(asked.flatMap(requestViolations), []);
			for (const words of said) {
				assert.ok(
					asked.some((request) => request.some((message) => asks(message, words))),
					words,
				);
			}
		});

		it('sends what it sent before, and more, until the next compaction', () => {
			const changed = asked.slice(1).filter((request, index) => {
				const before = asked[index] ?? [];
				return JSON.stringify(request.slice(0, before.length)) !== JSON.stringify(before);
			});
			assert.equal(changed.length, records().length);
		});

		it('offers the tools of our server in each, so that none empties the provider’s cache', () => {
			const served = offered.map((tools) => tools.filter((name) => name.startsWith('mcp_precis_')));
			assert.ok((served[0] ?? []).length > 0);
			assert.deepEqual(new Set(served.map(String)).size, 1);
		});

		it('keeps the person’s words, and nothing else, for the person’s', () => {
			assert.deepEqual(kept(), said);
			for (const { summary } of records()) {
				assert.deepEqual(foreignLines(summary, said), []);
			}
			const newest = records().at(-1)?.handoff ?? '';
			assert.match(newest, /Never rename an export\./);
			assert.match(newest, /Do not touch test\.js\./);
		});

		it('reads of each command and edit how it ended, where Copilot Chat tells', () => {
			const stored = log();
			const uses = toolUses(stored, pairTools(stored), 0, stored.length);
			const acts = uses.filter(({ family }) => family !== 'read');
			const prompts = stored
				.filter(({ message }) => message.role === 'user')
				.map(({ message }) => textOf(message.content).replace(/\s+/g, ' '));
			assert.deepEqual(
				acts.map(({ target, outcome }) => [path.basename(target), outcome.status]),
				actsDone.map(({ target, status, exitCode }) => {
					const isTold =
						exitCode === undefined ||
						status === 'ok' ||
						prompts.some(
							(text) => text.includes(`${target} Cwd:`) && text.includes(`Exit Code: ${exitCode}`),
						);
					return [target, isTold || target === 'node test.js' ? status : 'unknown'];
				}),
			);
			acts.forEach(({ outcome }, index) => {
				assert.equal(outcome.exitCode ?? actsDone[index]?.exitCode, actsDone[index]?.exitCode);
			});
		});

		it('says of no command, edit or file what is not so', () => {
			const items = (title: 'Completed Actions' | 'Relevant Files'): string[] =>
				records().flatMap(({ summary }) => summary[title].map(({ text }) => text));
			const actions = items('Completed Actions');
			const files = items('Relevant Files');
			assert.deepEqual(
				actions.filter((text) => /process\.exit\(3\)[^;\n]*→ (?:ok|exit 0)/.test(text)),
				[],
			);
			for (const name of ['math.js', 'rooms.js', 'bills.js']) {
				assert.ok(
					files.some((text) => text.includes(name) && text.includes('edited')),
					name,
				);
			}
			assert.ok(files.some((text) => text.includes('notes.md') && text.includes('written')));
			assert.ok(!files.some((text) => /\btest\.js\b.*(?:edited|created|written)/.test(text)));
		});

		it('is the same conversation after a reload of the window, and compacted still', async () => {
			// All extensions start anew, Copilot Chat among them.
			const newest = (): string | undefined => copilot.stored((store) => store.list()[0]?.id);
			const [before, { length }] = [newest(), records()];
			const words = 'And after the reload?';
			await copilot.reload('Documentation of lastDay.');
			await copilot.turn(words, [{ text: 'The same.' }]);
			assert.equal(newest(), before);
			assert.deepEqual(kept(), [...said, words]);
			assert.equal(records().length, length);
			assert.ok(latest().some(({ content }) => isHandoff(textOf(content))));
		});
	});
});
