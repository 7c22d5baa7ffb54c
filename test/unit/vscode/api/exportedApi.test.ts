import assert from 'node:assert/strict';
import type { Message, PrecisConversation } from '../../../../src/api.ts';
import type { SummaryPlan } from '../../../../src/protocol/hostRequests.ts';
import { apiBench, fails } from '../../../support/apiRig.ts';
import { assistant, at, prose, user } from '../../../support/logs.ts';
import { violations } from '../../../support/providerRules.ts';
import { until } from '../../../support/until.ts';
import { session, turns } from '../../../support/workerRig.ts';

describe('the exported API', () => {
	const bench = apiBench();

	it('has one version, and starts nothing before it is used', () => {
		const rig = bench.start();
		assert.equal(rig.api.exports.getApi(1).version, 1);
		assert.throws(() => rig.api.exports.getApi(2 as 1), fails('unknown-version', /version 1/));
		assert.equal(rig.starts, 0);
	});

	it('gives the same conversation for the same key, in every window and after a reload', async () => {
		const rig = bench.start();
		const first = await rig.open();
		await first.append([user('Hello')]);
		const again = await rig.open({ title: 'Another title' });
		assert.equal(again.id, first.id);
		const elsewhere = await bench.start().open();
		assert.deepEqual(await elsewhere.append([user('from the other window')]), { messages: 2 });
		await rig.shutDown();
		const reloaded = await bench.start().open();
		assert.equal(reloaded.id, first.id);
		assert.deepEqual(
			(await reloaded.context()).messages.map(({ content }) => content),
			['Hello\n\nfrom the other window'],
		);
	});

	it('gives another one for every other key, also at the same moment', async () => {
		const rig = bench.start();
		const keys = ['a', 'A', 'a ', 'ä', 'a'];
		const ids = (await Promise.all(keys.map((key) => rig.open({ key })))).map(({ id }) => id);
		assert.equal(new Set(ids).size, 4);
		assert.equal(ids[0], ids[4]);
	});

	it('reaches no conversation of the person, whatever the key', async () => {
		const rig = bench.start();
		const { id } = await rig.client.call('create', {
			title: 'Mine',
			source: 'Claude Code',
			messages: [user('private')],
		});
		const conversation = await rig.open({ key: id });
		assert.notEqual(conversation.id, id);
		assert.deepEqual((await conversation.context()).messages, []);
	});

	it('reports a window only if the extension gave it', async () => {
		const rig = bench.start();
		for (const [options, isReported] of [
			[{ key: 'given', window: 50_000 }, true],
			[{ key: 'assumed' }, undefined],
		] as const) {
			const conversation = await rig.precis.openConversation(options);
			await conversation.append([user('Hello')]);
			await conversation.context();
			const { meter } = await rig.client.call('view', { id: conversation.id });
			assert.equal(meter.isWindowReported, isReported, options.key);
		}
	});

	it('makes conversations that a person finds, with where they came from', async () => {
		const rig = bench.start();
		await rig.open({ title: 'Refactoring' });
		const [row] = await rig.client.call('list', null);
		assert.deepEqual(
			[row?.title, row?.source, row?.workspace, row?.kept],
			['Refactoring', 'Extension', 'file:///work', true],
		);
	});

	it('keeps nothing where the person wants nothing kept', async () => {
		const rig = bench.start();
		rig.settings = { ...rig.settings, keep: false };
		await (await rig.open()).append([user('Hello')]);
		await rig.shutDown();
		assert.deepEqual((await (await bench.start().open()).context()).messages, []);
	});

	it('keeps none that the person has taken out of what is kept', async () => {
		const rig = bench.start();
		const { id } = await rig.open();
		await rig.client.call('keep', { id, keep: false });
		await rig.shutDown();
		const next = bench.start();
		next.settings = { ...next.settings, excluded: [id] };
		await (await next.open()).append([user('Hello')]);
		const rows = await next.client.call('list', null);
		assert.deepEqual(
			rows.map(({ kept }) => kept),
			[false],
		);
	});

	it('gives objects that nobody can change for others, and results that change nothing', async () => {
		const { rig, conversation } = await bench.filled();
		for (const object of [rig.api.exports, rig.precis, conversation]) {
			assert.ok(Object.isFrozen(object));
		}
		const before = JSON.stringify(await conversation.context());
		const { messages } = await conversation.context();
		Object.assign(at(messages, 0), { content: 'forged' });
		(messages as Message[]).length = 1;
		assert.equal(JSON.stringify(await conversation.context()), before);
	});

	it('takes nothing that does not fit, and says where', async () => {
		const { rig, conversation } = await bench.filled();
		const { openConversation } = rig.precis as unknown as Loose<'openConversation'>;
		const { append, context, reportUsage, compact, recall, onDidChange } =
			conversation as unknown as Loose<keyof PrecisConversation>;
		const toolCalls = [{ id: '', name: '', arguments: {} }];
		for (const [call, message] of [
			[() => openConversation(undefined), /^options: /],
			[() => openConversation({ key: '' }), /options\.key/],
			[() => openConversation({ key: '\ud800' }), /surrogate/],
			[() => openConversation({ key: 'a', windows: 1 }), /options\.windows/],
			[() => openConversation({ key: 'a', window: 3_999 }), /options\.window/],
			[() => openConversation({ key: 'a', window: 8_000, reservedReply: 4_000 }), /half the/],
			[() => append(undefined), /messages/],
			[() => append([{ role: 'developer', content: '' }]), /messages\.0\.role/],
			[() => append([user('one'), { role: 'user', content: 7 }]), /messages\.1\.content/],
			[() => append([{ role: 'assistant', content: '', toolCalls }]), /toolCalls\.0\.arguments/],
			[() => context({ signal: { aborted: true } }), /options\.signal/],
			[() => context({ focus: 'x' }), /options\.focus/],
			[() => reportUsage(Number.NaN), /promptTokens/],
			[() => compact({ focus: 'x'.repeat(2_001) }), /options\.focus/],
			[() => compact(null), /options/],
			[() => recall({ query: 'a', number: 1 }), /options/],
			[async () => onDidChange('me'), /listener/],
		] as const) {
			await assert.rejects(call, fails('invalid-input', message));
		}
		assert.deepEqual(await conversation.append([]), { messages: session.length });
	});

	it('rejects every call once Precis has ended, and ends a compaction with itself', async () => {
		const { rig, conversation } = await bench.filled();
		const release = rig.holdCompaction();
		const compaction = conversation.compact();
		await rig.shutDown();
		release();
		assert.deepEqual(await compaction, { kind: 'cancelled' });
		await assert.rejects(conversation.append([user('late')]), fails('disposed'));
		rig.api.dispose();
		await assert.rejects(conversation.context(), fails('disposed'));
		await assert.rejects(rig.open(), fails('disposed'));
	});

	it('tells when the worker stopped, and goes on with what is stored', async () => {
		const { rig, conversation } = await bench.filled();
		const held = rig.heldCompaction();
		const compaction = assert.rejects(conversation.compact(), fails('stopped'));
		await held.started;
		await rig.crash();
		await compaction;
		assert.equal((await conversation.compact()).kind, 'committed');
	});

	it('tells when a person has deleted the conversation; opened again it begins anew', async () => {
		const rig = bench.start();
		const conversation = await rig.open();
		await conversation.append([user('Hello')]);
		const changed = Promise.withResolvers<void>();
		conversation.onDidChange(() => changed.resolve());
		await rig.client.call('delete', { id: conversation.id });
		await changed.promise;
		await assert.rejects(conversation.context(), fails('unknown-conversation'));
		await assert.rejects(conversation.recall({ number: 1 }), fails('unknown-conversation'));
		assert.deepEqual(await (await rig.open()).append([user('again')]), { messages: 1 });
	});
});

