import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { chatButtons, commands, configurationSection } from '../../src/vscode/contributions.ts';
import { statusToolName } from '../../src/vscode/api/tools.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { prose } from '../support/logs.ts';
import { until } from '../support/until.ts';
import { ChatModel } from './chatModel.ts';
import { CaughtMessages } from './messages.ts';

/** The participant as the Chat view of a real VS Code runs it. */

const addTool = 'precis-test_add';
const failingTool = 'precis-test_fail';
const waitingTool = 'precis-test_wait';

/** What the Chat view gives back of a turn. */
interface ChatEnd {
	readonly errorDetails?: { readonly message: string };
	readonly metadata?: { readonly conversation: string; readonly messages: number };
}

describe('@precis in the chat', () => {
	let model: ChatModel;
	let messages: CaughtMessages;
	/** Calls of a tool that waits until it is stopped. */
	let waiting = 0;
	const registrations: vscode.Disposable[] = [];
	let folder: string;

	before(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'precis-participant-'));
		model = new ChatModel();
		registrations.push(
			vscode.lm.registerLanguageModelChatProvider('precis-test', model),
			vscode.lm.registerTool<{ a: number; b: number }>(addTool, {
				invoke: ({ input: { a, b } }) =>
					new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(`Sum: ${a + b}`)]),
			}),
			vscode.lm.registerTool(failingTool, {
				invoke: () => Promise.reject(new Error('The disk is full.')),
			}),
			vscode.lm.registerTool(waitingTool, {
				invoke: async (_options, token) => {
					waiting += 1;
					await new Promise((resolve) => token.onCancellationRequested(resolve));
					return undefined;
				},
			}),
		);
		await vscode.extensions.getExtension('precis.precis')?.activate();
	});
	after(async () => {
		for (const registration of registrations) {
			registration.dispose();
		}
		await rm(folder, { recursive: true });
	});
	beforeEach(async () => {
		messages = new CaughtMessages();
		model.calls.length = 0;
		model.onChat = ({ say }) => say('Certainly.');
		// What is open in an editor is attached to messages.
		await vscode.window.tabGroups.close(vscode.window.tabGroups.all);
		await vscode.commands.executeCommand('workbench.action.chat.newChat');
	});
	afterEach(async () => {
		messages.restore();
		await configure('chat.tools', undefined);
		await configure('tasks.compaction.model', undefined);
	});

	async function configure(name: string, value: unknown): Promise<void> {
		await vscode.workspace
			.getConfiguration(configurationSection)
			.update(name, value, vscode.ConfigurationTarget.Global);
	}

	/** Sends a message and waits for the end of its turn. */
	async function send(query: string, attachFiles: readonly vscode.Uri[] = []): Promise<ChatEnd> {
		const end = await vscode.commands.executeCommand<ChatEnd | undefined>(
			'workbench.action.chat.open',
			{
				query: `@precis ${query}`,
				modelSelector: { vendor: 'precis-test', id: 'chat' },
				attachFiles,
				blockOnResponse: true,
			},
		);
		assert.ok(end !== undefined, 'the turn has ended');
		return end;
	}

	/** What the chat shows. */
	async function shown(): Promise<string> {
		await vscode.env.clipboard.writeText('');
		await vscode.commands.executeCommand('workbench.action.chat.copyAll');
		return vscode.env.clipboard.readText();
	}

	/** Presses Stop until the turn has ended. */
	async function stop(turn: Promise<ChatEnd>): Promise<void> {
		let over = false;
		const ended = turn.then(() => (over = true));
		await until(async () => {
			await vscode.commands.executeCommand('workbench.action.chat.cancel');
			return over;
		});
		await ended;
	}

	/** What the latest request of the chat was sent. */
	function sent(): string {
		return model.calls.at(-1)?.text ?? '';
	}

	/** How the conversation stands that is shown. */
	async function status(): Promise<string> {
		const { token } = new vscode.CancellationTokenSource();
		const wanted = { input: {}, toolInvocationToken: undefined };
		const { content } = await vscode.lm.invokeTool(statusToolName, wanted, token);
		return content
			.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
			.join('');
	}

	/** Has the chat's model write summaries. @returns Says when it is asked; writes when it is told. */
	async function heldSummary(topic: string): Promise<{
		readonly asked: Promise<void>;
		readonly release: () => void;
	}> {
		await configure('tasks.compaction.model', 'vscode/precis-test/chat');
		const asked = Promise.withResolvers<void>();
		const gate = Promise.withResolvers<void>();
		model.onSummary = async ({ say }) => {
			asked.resolve();
			await gate.promise;
			say(summaryReply(0, topic));
		};
		return { asked: asked.promise, release: gate.resolve };
	}

	/** Turns that leave something to compact. */
	async function talk(count = 6): Promise<void> {
		model.onChat = ({ say }) => say(`Noted. ${prose(2_000, model.calls.length)}`);
		for (let turn = 1; turn <= count; turn += 1) {
			await send(`point ${turn}`);
		}
	}

	it('answers with the chosen model, and keeps the conversation', async () => {
		model.onChat = ({ say }) => {
			say('Certainly: ');
			say('**dates**.');
		};
		const first = await send('hello');
		assert.equal(first.errorDetails, undefined);
		assert.match(sent(), /^You are a coding assistant[^]*\nhello$/);
		assert.match(await shown(), /Certainly: \*\*dates\*\*\./);
		const second = await send('and more');
		assert.match(sent(), /hello\nCertainly: \*\*dates\*\*\.\nand more$/);
		assert.equal(second.metadata?.conversation, first.metadata?.conversation);
		assert.equal(second.metadata?.messages, 5);
	});

	it('starts another conversation in another chat', async () => {
		const first = await send('the first chat');
		await vscode.commands.executeCommand('workbench.action.chat.newChat');
		const second = await send('the second chat');
		assert.notEqual(second.metadata?.conversation, first.metadata?.conversation);
		assert.doesNotMatch(sent(), /the first chat/);
	});

	it('runs tools that were allowed, and answers with what they gave', async () => {
		await configure('chat.tools', [addTool]);
		model.onChat = ({ say, call, text }) => {
			if (text.includes('result Sum')) {
				say('It is 5.');
				return;
			}
			say('Let me see.');
			call(addTool, { a: 2, b: 3 });
		};
		const { metadata } = await send('what is 2 + 3?');
		assert.deepEqual(model.calls[0]?.tools, [addTool]);
		assert.match(sent(), /call precis-test_add \{"a":2,"b":3\}\nresult Sum: 5$/);
		assert.match(await shown(), /Let me see\.[^]*It is 5\./);
		assert.equal(metadata?.messages, 5);
	});

	it('offers the tools that a prompt names, and no others', async () => {
		await send('hello');
		assert.deepEqual(model.calls[0]?.tools, ['precis_recall_messages']);
		await send('hello #precisTestAdd');
		assert.deepEqual(model.calls[1]?.tools.toSorted(), [addTool, 'precis_recall_messages']);
	});

	it('tells the model of a tool that failed, is not there, or was not offered', async () => {
		await configure('chat.tools', [failingTool]);
		model.onChat = ({ say, call, text }) => {
			if (text.includes('result')) {
				say('The action failed.');
				return;
			}
			call(failingTool, {});
			call('made_up', {});
			call(addTool, { a: 1, b: 1 });
		};
		const { errorDetails } = await send('try');
		assert.equal(errorDetails, undefined);
		assert.match(sent(), /result The tool failed: .*The disk is full/);
		assert.match(sent(), /result There is no tool "made_up"\. The tools offered: precis-test_fail/);
		assert.match(sent(), /result There is no tool "precis-test_add"/);
	});

	it('says why there is no answer, in the chat and nowhere else', async () => {
		model.onChat = () => {
			throw vscode.LanguageModelError.Blocked('Quota exceeded');
		};
		const failed = await send('hello');
		assert.match(failed.errorDetails?.message ?? '', /quota is used up/);
		assert.deepEqual(
			messages.shown.filter(({ message }) => /not answered/.test(message)),
			[],
		);
		model.onChat = () => undefined;
		const empty = await send('hello?');
		assert.match(empty.errorDetails?.message ?? '', /returned an empty reply/);
		assert.equal(empty.metadata?.conversation, failed.metadata?.conversation);
	});

	it('compacts and asks again where the model finds the context too long, without a word twice', async () => {
		await configure('tasks.compaction.model', 'built-in');
		await talk();
		let refused = 0;
		model.onChat = ({ say, text }) => {
			if (!text.includes('[Handoff')) {
				refused += 1;
				throw new Error('maximum context length exceeded');
			}
			say('Now it fits.');
		};
		const end = await send('go on');
		assert.equal(end.errorDetails, undefined, JSON.stringify(end));
		assert.equal(refused, 1);
		assert.equal((await shown()).match(/Now it fits/g)?.length, 1);
	});

	it('keeps what was said until Stop, and goes on from there', async () => {
		await send('hello');
		const asked = Promise.withResolvers<void>();
		model.onChat = async ({ say, token }) => {
			say('The first half');
			asked.resolve();
			await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
		};
		const running = send('tell me everything');
		await asked.promise;
		await until(async () => (await shown()).includes('The first half'));
		await stop(running);
		model.onChat = ({ say }) => say('As I said.');
		await send('go on');
		assert.match(sent(), /hello\n.*\ntell me everything\nThe first half\n⟪precis: .*⟫\ngo on$/);
	});

	it('goes on after a tool that was stopped', async () => {
		await configure('chat.tools', [waitingTool]);
		model.onChat = ({ call }) => call(waitingTool, {});
		const running = send('use it');
		await until(() => waiting > 0);
		await stop(running);
		model.onChat = ({ say }) => say('Never mind.');
		const { errorDetails } = await send('go on');
		assert.equal(errorDetails, undefined);
		const calls = sent().match(/^call /gm)?.length ?? 0;
		assert.equal(sent().match(/^result /gm)?.length ?? 0, calls, sent());
		assert.match(sent(), /use it\n[^]*go on$/);
	});

	it('leaves a compaction alone that Stop came across, and answers with its summary in place', async () => {
		await talk();
		const summary = await heldSummary('the whole story');
		const running = send('/compact');
		await summary.asked;
		await stop(running);
		assert.doesNotMatch(await shown(), /Compacted:/);

		model.onChat = ({ say }) => say('With the summary.');
		const answered = send('after Stop');
		summary.release();
		const end = await answered;
		assert.equal(end.errorDetails, undefined);
		assert.match(sent(), /About the whole story/);
		assert.match(sent(), /\nafter Stop$/);
		await send('/status');
		assert.match(await shown(), /Compactions: 1/);
	});

	it('tells how the conversation stands', async () => {
		const { metadata } = await send('hello');
		const end = await send('/status');
		assert.deepEqual(end.metadata, metadata, 'a command says nothing in the conversation');
		const text = await shown();
		assert.match(text, /- Context: ≈ \d+ of 12,000 tokens \(\d+%\)/);
		assert.match(text, /- Compactions: 0/);
		assert.match(text, /- Stored: yes/);
		assert.ok(text.includes(`\`${metadata?.conversation ?? ''}\``));
	});

	it('compacts with a focus, recalls and undoes', async () => {
		await configure('tasks.compaction.model', 'built-in');
		await talk();
		await send('/compact point 3');
		assert.match(await shown(), /Compacted: ≈ [\d,]+ → ≈ [\d,]+ tokens, 1\d → \d+ messages/);
		assert.match(await shown(), /built-in summariser wrote the summary/);
		await send('/compact');
		assert.match(await shown(), /Not compacted: /);
		await send('/recall 4');
		assert.match(await shown(), /Messages 4 to 5, page 1 of 1[^]*#4 the person:\n> point 2/);
		await send('/recall point 5');
		assert.match(await shown(), /\*\*#10\*\* point 5/);
		await send('/recall zebra');
		assert.match(await shown(), /No results/);
		await send('/undo');
		assert.match(await shown(), /last compaction is undone[^]*Context/);
		await send('/undo');
		assert.match(await shown(), /no compaction to undo/);
		model.onChat = ({ say }) => say('Still here.');
		await send('and now?');
		assert.match(sent(), /point 1\n[^]*point 6\n[^]*and now\?$/);
	});

	it('is about what the panel shows where the chat has no conversation yet', async () => {
		// A file of its own: the sample may have been kept and compacted by other tests.
		const file = path.join(folder, 'looked-at.json');
		await writeFile(
			file,
			JSON.stringify({
				messages: [
					{ role: 'user', content: 'Order the harbour log by its tides' },
					{ role: 'assistant', content: 'It is ordered.' },
				],
			}),
		);
		await vscode.commands.executeCommand(commands.openTranscript, vscode.Uri.file(file));
		const end = await send('/status');
		assert.match(await shown(), /conversation in the Summary view: \*\*.+\*\*[^]*- Context: /);
		assert.doesNotMatch(await shown(), /lost when/, 'its file stays, and is only looked at');
		assert.equal(end.metadata, undefined);
		const before = await status();
		await send('/compact');
		assert.equal(await status(), before, 'only a button changes another conversation');
		await send('/undo');
		assert.match(await shown(), /no compaction to undo/);
		const { metadata } = await send('hello');
		assert.equal(metadata?.messages, 3, 'the chat begins a conversation of its own');
	});

	it('opens the panel, compacts and undoes at a button', async () => {
		await configure('tasks.compaction.model', 'built-in');
		await talk();
		const { metadata } = await send('/status');
		const id = metadata?.conversation;
		await vscode.commands.executeCommand(chatButtons.compact, id);
		assert.match(await status(), new RegExp(`^Open: .*handle ${id}\\. .*compacted 1 times`));
		await vscode.commands.executeCommand(chatButtons.undo, id);
		await send('/undo');
		assert.match(await shown(), /no compaction to undo/);
		await vscode.commands.executeCommand(commands.openSample);
		await vscode.commands.executeCommand(chatButtons.showConversation, id);
		assert.match(await status(), new RegExp(`^Open: .*handle ${id}`));
		await vscode.commands.executeCommand(chatButtons.showConversation, { not: 'an id' });
		await vscode.commands.executeCommand(chatButtons.showConversation, 'gone');
		await messages.next(/The action failed/);
	});

	it('reads what is attached', async () => {
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		assert.ok(folder !== undefined);
		const file = vscode.Uri.joinPath(folder.uri, 'attached.ts');
		await vscode.workspace.fs.writeFile(file, Buffer.from('const fence = "```";\n'));
		await send('what is this?', [file]);
		await vscode.workspace.fs.delete(file);
		assert.match(
			sent(),
			/this\?\n\nAttached: attached\.ts\n````typescript\nconst fence = "```";\n\n````$/,
		);
	});
});
