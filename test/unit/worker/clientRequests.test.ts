import assert from 'node:assert/strict';
import { noOverhead } from '../../../src/compaction/overhead.ts';
import { clientContext } from '../../../src/conversations/clientContext.ts';
import { readStore } from '../../../src/conversations/store/openStore.ts';
import type { ConversationState } from '../../../src/conversations/store/state.ts';
import { isHandoff, recallHandleOf } from '../../../src/summary/handoff.ts';
import { textOf, type Message } from '../../../src/messages/message.ts';
import type {
	PreparedRequest,
	RequestShape,
	ShorterRequest,
} from '../../../src/protocol/clientRequests.ts';
import { imageTokens } from '../../../src/messages/tokens.ts';
import { assistant, at, call, image, prose, result, user } from '../../support/logs.ts';
import { requestViolations } from '../../support/providerRules.ts';
import { session, turns, workerBench, type WorkerRig } from '../../support/workerRig.ts';

const shape: RequestShape = {
	window: 8_000,
	reservedReply: 0,
	overhead: noOverhead,
	recall: false,
};

/** Soft 5,440 and hard 6,800 tokens of a window of 8,000. */
const ask = user('What is next?');
const small = [...turns(4), ask];
const overHard = [...turns(42), ask];

function handoffsIn(messages: readonly Message[]): number {
	return messages.filter(({ content }) => isHandoff(textOf(content))).length;
}

