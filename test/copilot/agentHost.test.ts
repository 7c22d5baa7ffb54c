import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readStore } from '../../src/conversations/store/openStore.ts';
import { recallToolName } from '../../src/conversations/recall/ownTool.ts';
import { textOf } from '../../src/messages/message.ts';
import { personText } from '../../src/messages/origins.ts';
import { isHandoff } from '../../src/summary/handoff.ts';
import { MirroredChat, type ScriptedRound } from '../support/agent/mirroredChat.ts';
import { prose } from '../support/logs.ts';
import { workerBench, type WorkerRig } from '../support/workerRig.ts';
import { AgentHostRuntime } from './agentHostRuntime.ts';

const window = 30_000;

describe('The runtime of VS Code’s Agent Host behind Precis', () => {
	const bench = workerBench();
	let place: string;
	let runtime: AgentHostRuntime;
	let rig: WorkerRig;
	let chat: MirroredChat;
	/** What the model says next, request by request. */
	let script: ScriptedRound[];

	const file = (name: string): string => path.join(place, 'project', name);
	const viewed = (name: string): ScriptedRound => ({
		text: 'I read it.',
		calls: [['view', { path: file(name) }]],
	});

	before(async function () {
		if (!(await AgentHostRuntime.isThere())) {
			console.log(
				'This VS Code does not include the runtime of the Agent Host: nothing of it is tested.',
			);
			this.skip();
		}
	});
	beforeEach(async () => {
		place = await mkdtemp(path.join(os.tmpdir(), 'precis-agent-host-'));
		await mkdir(file('.'));
		await mkdir(path.join(place, 'home'));
		await writeFile(file('math.js'), 'export const add = (a, b) => a - b;\n');
		await writeFile(file('test.js'), "console.log('AssertionError');\nprocess.exit(4);\n");
		await writeFile(file('notes.md'), prose(9_000, 1));
		rig = bench.start();
		chat = new MirroredChat(rig, window);
		script = [];
		runtime = await AgentHostRuntime.start(
			file('.'),
			path.join(place, 'home'),
			4 * window,
			async ({ messages, tools }) => {
				chat.history = messages;
				chat.options = { tools };
				const before = chat.sent.length;
				const parts = await chat.ask(script);
				// A look-up takes more than one round.
				script = script.slice(chat.sent.length - before);
				return parts;
			},
		);
	});
	afterEach(async () => {
		await runtime.dispose();
		await rm(place, { recursive: true, force: true });
	});

	/** The person says something, and the model goes on as scripted to the end of the turn. */
	async function turn(words: string, ...rounds: readonly ScriptedRound[]): Promise<string> {
		script = [...rounds];
		const end = await runtime.session.sendAndWait({ prompt: words }, 60_000);
		assert.deepEqual([script, chat.troubles], [[], []]);
		return end?.data.content ?? '';
	}

	/** Turns that read more than the window holds. */
	async function readOn(turns: number): Promise<readonly string[]> {
		const said = Array.from({ length: turns }, (_, at) => `Read the notes again, part ${at}.`);
		for (const [at, words] of said.entries()) {
			const answer = `Part ${at} is read. ${prose(1_500, at)}`;
			assert.equal(await turn(words, viewed('notes.md'), { text: answer }), answer);
		}
		return said;
	}

	const stored = () =>
		readStore(bench.storage(), (store) =>
			store.list().map(({ id, title, state }) => ({
				title,
				isSubAgent: state.subAgent ?? false,
				origins: state.origins,
				records: store.records(id).map(({ record }) => record),
				log: store.log(id).map(({ message }) => message),
			})),
		) ?? [];

	it('leads one conversation through thirty turns, of which each request is valid and fits', async () => {
		const rules = 'What does math.js do? Never rename an export.';
		await turn(rules, viewed('math.js'), { text: 'It subtracts.' });
		const command = { command: 'node test.js', description: 'Run the test' };
		await turn('Run the test.', { calls: [['bash', command]] }, { text: 'It fails.' });
		const said = [rules, 'Run the test.', ...(await readOn(28))];
		const [conversation, ...others] = stored();
		assert.deepEqual(others, []);
		assert.ok(conversation !== undefined && conversation.records.length >= 3);
		assert.deepEqual(
			conversation.log.map(personText).filter((text) => text !== ''),
			said,
		);
		const handoff = conversation.records.at(-1)?.handoff ?? '';
		assert.match(handoff, /Never rename an export\./);
		assert.match(handoff, /node test\.js.*\b4\b/);
		for (const { context } of chat.sent) {
			const characters = context.reduce((sum, { content }) => sum + textOf(content).length, 0);
			assert.ok(characters < 4 * window, String(characters));
		}
	});

	it('counts what its sub-agents edit as the chat’s', async () => {
		const task = { name: 'helper', agent_type: 'general-purpose', description: 'Write notes' };
		await turn(
			'Have it written.',
			{ text: 'I ask.', calls: [['task', { ...task, prompt: 'Write helper.md.' }]] },
			{ calls: [['create', { path: file('helper.md'), file_text: 'Help.' }]] },
			{ text: 'Written.' },
			{ text: 'It is written.' },
		);
		await readOn(8);
		const [led, chats] = [true, false].map((isSub) =>
			stored().filter(({ isSubAgent }) => isSubAgent === isSub),
		);
		assert.deepEqual(
			led?.map(({ title }) => title),
			['Write helper.md.'],
		);
		assert.equal(chats?.length, 1);
		assert.match(chats?.[0]?.records.at(-1)?.handoff ?? '', /helper\.md — created/);
	});

	it('has something to show after a look-up', async () => {
		await turn('Where does the gateway listen?', { text: 'On port 48213.' });
		await readOn(8);
		const look: ScriptedRound = { calls: [[recallToolName, { query: 'gateway port' }]] };
		assert.equal(await turn('On which port?', look, { text: 'On 48213.' }), 'On 48213.');
		assert.notEqual((await turn('And again?', look, { text: ' ' })).trim(), '');
		assert.equal(chat.lookUps, 2);
	});

	it('gets its own summary over what the model was sent, and goes on with it, no word of it the person’s', async () => {
		await readOn(8);
		const before = chat.conversation;
		script = [{ text: 'The notes were read.' }];
		const { success } = await runtime.session.rpc.history.compact();
		assert.ok(success);
		assert.ok(chat.latest.context.some(({ content }) => isHandoff(textOf(content))));
		assert.equal(stored().length, 1);
		await turn('Go on.', { text: 'I go on.' });
		await turn('And on.', { text: 'I do.' });
		const [next] = stored().filter(({ log }) => log.length < 10);
		assert.ok(next !== undefined);
		assert.deepEqual(
			next.log.map(personText).filter((text) => text !== ''),
			['Go on.', 'And on.'],
		);
		assert.deepEqual(next.origins, [before]);
	});
});
