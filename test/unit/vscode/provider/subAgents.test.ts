import assert from 'node:assert/strict';
import { freshState } from '../../../../src/conversations/store/state.ts';
import { readStore } from '../../../../src/conversations/store/openStore.ts';
import { MirroredChat, said, type ScriptedRound } from '../../../support/agent/mirroredChat.ts';
import { prose } from '../../../support/logs.ts';
import { workerBench, type WorkerRig } from '../../../support/workerRig.ts';

const window = 16_000;

/** As Copilot Chat sends it in front of every chat and every sub-agent. */
const environment = said('<environment_info>\nThe user runs Linux.\n</environment_info>');

const asked = (words: string): string => `<userRequest>\n${words}\n</userRequest>`;

const created = (path: string): ScriptedRound => ({
	text: 'I write it.',
	calls: [['create_file', { filePath: path, content: '# Notes' }]],
});

const edited = (path: string): ScriptedRound => ({
	text: 'I mend it.',
	calls: [['replace_string_in_file', { filePath: path, oldString: 'a - b', newString: 'a + b' }]],
});

const handed = (...tasks: readonly string[]): ScriptedRound => ({
	text: 'I hand it on.',
	calls: tasks.map((prompt) => ['runSubagent', { prompt, description: 'Mend the sum' }]),
});

/** A chat as Copilot Chat leads it: its sub-agents’ requests come between its own, and under its name. */
class CopilotChat {
	readonly chat: MirroredChat;
	#calls = 0;

	constructor(rig: WorkerRig) {
		this.chat = new MirroredChat(rig, window);
		this.chat.history = [environment];
		this.name = 'chat';
	}

	/** Undefined: as VS Code's Agent Host leads it. */
	set name(name: string | undefined) {
		this.chat.options = { modelOptions: name === undefined ? {} : { _conversationId: name } };
	}

	/** The person says something, and the model calls tools. @returns The ids of the calls. */
	async asks(words: string, reply: ScriptedRound): Promise<readonly string[]> {
		await this.chat.turn(asked(words), reply);
		return this.#called(reply);
	}

	/** The results of calls, and what the model replies. @returns The ids of the next calls. */
	async gets(
		ids: readonly string[],
		reply: ScriptedRound,
		text = 'The following files were successfully edited:\n/w/any',
	): Promise<readonly string[]> {
		await this.chat.results(Object.fromEntries(ids.map((id) => [id, text])), reply);
		return this.#called(reply);
	}

	/** A sub-agent begins with its task, and works until its report. */
	async works(task: string, ...rounds: readonly ScriptedRound[]): Promise<void> {
		const { history } = this.chat;
		this.chat.history = [environment];
		let [next = { text: 'Done.' }, ...rest] = rounds;
		let calls = await this.asks(task, next);
		while (calls.length > 0) {
			[next = { text: 'Done.' }, ...rest] = rest;
			calls = await this.gets(calls, next);
		}
		this.chat.history = history;
	}

	#called({ calls = [] }: ScriptedRound): readonly string[] {
		return calls.map(() => `call-${(this.#calls += 1)}`);
	}
}