describe('a request of a client', () => {
	const bench = workerBench();

	function prepare(
		rig: WorkerRig,
		rest: readonly Message[],
		changes: Partial<RequestShape> = {},
		signal?: AbortSignal,
	): Promise<PreparedRequest> {
		const request = { messages: rest, shape: { ...shape, ...changes } };
		return rig.methods.prepare(request, rig.call(signal));
	}

	/** Prepares what has to belong to a conversation. */
	async function conversationOf(rig: WorkerRig, rest: readonly Message[]): Promise<string> {
		const { conversation } = await prepare(rig, rest);
		assert.ok(conversation !== undefined);
		return conversation;
	}

	function prepareShorter(rig: WorkerRig, history: readonly Message[]): Promise<ShorterRequest> {
		return rig.methods.prepareShorter({ messages: history, shape });
	}

	/** Prepares what its client calls by a name. */
	async function named(rig: WorkerRig, name: string, rest: readonly Message[]): Promise<string> {
		const { conversation } = await rig.methods.prepare({ messages: rest, shape, name });
		return conversation ?? assert.fail();
	}

	function stateOf(id: string): ConversationState {
		return readStore(bench.storage(), (store) => store.find(id)?.state) ?? assert.fail();
	}

	const list = (rig: WorkerRig) => rig.methods.list(null);

	it('counts reasoning as long as its client sends it, and does not keep that', async () => {
		const rig = bench.start();
		const { tokens, conversation = '' } = await prepare(rig, small);
		const thought = small.map((message) =>
			message.role === 'assistant' ? { ...message, unreadTokens: 500 } : message,
		);
		const replies = small.filter(({ role }) => role === 'assistant').length;
		assert.equal((await prepare(rig, thought)).tokens, tokens + 500 * replies);
		assert.equal((await prepare(rig, small)).tokens, tokens);
		const { messages } = await rig.view(conversation);
		assert.equal(messages, small.length);
	});

	it('that stands alone is no conversation: clients ask for titles and the like', async () => {
		const rig = bench.start();
		const prepared = await prepare(rig, [user('Write a title for: Fix the bug')]);
		assert.equal(prepared.conversation, undefined);
		assert.ok(prepared.tokens > 0);
		assert.deepEqual(await list(rig), []);
	});

	it('that goes on is one, called by the person’s first words', async () => {
		const rig = bench.start();
		const wrapped = user(
			'<context>Today is Sunday.</context>\n<userRequest>\nFix the parser\n</userRequest>',
		);
		const id = await conversationOf(rig, [wrapped, assistant('Done.'), user('Thanks')]);
		const row = at(await list(rig), 0);
		assert.deepEqual([row.id, row.title, row.messages], [id, 'Fix the parser', 3]);
	});

	it('is recognised after a reload, whatever the ids of its calls are', async () => {
		const rig = bench.start();
		const withCall = (id: string): Message[] => [
			user('Look'),
			assistant('', call(id, 'read_file', { path: 'a.ts' })),
			result(id, 'const a = 1;'),
			user('And?'),
		];
		const id = await conversationOf(rig, withCall('one'));
		const next = await bench.restart(rig);
		assert.equal(await conversationOf(next, withCall('two')), id);
		assert.equal((await next.view(id)).messages, 4);
	});

	it('whose history was edited is a fork, and the conversation goes on beside it', async () => {
		const rig = bench.start();
		const id = await conversationOf(rig, small);
		const edited = [...small.slice(0, 6), user('Something else')];
		const fork = await conversationOf(rig, edited);
		assert.notEqual(fork, id);
		assert.equal((await rig.view(fork)).messages, 7);
		assert.equal((await rig.view(id)).messages, small.length);
		assert.equal(await conversationOf(rig, [...small, assistant('Yes.'), user('Go on')]), id);
	});

	it('that asks for the last answer again has the conversation as it was then', async () => {
		const rig = bench.start();
		const id = await conversationOf(rig, small);
		assert.equal(await conversationOf(rig, small), id);
		const again = small.slice(0, -2);
		const fork = await conversationOf(rig, again);
		assert.notEqual(fork, id);
		assert.equal((await rig.view(fork)).messages, again.length);
	});

	it('finds the compactions made before the place where its history was edited', async () => {
		const rig = bench.start();
		const id = await conversationOf(rig, overHard);
		const first = await prepare(rig, overHard);
		assert.ok(first.record !== undefined);
		const covered = first.record.layout.range.end;
		const after = [...overHard.slice(0, -1), user('Something else')];
		const kept = await prepare(rig, after);
		assert.notEqual(kept.conversation, id);
		assert.equal(kept.record?.handoff, first.record.handoff);
		const before = [...overHard.slice(0, covered - 4), user('Something else')];
		const undone = await prepare(rig, before, { window: 20_000 });
		assert.equal(undone.record, undefined);
	});

	it('that comes twice at once is of one conversation', async () => {
		const rig = bench.start();
		const long = turns(120);
		const ids = await Promise.all([
			conversationOf(rig, long),
			conversationOf(rig, long),
			conversationOf(rig, [...long, user('Go on')]),
		]);
		assert.equal(new Set(ids).size, 1);
		assert.equal((await rig.view(at(ids, 0))).messages, long.length + 1);
	});

	it('above the hard threshold is compacted first', async () => {
		const rig = bench.start();
		const { record, tokens } = await prepare(rig, overHard);
		const context = clientContext('Be brief.', overHard, record);
		assert.deepEqual(requestViolations(context), []);
		assert.equal(handoffsIn(context), 1);
		assert.ok(tokens < 5_440, `${tokens} tokens`);
		assert.equal(textOf(at(context, context.length - 1).content), textOf(ask.content));
	});

	it('begins with the same bytes as the one before, between two compactions', async () => {
		const rig = bench.start();
		let history = overHard;
		const first = await prepare(rig, history);
		let before = JSON.stringify(clientContext('', history, first.record)).slice(0, -1);
		for (let turn = 0; turn < 3; turn += 1) {
			history = [...history, assistant(prose(40, turn)), user(`Next ${turn}`)];
			const { record } = await prepare(rig, history);
			const context = JSON.stringify(clientContext('', history, record));
			assert.ok(context.startsWith(before), `turn ${turn}`);
			before = context.slice(0, -1);
		}
		assert.equal((await list(rig)).length, 1);
	});

	it('is of the chat that names itself after a reload too', async () => {
		const rig = bench.start();
		const one = await named(rig, 'one', small);
		const two = await named(rig, 'two', small);
		const next = await bench.restart(rig);
		const more = [...small, assistant('Tests.'), user('Then write them.')];
		assert.equal(await named(next, 'one', more), one);
		assert.equal(await named(next, 'two', more), two);
		const third = await named(next, 'three', small);
		assert.ok(third !== one && third !== two);
	});

	it('whose first words were edited is a fork of what its chat was before', async () => {
		const rig = bench.start();
		const before = await named(rig, 'chat', small);
		const next = await bench.restart(rig);
		const id = await named(next, 'chat', [user('Otherwise'), assistant('Yes?'), user('Thus.')]);
		assert.notEqual(id, before);
		assert.deepEqual(stateOf(id).origins, [before]);
	});

	it('goes on where its client has summarised on its own: what was before can be recalled', async () => {
		const rig = bench.start();
		const before = await named(rig, 'chat', small);
		const summarised = [
			user('<conversation-summary>\nThe parser is being fixed.\n</conversation-summary>'),
			assistant('', call('1')),
			result('1'),
			user('<userRequest>\nGo on\n</userRequest>'),
		];
		const id = await named(rig, 'chat', summarised);
		assert.notEqual(id, before);
		assert.deepEqual(stateOf(id).origins, [before]);
	});

	it('goes on where its client has asked for a summary of all its requests, without a name too', async () => {
		const rig = bench.start();
		const rest = (first: string): Message[] => [user(first), assistant('Yes.'), user('Go on')];
		const [ours, other] = [rest('Fix the parser.'), rest('Write the docs.')];
		const before = await conversationOf(rig, ours);
		await conversationOf(rig, other);
		for (const history of [ours, other]) {
			await rig.methods.prepare({ messages: history, shape, aside: true });
		}
		const summary =
			'<conversation-summary>\nFix the parser.\nGo on\nIt is fixed.\n</conversation-summary>';
		const goesOn = [user(summary), user('And now?'), assistant('I look.'), user('Well?')];
		const id = await conversationOf(rig, goesOn);
		assert.deepEqual(stateOf(id).origins, [before]);
	});

	it('has for its task what was asked before its client’s summary, in the middle of a turn', async () => {
		const rig = bench.start();
		const asks = 'Port the parser to Rust, and keep every export.';
		await named(rig, 'chat', [...small, assistant('This.'), user(asks)]);
		const next = await bench.restart(rig);
		const work = Array.from({ length: 40 }, (_, round) => [
			assistant('', call(`c${round}`)),
			result(`c${round}`, prose(1_200, round)),
		]).flat();
		const rest = [
			user('<environment_info>Linux</environment_info>'),
			user('<conversation-summary>\nThe parser is being ported.\n</conversation-summary>'),
			...work,
		];
		// From the first request after it.
		const id = await named(next, 'chat', rest.slice(0, 4));
		const { record } = await next.methods.prepare({ messages: rest, shape, name: 'chat' });
		assert.match(record?.handoff ?? '', new RegExp(`# Active Task\n- ${asks}\n`));
		const later = [...rest, assistant('Ported.'), user('Thanks, now the docs.')];
		assert.equal(await named(next, 'chat', later), id);
	});

	it('has the person’s new task where its client’s summary stands in front of it', async () => {
		const rig = bench.start();
		await named(rig, 'chat', [...small, assistant('This.'), user('Port the parser.')]);
		const summary = '<conversation-summary>\nPorted.\n</conversation-summary>';
		const rest = [user(summary), assistant('Yes.'), user('Write the docs.')];
		const id = await named(rig, 'chat', rest);
		assert.equal(stateOf(id).asked, undefined);
	});

	it('of a sub-agent is told as one, and takes nothing over from the chat that calls it', async () => {
		const rig = bench.start();
		const chat = await named(rig, 'chat', small);
		await rig.methods.requestEnded({ id: chat, callsTools: true });
		const work = [user('Look for the port.'), ...small.slice(1)];
		for (const rest of [work, [...work, assistant('Found.'), user('And the host?')]]) {
			const prepared = await rig.methods.prepare({ messages: rest, shape, name: 'chat' });
			assert.equal(prepared.subAgent, true);
			assert.notEqual(prepared.conversation, chat);
			const { origins, clientName } = stateOf(prepared.conversation ?? '');
			assert.deepEqual([origins, clientName], [undefined, undefined]);
		}
		const asked = [...small, assistant('', call('1')), result('1'), assistant('It is 1.'), ask];
		assert.equal(await named(rig, 'chat', asked), chat);
	});

	it('is shown with its system prompt and tools, by kind, also after a reload', async () => {
		const rig = bench.start();
		const overhead = { instructions: 300, tools: 1_000, offered: 7 };
		const { conversation: id = '' } = await prepare(rig, small, { overhead });
		const { meter } = await rig.view(id);
		assert.equal(meter.fixed, 1_300);
		const [row] = await list(rig);
		assert.equal(row?.context?.used, 1_300 + meter.head + meter.summary + meter.tail);
		const next = await bench.restart(rig);
		assert.deepEqual((await next.view(id)).meter, meter);
	});

	it('has its model told of recall after a reload too, before anybody asks again', async () => {
		const rig = bench.start();
		const { conversation: id = '' } = await prepare(rig, session, { recall: true });
		const next = await bench.restart(rig);
		await next.compacted(id);
		const handoff = await next.methods.handoff({ id });
		assert.equal(recallHandleOf(handoff ?? ''), id);
	});

	it('has the window of its model after a reload too, before anybody asks again', async () => {
		const rig = bench.start();
		const id = await conversationOf(rig, small);
		assert.equal((await rig.view(id)).meter.window, shape.window);
		const next = await bench.restart(rig, {
			compaction: { ...rig.settings.compaction, window: 200_000 },
		});
		assert.equal((await next.view(id)).meter.window, shape.window);
		await prepare(next, small, { window: 50_000 });
		assert.equal((await next.view(id)).meter.window, 50_000);
	});

	it('counts images as its model’s provider does after a reload too', async () => {
		const rig = bench.start();
		const real = 9_000;
		const changes = { window: 200_000, model: 'vscode/test/large' };
		const look = user([{ type: 'text', text: 'Look.' }, image]);
		const shown = [user('One'), assistant('Two'), look];
		const { conversation: id = '' } = await prepare(rig, shown, changes);
		await rig.methods.promptTokens({ id, tokens: real });
		const on = [...shown, assistant('Seen.'), user('Go on.')];
		await prepare(rig, on, changes);
		const next = await bench.restart(rig);
		await prepare(next, [...on, assistant('Yes.'), look], changes);
		const { meter } = await next.view(id);
		assert.ok(meter.head + meter.tail > real + imageTokens, JSON.stringify(meter));
		const other = await prepare(next, [user('Another.'), assistant('Yes.'), look], changes);
		const { meter: ofOther } = await next.view(other.conversation ?? '');
		assert.ok(ofOther.head + ofOther.tail > real * 0.9, JSON.stringify(ofOther));
	});

	it('speaks of recall where it offers the tool, and only there', async () => {
		const rig = bench.start();
		const [without, other] = [overHard, [user('Another'), ...overHard.slice(1)]];
		const plain = await prepare(rig, without);
		const recalling = await prepare(rig, other, { recall: true });
		assert.doesNotMatch(plain.record?.handoff ?? '', /recall/);
		assert.match(recalling.record?.handoff ?? '', new RegExp(`recall.*${recalling.conversation}`));
	});

	it('that the provider found too long is made shorter, whatever the thresholds say', async () => {
		const rig = bench.start({ automatic: false });
		const { record } = await prepare(rig, overHard);
		assert.equal(record, undefined);
		const shorter = await prepareShorter(rig, overHard);
		assert.ok(shorter.isShorter && shorter.record !== undefined);
		assert.ok(shorter.tokens < 5_440, `${shorter.tokens} tokens`);
	});

	it('is not compacted the less because a provider counts only what it had not cached', async () => {
		const rig = bench.start();
		const before = [...turns(28), ask];
		const id = await conversationOf(rig, before);
		await rig.methods.promptTokens({ id, tokens: 30 });
		const after = [...before, assistant(prose(12_000)), user('Go on')];
		assert.ok((await prepare(rig, after)).record !== undefined);
	});

	it('tells which conversation it goes on in place of, where its history was edited', async () => {
		const rig = bench.start();
		const inPlaceOf = async (name: string | undefined, rest: readonly Message[]) => {
			const request = { messages: rest, shape, ...(name === undefined ? {} : { name }) };
			return (await rig.methods.prepare(request)).inPlaceOf;
		};
		const id = await conversationOf(rig, small);
		assert.equal(await inPlaceOf(undefined, [...small, assistant('Yes.'), ask]), undefined);
		const edited = [...small.slice(0, -1), user('Otherwise?')];
		assert.equal(await inPlaceOf(undefined, edited), id);
		const chat = await named(rig, 'chat', [user('One'), assistant('Two'), ask]);
		const anew = [user('Otherwise'), assistant('Yes.'), ask];
		assert.equal(await inPlaceOf('chat', anew), chat);
		assert.equal(await inPlaceOf('another', [user('Else'), assistant('Yes.'), ask]), undefined);
	});

	it('goes on in memory where the person wants nothing kept any more', async () => {
		const rig = bench.start();
		const id = await conversationOf(rig, small);
		rig.configure({ keepsRequests: false });
		const on = await conversationOf(rig, [...small, assistant('Yes.'), user('Go on')]);
		assert.notEqual(on, id);
		assert.equal((await rig.view(on)).status.kept, false);
		assert.equal((await rig.view(on)).messages, small.length + 2);
		const edited = await conversationOf(rig, [...small.slice(0, 4), user('Something else')]);
		assert.equal((await rig.view(edited)).status.kept, false);
		const next = await bench.restart(rig);
		assert.equal((await next.view(id)).messages, small.length);
		assert.equal((await list(next)).length, 1);
	});

	it('stays out of the database where its conversation was taken out', async () => {
		const rig = bench.start();
		const id = await conversationOf(rig, small);
		await rig.methods.keep({ id, keep: false });
		rig.configure({ excluded: [id] });
		const edited = [...small.slice(0, 4), user('Something else')];
		const fork = await conversationOf(rig, edited);
		const later = await conversationOf(rig, [...edited, assistant('Yes.'), user('Go on')]);
		assert.equal(later, fork);
		assert.equal((await rig.view(fork)).status.kept, false);
		assert.deepEqual(await list(await bench.restart(rig)), []);
	});

	it('stays out of it too where its client has summarised that conversation on its own', async () => {
		const rig = bench.start();
		const id = await named(rig, 'chat', small);
		await rig.methods.keep({ id, keep: false });
		rig.configure({ excluded: [id] });
		const summarised = [user('In short: we talked.'), assistant('Go on.'), ask];
		const next = await named(rig, 'chat', summarised);
		assert.notEqual(next, id);
		assert.equal(await named(rig, 'chat', [...summarised, assistant('Yes.'), ask]), next);
		assert.equal((await rig.view(next)).status.kept, false);
		assert.deepEqual(await list(await bench.restart(rig)), []);
	});

	it('goes on as the person had it: paused, or at rest after an undo', async () => {
		const rig = bench.start();
		const id = await conversationOf(rig, small);
		await rig.methods.pause({ id, paused: true });
		const fork = await conversationOf(rig, [...small.slice(0, -1), user('Something else')]);
		assert.equal((await rig.view(fork)).status.paused, true);
		const long = await conversationOf(rig, overHard);
		await rig.methods.undo({ id: long });
		const edited = await prepare(rig, [...overHard.slice(0, -1), user('Something else')]);
		assert.equal(edited.record, undefined);
	});

	it('that begins like every session of its client is a session of its own', async () => {
		const rig = bench.start();
		const environment = user('<environment_info>Linux</environment_info>');
		const session = (said: string): Message[] => [
			environment,
			user(said),
			assistant('Done.'),
			user('Thanks'),
		];
		await conversationOf(rig, session('Fix the parser'));
		await conversationOf(rig, session('Write the docs'));
		assert.equal((await prepare(rig, [environment])).conversation, undefined);
		const titles = (await list(rig)).map(({ title }) => title);
		assert.deepEqual(titles.sort(), ['Fix the parser', 'Write the docs']);
	});

	it('knows a beginning that nobody has answered in, and begins anew with all of it', async () => {
		const rig = bench.start();
		const id = await conversationOf(rig, [user('Hello'), assistant('Hello!'), user('One')]);
		const conversation = await conversationOf(rig, [user('Hello'), assistant('Hi!'), user('Two')]);
		assert.notEqual(conversation, id);
		assert.equal((await rig.view(conversation)).messages, 3);
	});

	it('gets no record of a longer history that came meanwhile', async () => {
		const rig = bench.start();
		const short = overHard.slice(0, 21);
		const [one, other] = await Promise.all([prepare(rig, short), prepare(rig, overHard)]);
		assert.equal(one.record, undefined);
		assert.ok(other.record !== undefined);
		const { conversation: id = '' } = other;
		const shorter = await prepareShorter(rig, short);
		assert.notEqual(shorter.conversation, id);
		assert.ok((shorter.record?.layout.range.end ?? 0) <= short.length);
	});

	it('finds originals by the handle of its handoff, also when that conversation is gone', async () => {
		const rig = bench.start();
		const first = await prepare(rig, overHard, { recall: true });
		const handle = first.conversation ?? '';
		const edited = [...overHard.slice(0, -1), user('Something else')];
		const fork = await prepare(rig, edited, { recall: true });
		assert.match(fork.record?.handoff ?? '', new RegExp(handle));
		await rig.methods.delete({ id: handle });
		const recalled = await rig.methods.recall({ id: handle, number: 5, anyWorkspace: false });
		assert.equal(recalled.kind, 'recalled');
	});

	it('is kept only where the person said so', async () => {
		const rig = bench.start({ keepsRequests: false });
		const id = await conversationOf(rig, small);
		assert.equal((await rig.view(id)).status.kept, false);
		await rig.compact(id);
		assert.equal((await rig.view(id)).status.kept, false);
		rig.configure({ keepsRequests: true });
		assert.equal((await rig.view(id)).status.kept, true);
		assert.equal(await conversationOf(rig, [...small, assistant('Yes.'), user('Go on')]), id);
		assert.equal((await rig.view(id)).status.kept, true);
	});

	it('of two windows at once loses nothing: who comes second forks', async () => {
		const [one, two] = [bench.start(), bench.start()];
		const id = await conversationOf(one, small);
		const here = [...small, assistant('Here.'), user('Go on here')];
		const there = [...small, assistant('There.'), user('Go on there')];
		const [mine, theirs] = [await conversationOf(one, here), await conversationOf(two, there)];
		assert.equal(mine, id);
		assert.notEqual(theirs, id);
		assert.equal((await two.view(theirs)).messages, small.length + 2);
	});
});

describe('requests of many sessions that begin alike', () => {
	const bench = workerBench();

	it('come at once and never mix', async () => {
		const rig = bench.start();
		const histories = Array.from({ length: 6 }, (_, session) => [
			user('Hello'),
			assistant('Hello!'),
			...turns(3, session * 10),
		]);
		const prepared = await Promise.all(
			histories.map((rest) => rig.methods.prepare({ messages: rest, shape })),
		);
		const ids = prepared.map(({ conversation = '' }) => conversation);
		assert.equal(new Set(ids).size, histories.length);
		for (const [index, id] of ids.entries()) {
			assert.match(await rig.said(id, 3, 3), new RegExp(`Request ${index * 10}:`));
		}
	});
});
