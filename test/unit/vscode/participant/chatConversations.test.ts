import assert from 'node:assert/strict';
import { textOf } from '../../../../src/messages/message.ts';
import type { ConversationView } from '../../../../src/protocol/conversationView.ts';
import { chatSource } from '../../../../src/conversations/sources.ts';
import {
	ChatConversations,
	placeIn,
	type ChatEntry,
} from '../../../../src/vscode/participant/chatConversations.ts';
import { until } from '../../../support/until.ts';
import { FakeMemento } from '../../../support/vscodeFakes.ts';
import { workerBench, type WorkerRig } from '../../../support/workerRig.ts';

describe('the conversation of a chat', () => {
	const bench = workerBench();
	let rig: WorkerRig;
	let memory: FakeMemento;
	let chats: ChatConversations;
	let shown: ConversationView | undefined;
	/** What VS Code would give as the chat's history. */
	let history: ChatEntry[];
	const active = {
		get view() {
			return shown;
		},
		show(view: ConversationView) {
			shown = view;
		},
	};

	beforeEach(() => {
		rig = bench.start();
		history = [];
		shown = undefined;
		memory = new FakeMemento();
		chats = new ChatConversations(rig.client, active, memory);
	});

	/** A turn as the participant has it. @returns The conversation's id. */
	async function say(text: string): Promise<string> {
		const found = await chats.findOrStart(history, text);
		const { id } = found;
		await chats.runTurn(found, () => rig.say(id, text, `About ${text}.`));
		const view = await rig.view(id);
		history.push(
			{ kind: 'prompt', text },
			{
				kind: 'answer',
				text: `About ${text}.`,
				metadata: { conversation: id, messages: view.messages },
			},
		);
		return id;
	}

	/** The person edits an earlier prompt: it goes, and everything behind it. */
	function rewind(kept: number): void {
		history.splice(2 * kept);
	}

	async function said(id: string): Promise<readonly string[]> {
		const { messages } = await rig.methods.context({ id });
		return messages.filter(({ role }) => role !== 'system').map(({ content }) => textOf(content));
	}

	it('begins with the first prompt, which names it', async () => {
		const id = await say('the parser of dates');
		const view = await rig.view(id);
		assert.equal(view.title, 'the parser of dates');
		assert.equal(view.source, chatSource);
		assert.deepEqual(await said(id), ['the parser of dates', 'About the parser of dates.']);
	});

	it('stays the same from turn to turn', async () => {
		const id = await say('one');
		assert.equal(await say('two'), id);
		assert.equal((await chats.find(history))?.id, id);
	});

	it('is none in a chat that has just begun', async () => {
		assert.equal(await chats.find([]), undefined);
	});

	it('forks where a prompt was edited, and is shown where the one before was', async () => {
		const id = await say('one');
		await say('two');
		await say('three');
		shown = await rig.view(id);
		rewind(1);
		const fork = await say('two, edited');
		assert.notEqual(fork, id);
		assert.deepEqual(await said(fork), ['one', 'About one.', 'two, edited', 'About two, edited.']);
		assert.equal((await said(id)).length, 6, 'what was taken back is still there');
		assert.equal(shown.id, fork);
		assert.equal(await say('and on'), fork);
		rewind(1);
		assert.notEqual(await say('two, edited again'), fork);
	});

	it('goes on behind a turn whose answer was lost with the window', async () => {
		const id = await say('one');
		await say('two');
		history.splice(-1, 1, { kind: 'answer', text: 'About', metadata: undefined });
		assert.equal(await say('three'), id);
		assert.equal((await said(id)).length, 6);
	});

	it('forks where a turn was taken back that came behind one whose answer was lost', async () => {
		const id = await say('one');
		await say('two');
		history.splice(-1, 1, { kind: 'answer', text: 'About', metadata: undefined });
		await say('three');
		rewind(2);
		const fork = await say('three, edited');
		assert.notEqual(fork, id);
		assert.deepEqual((await said(fork)).slice(2), [
			'two',
			'About two.',
			'three, edited',
			'About three, edited.',
		]);
	});

	it('goes on behind a message that a crash took from the chat, and has it answered', async () => {
		const id = await say('one');
		const message = { role: 'user', content: 'lost', origin: 'person' } as const;
		// The window is gone before the turn has ended.
		void chats.runTurn(await rig.view(id), async () => {
			await rig.methods.append({ id, messages: [message] });
			return new Promise(() => undefined);
		});
		await until(async () => (await rig.view(id)).messages === 4);
		chats = new ChatConversations(rig.client, active, memory);
		assert.equal(await say('two'), id);
		assert.match((await said(id)).join('|'), /^one\|About one\.\|lost\s+two\|About two\.$/);
	});

	it('begins anew with what the chat shows where it was deleted', async () => {
		const id = await say('one');
		history.push(
			{ kind: 'prompt', command: 'status', text: '' },
			{ kind: 'answer', command: 'status', text: '| Context |', metadata: undefined },
		);
		await rig.methods.delete({ id });
		assert.equal(await chats.find(history), undefined);
		const again = await say('two');
		assert.notEqual(again, id);
		assert.deepEqual(await said(again), ['one', 'About one.', 'two', 'About two.']);
		assert.equal((await rig.view(again)).title, 'one');
	});

	it('says so when it cannot be looked for', async () => {
		await say('one');
		const gone = { call: () => Promise.reject(new Error('The worker is gone.')) };
		chats = new ChatConversations(gone, active, memory);
		await assert.rejects(chats.find(history), /The worker is gone/);
	});
});

describe('the place of a chat in its conversation', () => {
	const prompt = (text: string, command?: string): ChatEntry => ({
		kind: 'prompt',
		text,
		...(command === undefined ? {} : { command }),
	});
	const answer = (metadata?: unknown): ChatEntry => ({ kind: 'answer', text: 'Well.', metadata });

	it('is where its newest answer says, and how many answers were lost behind it', () => {
		const first = [prompt('one'), answer({ conversation: 'a', messages: 3 })];
		assert.deepEqual(placeIn(first), { conversation: 'a', messages: 3, lost: 0 });
		assert.equal(placeIn([...first, prompt('', 'status'), answer()])?.lost, 0);
		assert.equal(placeIn([...first, prompt('two'), answer()])?.lost, 1);
		assert.equal(placeIn([prompt('one'), answer()]), undefined);
	});

	it('comes from nothing but what an answer of ours carries', () => {
		for (const metadata of [
			null,
			{ conversation: 1, messages: 3 },
			{ conversation: '', messages: 3 },
			{ conversation: 'a', messages: -1 },
			{ conversation: 'a'.repeat(201), messages: 1 },
		]) {
			assert.equal(placeIn([answer(metadata)]), undefined, JSON.stringify(metadata));
		}
	});
});
