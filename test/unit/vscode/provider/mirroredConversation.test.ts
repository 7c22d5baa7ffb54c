import assert from 'node:assert/strict';
import { textOf } from '../../../../src/messages/message.ts';
import { readStore } from '../../../../src/conversations/store/openStore.ts';
import { personText } from '../../../../src/messages/origins.ts';
import { isHandoff } from '../../../../src/summary/handoff.ts';
import { answered, MirroredChat, said, textIn } from '../../../support/agent/mirroredChat.ts';
import * as api from '../../../support/languageModelParts.ts';
import { prose } from '../../../support/logs.ts';
import { workerBench } from '../../../support/workerRig.ts';

const window = 16_000;
const question =
	'Please create a detailed summary of the conversation so far. The history is being compacted, so leave nothing out.';

/** As Copilot Chat sends it once, in front of everything. */
const environment = said(
	'<environment_info>\nThe user runs Linux.\n</environment_info>\n<userMemory>\nReleases go out on Thursdays only.\n</userMemory>',
);

const system = {
	role: 3,
	content: [new api.LanguageModelTextPart('You are an agent.')],
	name: undefined,
} as unknown as typeof environment;

describe('a conversation behind a mirrored model', () => {
	const bench = workerBench();

	/** Turns that come to more than the window holds. */
	async function play(chat: MirroredChat, turns: number, from = 0): Promise<void> {
		for (let turn = from; turn < from + turns; turn += 1) {
			await chat.turn(`Please go on with part ${turn}. ${prose(300, turn)}`, {
				text: `Part ${turn} is done. ${prose(4_000, turn)}`,
			});
		}
		assert.deepEqual(chat.troubles, []);
	}

	it('is summarised for its client over what its model is sent, and nothing of that is kept', async () => {
		const rig = bench.start();
		const chat = new MirroredChat(rig, window);
		await play(chat, 20);
		const { history } = chat;
		const before = await rig.view(chat.conversation);
		for (const asked of [[said(question)], [said('Reason.'), answered('Done.'), said(question)]]) {
			chat.history = [...history, ...asked];
			const parts = await chat.ask([{ text: 'The summary.' }]);
			assert.equal(textIn(parts), 'The summary.');
			const { context } = chat.latest;
			assert.ok(context.some(({ content }) => isHandoff(textOf(content))));
			assert.ok(textOf(context.at(-1)?.content ?? '').endsWith(question));
			assert.ok(context.length < history.length);
		}
		assert.deepEqual(await rig.view(chat.conversation), before);
		assert.equal((await rig.methods.list(null)).length, 1);
		chat.history = history;
		await play(chat, 1, 20);
		assert.deepEqual(chat.troubles, []);
	});

	it('stays one where the client closes requests with a row that the next no longer has', async () => {
		const rig = bench.start();
		const chat = new MirroredChat(rig, window);
		await chat.turn('Fix the build.', { text: 'I look.', calls: [['ls', {}]] });
		const closing = 'Above is the result of calling one or more tools. The user cannot see it.';
		chat.closing = [said(closing)];
		for (let round = 1; round <= 20; round += 1) {
			const again = { text: `Round ${round}.`, calls: [['ls', {}]] } as const;
			await chat.results({ [`call-${round}`]: prose(5_000, round) }, again);
			assert.equal(textOf(chat.latest.context.at(-1)?.content ?? ''), closing);
		}
		assert.deepEqual(chat.troubles, []);
		assert.equal((await rig.methods.list(null)).length, 1);
		assert.ok(chat.latest.context.some(({ content }) => isHandoff(textOf(content))));
	});

	it('has nothing for the person’s that a client says without a tag around it', async () => {
		const rig = bench.start();
		const chat = new MirroredChat(rig, window);
		await chat.turn('Run the tests.', { text: 'They run.' });
		const told =
			'[Terminal 1f-2 notification: command completed with exit code 4.]\nstage 2 unreachable';
		await chat.turn(told, { text: 'They failed.' });
		await chat.turn('Why?', { text: 'Stage 2.' });
		const kept = readStore(bench.storage(), (store) => store.log(chat.conversation));
		assert.deepEqual(
			kept?.map(({ message }) => personText(message)).filter((text) => text !== ''),
			['Run the tests.', 'Why?'],
		);
	});

	it('is asked about as it is where Precis does not know it', async () => {
		const rig = bench.start();
		const chat = new MirroredChat(rig, window);
		chat.history = [said('Hello'), answered('Hello.'), said(question)];
		await chat.ask([{ text: 'The summary.' }]);
		assert.deepEqual(
			chat.latest.context.map(({ content }) => textOf(content)),
			['Hello', 'Hello.', question],
		);
		assert.deepEqual(await rig.methods.list(null), []);
	});

	it('goes on from no state of a provider’s that a compaction has made out of date', async () => {
		const chat = new MirroredChat(bench.start(), window);
		const marked = (id: string): void => {
			const last = chat.history.at(-1);
			const marker = new api.LanguageModelDataPart(new TextEncoder().encode(id), 'stateful_marker');
			const content = [...(last?.content ?? []), marker];
			chat.history = [...chat.history.slice(0, -1), { ...last, content } as typeof environment];
		};
		const markers = (): number =>
			chat.latest.lines.filter((line) => line.includes('stateful_marker')).length;
		await play(chat, 2);
		marked('before');
		await play(chat, 1, 2);
		assert.equal(markers(), 1);
		while (!chat.latest.context.some(({ content }) => isHandoff(textOf(content)))) {
			marked(`${chat.history.length}`);
			await play(chat, 1, chat.history.length);
		}
		assert.equal(markers(), 0);
	});

	it('keeps what its client sent once at the start, through every compaction', async () => {
		const rig = bench.start();
		const chat = new MirroredChat(rig, window);
		chat.history = [system, environment];
		await play(chat, 60);
		const { compactions } = await rig.view(chat.conversation);
		assert.ok(compactions >= 3, `${compactions}`);
		const [, first] = chat.latest.context;
		assert.ok(textOf(first?.content ?? '').includes('Releases go out on Thursdays only.'));
	});
});