describe('what sub-agents of a chat behind a mirrored model edit', () => {
	const bench = workerBench();

	/** The files that a summary of the chat tells of. */
	async function told(rig: WorkerRig, { chat }: CopilotChat): Promise<string> {
		const id = chat.conversation;
		for (let turn = 1; turn <= 6; turn += 1) {
			await chat.turn(asked(`Please go on with part ${turn}.`), { text: prose(6_000, turn) });
		}
		assert.equal(chat.conversation, id);
		assert.deepEqual(chat.troubles, []);
		await rig.compacted(id);
		const handoff = (await rig.methods.handoff({ id })) ?? '';
		return /^## Relevant Files\n([^]*?)\n\n/m.exec(handoff)?.[1] ?? '';
	}

	it('is the chat’s, also where the chat began with them', async () => {
		const rig = bench.start();
		const copilot = new CopilotChat(rig);
		const calls = await copilot.asks('Why does the test fail?', handed('Mend math.js.'));
		await copilot.works('Mend math.js.', edited('/w/math.js'), created('/w/notes.md'));
		await copilot.gets(calls, { text: 'It is mended.' }, 'Done.');
		const files = await told(rig, copilot);
		assert.match(files, /math\.js.*edited/);
		assert.match(files, /notes\.md.*(?:created|written)/);
	});

	it('is unknown where what the sub-agent did was deleted, and the chat goes on', async () => {
		const rig = bench.start();
		const copilot = new CopilotChat(rig);
		const calls = await copilot.asks('Why does the test fail?', handed('Mend math.js.'));
		await copilot.works('Mend math.js.', edited('/w/math.js'));
		await rig.methods.delete({ id: copilot.chat.conversation });
		await copilot.gets(calls, { text: 'It is mended.' }, 'Done.');
		assert.deepEqual(copilot.chat.troubles, []);
	});

	it('is the chat’s of several that work at once, also where no conversation is kept', async () => {
		const rig = bench.start({ keepsRequests: false });
		const copilot = new CopilotChat(rig);
		await copilot.asks('Hello.', { text: 'Hello.' });
		const calls = await copilot.asks('Do both.', handed('Write one.md.', 'Write two.md.'));
		await copilot.works('Write one.md.', created('/w/one.md'));
		await copilot.works('Write two.md.', created('/w/two.md'));
		await copilot.gets(calls, { text: 'Both are there.' }, 'Done.');
		const files = await told(rig, copilot);
		assert.match(files, /one\.md/);
		assert.match(files, /two\.md/);
	});

	it('is the chat’s of sub-agents that sub-agents call', async () => {
		const rig = bench.start();
		const copilot = new CopilotChat(rig);
		const calls = await copilot.asks('Do it.', handed('Have it done.'));
		const outer = copilot.chat.history;
		copilot.chat.history = [environment];
		const inner = await copilot.asks('Have it done.', handed('Mend math.js.'));
		await copilot.works('Mend math.js.', edited('/w/math.js'));
		await copilot.gets(inner, { text: 'It was done.' }, 'Done.');
		copilot.chat.history = outer;
		await copilot.gets(calls, { text: 'It is done.' }, 'Done.');
		assert.match(await told(rig, copilot), /math\.js.*edited/);
	});

	it('is nobody else’s: not of another chat with the same task', async () => {
		const rig = bench.start();
		const copilot = new CopilotChat(rig);
		const calls = await copilot.asks('Why does the test fail?', handed('Mend math.js.'));
		copilot.name = 'other';
		await copilot.works('Mend math.js.', edited('/w/math.js'));
		copilot.name = 'chat';
		await copilot.gets(calls, { text: 'Nothing to mend.' }, 'Nothing to mend.');
		assert.doesNotMatch(await told(rig, copilot), /math\.js/);
	});

	describe('in chats without a name', () => {
		/** Two chats, each with a sub-agent at work. */
		async function handedOn(rig: WorkerRig, ...tasks: readonly [string, string]) {
			const chats: CopilotChat[] = [];
			for (const [at, task] of tasks.entries()) {
				const copilot = new CopilotChat(rig);
				copilot.name = undefined;
				await copilot.asks(`Hello ${at}.`, { text: 'Hello.' });
				chats.push(copilot);
				const calls = await copilot.asks('Have it done.', handed(task));
				assert.equal(calls.length, 1);
			}
			for (const [at, task] of tasks.entries()) {
				await chats[at]?.works(task, created(`/w/${at}.md`));
			}
			for (const copilot of chats) {
				await copilot.gets(['call-1'], { text: 'It was done.' }, 'Done.');
			}
			return chats.map((copilot) => told(rig, copilot));
		}

		it('is the chat’s that called them, also where another one has sub-agents at work', async () => {
			const [one, other] = await Promise.all(
				await handedOn(bench.start(), 'Write zero.', 'Write one.'),
			);
			assert.match(one ?? '', /0\.md/);
			assert.doesNotMatch(one ?? '', /1\.md/);
			assert.match(other ?? '', /1\.md/);
		});

		it('is not told where two chats hand on the same task', async () => {
			const rig = bench.start();
			const files = await Promise.all(await handedOn(rig, 'Write it.', 'Write it.'));
			assert.doesNotMatch(files.join('\n'), /\d\.md/);
			assert.equal((await rig.methods.list(null)).length, 4);
		});
	});

	it('leaves the chat one conversation beside theirs, which takes nothing over from them', async () => {
		const rig = bench.start();
		const copilot = new CopilotChat(rig);
		const calls = await copilot.asks('Do both.', handed('Write one.md.', 'Write two.md.'));
		await copilot.works('Write one.md.', created('/w/one.md'));
		await copilot.works('Write two.md.', created('/w/two.md'));
		await copilot.gets(calls, { text: 'Both are there.' }, 'Done.');
		const states = readStore(bench.storage(), (store) =>
			store.list().map(({ id, title, state }) => ({ id, title, state })),
		);
		assert.deepEqual(
			states
				?.map(({ title, state }) => [
					title,
					state.subAgent ?? false,
					state.clientName,
					state.origins,
				])
				.toSorted(),
			[
				['Do both.', false, 'chat', freshState.origins],
				['Write one.md.', true, undefined, freshState.origins],
				['Write two.md.', true, undefined, freshState.origins],
			],
		);
	});

	it('does not make a sub-agent of a chat that begins anew with what was handed on before', async () => {
		const rig = bench.start();
		const copilot = new CopilotChat(rig);
		const calls = await copilot.asks('Have it done.', handed('Write one.md.'));
		await copilot.works('Write one.md.', created('/w/one.md'));
		await copilot.gets(calls, { text: 'It is there.' }, 'Done.');
		await copilot.works('Write one.md.', edited('/w/one.md'));
		const last = readStore(bench.storage(), (store) => store.find(copilot.chat.conversation));
		assert.equal(last?.state.subAgent, undefined);
	});

	it('does not make a sub-agent of a chat whose model hands on what the person asked', async () => {
		const rig = bench.start();
		const copilot = new CopilotChat(rig);
		const words = 'Write one.md.';
		const calls = await copilot.asks(words, handed(words));
		await copilot.works(words, created('/w/one.md'));
		await copilot.gets(calls, { text: 'It is there.' }, 'Done.');
		const chat = readStore(bench.storage(), (store) => store.find(copilot.chat.conversation));
		assert.deepEqual([chat?.state.subAgent, chat?.state.clientName], [undefined, 'chat']);
	});
});