type Loose<Name extends PropertyKey> = Readonly<Record<Name, (input: unknown) => Promise<unknown>>>;

describe('a conversation of another extension', () => {
	const bench = apiBench();

	it('stays below its window and valid for 200 messages, and loses nothing', async () => {
		const { rig, conversation } = await bench.opened();
		const facts: string[] = [];
		for (let turn = 0; turn < 100; turn += 1) {
			const isFact = turn % 10 === 5;
			if (isFact) {
				facts.push(`service${turn}`);
			}
			const fact = `The port of service${turn} must be ${41_000 + turn}.`;
			const said = user(isFact ? fact : `Request ${turn}: ${prose(120, turn)}`);
			await conversation.append([said]);
			const context = await conversation.context();
			assert.ok(context.tokens <= 7_500, `${context.tokens} tokens in turn ${turn}`);
			assert.deepEqual(violations(context.messages), []);
			assert.deepEqual(context.messages.at(-1), said);
			await conversation.append([assistant(`Answer ${turn}. ${prose(900, turn)}`)]);
		}
		const { compactions } = await rig.client.call('view', { id: conversation.id });
		assert.ok(compactions > 3, `${compactions} compactions`);
		for (const fact of facts) {
			const { hits } = await conversation.recall({ query: fact });
			const turn = await conversation.recall({ number: at(hits, 0).number });
			assert.match(turn?.text ?? '', new RegExp(`${fact} must be 41\\d{3}`));
		}
	});

	it('takes what is appended without waiting in the order of the calls, all or none', async () => {
		const { conversation } = await bench.opened();
		const many = Array.from({ length: 5_000 }, (_, index) => user(`first ${index}`));
		const [first, second, third] = await Promise.allSettled([
			conversation.append(many),
			conversation.append([user('none'), {} as Message]),
			conversation.append([user('last')]),
		]);
		assert.deepEqual(first, { status: 'fulfilled', value: { messages: 5_000 } });
		assert.equal(second.status, 'rejected');
		assert.deepEqual(third, { status: 'fulfilled', value: { messages: 5_001 } });
		assert.match((await conversation.recall({ number: 5_001 }))?.text ?? '', /last/);
	});

	it('may call with arguments that are nested 100,000 deep', async () => {
		const { conversation } = await bench.opened();
		const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
		const toolCalls = [{ id: 'c', name: 'Bash', arguments: `{"a":${nested}}` }];
		const called: Message = { role: 'assistant', content: '', toolCalls };
		const result: Message = { role: 'tool', toolCallId: 'c', content: nested };
		await conversation.append([...turns(5), called, result, ...turns(30, 5)]);
		assert.equal((await conversation.compact()).kind, 'committed');
	});

	it('is compacted when asked, and goes back', async () => {
		const { conversation } = await bench.filled();
		assert.equal(await conversation.handoff(), undefined);
		assert.equal(await conversation.undo(), false);
		const { tokens: before } = await conversation.context();
		const result = await conversation.compact({ focus: 'Request 3' });
		const { tokens: after } = await conversation.context();
		assert.deepEqual(result, { kind: 'committed', tokens: { before, after } });
		assert.match((await conversation.handoff()) ?? '', /^\[Handoff/);
		assert.deepEqual(await conversation.compact(), { kind: 'refused', reason: 'nothing-new' });
		assert.equal(await conversation.undo(), true);
		assert.equal(await conversation.handoff(), undefined);
		assert.equal((await conversation.context()).messages.length, session.length);
	});

	it('is compacted with the window it was opened with, also before its first context', async () => {
		const { rig, conversation } = await bench.filled();
		rig.settings = {
			...rig.settings,
			compaction: { ...rig.settings.compaction, window: 200_000 },
		};
		await conversation.compact();
		const { status, meter } = await rig.client.call('view', { id: conversation.id });
		assert.deepEqual([status.history.length, meter.window], [1, 8_000]);
	});

	it('is compacted sooner when the provider counts more', async () => {
		const { conversation } = await bench.filled();
		await conversation.context();
		await conversation.reportUsage(7_400);
		await conversation.append([user('And now?')]);
		await conversation.context();
		assert.match((await conversation.handoff()) ?? '', /^\[Handoff/);
	});

	it('goes on being compacted for whoever does not wait any more, and is told once it is', async () => {
		for (const call of ['compact', 'context'] as const) {
			const { rig, conversation } = await bench.opened({ key: call });
			await conversation.append(turns(40));
			const held = rig.heldCompaction();
			const controller = new AbortController();
			const waiting = conversation[call]({ signal: controller.signal });
			await held.started;
			controller.abort();
			await assert.rejects(waiting, fails('cancelled'));
			assert.equal(await conversation.handoff(), undefined);
			let changes = 0;
			conversation.onDidChange(() => (changes += 1));
			held.release();
			await until(async () => (await conversation.handoff()) !== undefined);
			await until(() => changes > 0);
		}
	});

	it('gives what came too late to the person', async () => {
		const { rig, conversation } = await bench.filled();
		assert.equal((await conversation.compact()).kind, 'committed');
		await conversation.append(turns(12, 24));
		const held = rig.heldCompaction();
		const compaction = conversation.compact();
		await held.started;
		await conversation.undo();
		held.release();
		assert.deepEqual(await compaction, { kind: 'proposed' });
	});

	it('says what failed', async () => {
		const { rig, conversation } = await bench.filled();
		rig.models = () => Promise.reject(new Error('no host'));
		assert.deepEqual(await conversation.compact(), { kind: 'failed', message: 'no host' });
	});

	it('spends nothing in the name of a person: its compactions are nobody’s wish', async () => {
		const { rig, conversation } = await bench.filled();
		const plans: SummaryPlan[] = [];
		const { models } = rig;
		rig.models = (plan, signal) => {
			plans.push(plan);
			return models(plan, signal);
		};
		await conversation.compact();
		assert.deepEqual(
			plans.map(({ trigger }) => trigger),
			['automatic'],
		);
	});

	it('tells its model of recall where that is offered', async () => {
		const { conversation } = await bench.opened({ offersRecall: true });
		await conversation.append(session);
		await conversation.compact();
		assert.ok((await conversation.handoff())?.includes(conversation.id));
	});

	it('gives originals without secrets, page by page', async () => {
		const { conversation } = await bench.opened();
		const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
		await conversation.append([
			user(`The quiet token is ${secret}.`),
			assistant(prose(20_000)),
			...turns(30),
		]);
		const turn = await conversation.recall({ number: 1, page: 1 });
		assert.ok(turn !== undefined && turn.pages > 2);
		assert.deepEqual([turn.from, turn.to, turn.page], [1, 2, 1]);
		assert.match(turn.text, /The quiet token is \[REDACTED\]/);
		assert.doesNotMatch(
			at((await conversation.recall({ query: 'quiet' })).hits, 0).excerpt,
			/ghp_/,
		);
		assert.equal(await conversation.recall({ number: 999 }), undefined);
		const first = await conversation.recall({ query: 'Request' });
		assert.ok(first.next !== undefined);
		const second = await conversation.recall({ query: 'Request', from: first.next });
		assert.notDeepEqual(second.hits, first.hits);
	});

	it('tells its listeners as VS Code does, whatever another one throws', async () => {
		const { rig, conversation } = await bench.opened();
		const disposables: { dispose(): unknown }[] = [];
		const subject = { changes: 0 };
		conversation.onDidChange(() => {
			throw Object.defineProperty(new Error('badly written'), 'stack', {
				get: () => assert.fail('its code ran'),
			});
		});
		conversation.onDidChange(
			function (this: typeof subject) {
				this.changes += 1;
			},
			subject,
			disposables,
		);
		await conversation.append([user('Hello')]);
		await until(() => subject.changes > 0);
		assert.match(at(rig.logged, 0), /listener of another extension failed: /);
		at(disposables, 0).dispose();
		const { changes } = subject;
		await conversation.append([user('again')]);
		await until(() => rig.logged.length > changes);
		assert.equal(subject.changes, changes);
	});
});
