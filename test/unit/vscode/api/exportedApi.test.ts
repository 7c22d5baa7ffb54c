import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api.ts';
import { apiBench, fails } from '../../../support/apiRig.ts';
import { session, turns } from '../../../support/workerRig.ts';
import { user } from '../../../support/logs.ts';

describe('the exported API', () => {
	const bench = apiBench();

	it('has one version', () => {
		const { exports } = bench.start().api;
		assert.equal(exports.getApi(1).version, 1);
		for (const version of [0, 2, '1', undefined]) {
			assert.throws(() => exports.getApi(version as 1), fails('unknown-version', /version 1/));
		}
	});

	it('starts nothing before it is used', () => {
		const rig = bench.start();
		rig.api.exports.getApi(1);
		rig.api.dispose();
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

	it('makes conversations that a person finds, with where they came from', async () => {
		const rig = bench.start();
		const named = await rig.open({ title: 'Refactoring' });
		await rig.open({ key: 'other' });
		const rows = await rig.client.call('list', null);
		assert.deepEqual(
			rows.map(({ title, source, workspace }) => ({ title, source, workspace })).toSorted(byTitle),
			[
				{ title: 'other', source: 'Extension', workspace: 'file:///work' },
				{ title: 'Refactoring', source: 'Extension', workspace: 'file:///work' },
			].toSorted(byTitle),
		);
		assert.ok(rows.some(({ id, kept }) => id === named.id && kept));
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

	it('gives objects that nobody can change for others', async () => {
		const rig = bench.start();
		const conversation = await rig.open();
		for (const object of [rig.api.exports, rig.precis, conversation]) {
			assert.ok(Object.isFrozen(object));
			assert.equal(Object.getPrototypeOf(object), Object.prototype);
		}
	});

	it('takes nothing that does not fit, and says where', async () => {
		const rig = bench.start();
		const { precis } = rig;
		for (const [options, message] of [
			[undefined, /^options: /],
			[{}, /options\.key/],
			[{ key: '' }, /options\.key/],
			[{ key: 'x'.repeat(201) }, /options\.key/],
			[{ key: '\ud800' }, /surrogate/],
			[{ key: 'a', windows: 1 }, /options\.windows/],
			[{ key: 'a', window: 3_999 }, /options\.window/],
			[{ key: 'a', window: 8_000, reservedReply: 4_000 }, /half the window/],
			[{ key: 'a', window: 8_000, toolTokens: 4_000 }, /half the window/],
			[{ key: 'a', offersRecall: 'yes' }, /options\.offersRecall/],
		] as const) {
			await assert.rejects(
				precis.openConversation(options as unknown as { key: string }),
				fails('invalid-input', message),
			);
		}
	});

	it('rejects every call once Precis has ended', async () => {
		const rig = bench.start();
		const conversation = await rig.open();
		await rig.shutDown();
		await assert.rejects(conversation.append([user('late')]), fails('disposed'));
		rig.api.dispose();
		await assert.rejects(conversation.context(), fails('disposed'));
		await assert.rejects(rig.open(), fails('disposed'));
		await assert.rejects(rig.precis.compactMessages(session), fails('disposed'));
	});

	it('ends a compaction with itself', async () => {
		const rig = bench.start();
		const conversation = await rig.open();
		await conversation.append(session);
		rig.holdCompaction();
		const compaction = conversation.compact();
		await rig.shutDown();
		assert.deepEqual(await compaction, { kind: 'cancelled' });
	});

	it('tells when the worker stopped, and goes on with what is stored', async () => {
		const rig = bench.start();
		const conversation = await rig.open();
		await conversation.append(session);
		rig.holdCompaction();
		const ends: unknown[] = [];
		conversation.onDidFinishCompaction((end) => ends.push(end));
		const started = Promise.withResolvers<void>();
		conversation.onDidStartCompaction(() => started.resolve());
		const compaction = assert.rejects(conversation.compact(), fails('stopped'));
		await started.promise;
		await rig.crash();
		await compaction;
		assert.deepEqual(ends, [
			{
				trigger: 'manual',
				result: { kind: 'failed', message: 'The worker of Precis stopped unexpectedly.' },
			},
		]);
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
		for (const call of [
			() => conversation.append([user('again')]),
			() => conversation.context(),
			() => conversation.compact(),
			() => conversation.sections(),
			() => conversation.recall({ number: 1 }),
			() => conversation.undo(),
		]) {
			await assert.rejects(call, fails('unknown-conversation'));
		}
		assert.deepEqual(await (await rig.open()).append([user('again')]), { messages: 1 });
	});

	describe('compacting a list of messages', () => {
		const said: readonly Message[] = turns(24);

		it('gives what to send instead, the same each time, and keeps nothing', async () => {
			const rig = bench.start();
			const options = { window: 200_000, tailTokens: 500, summaryTokens: 1_500, focus: 'parser' };
			const result = await rig.precis.compactMessages(said, options);
			assert.ok(result.kind === 'compacted');
			assert.ok(result.tokens.after < result.tokens.before);
			assert.ok(result.messages.length < said.length);
			assert.equal(result.sections.length, 13);
			assert.match(result.handoff, /^\[Handoff/);
			assert.ok(JSON.stringify(result.messages).includes('Request 23'));
			assert.equal(
				JSON.stringify(await rig.precis.compactMessages(said, options)),
				JSON.stringify(result),
			);
			assert.deepEqual(await rig.client.call('list', null), []);
		});

		it('says why it does nothing', async () => {
			const { precis } = bench.start();
			assert.deepEqual(await precis.compactMessages([user('Hello')]), {
				kind: 'nothing-to-do',
				reason: 'too-short',
			});
			assert.deepEqual(await precis.compactMessages(said, { threshold: 1 }), {
				kind: 'nothing-to-do',
				reason: 'below-threshold',
			});
		});

		it('ends at once when its signal is aborted', async () => {
			const { precis } = bench.start();
			const controller = new AbortController();
			const { signal } = controller;
			const compacted = precis.compactMessages(said, { signal });
			controller.abort(new Error('a reason of their own'));
			await assert.rejects(compacted, fails('cancelled'));
			await assert.rejects(precis.compactMessages(said, { signal }), fails('cancelled'));
		});

		it('takes nothing that does not fit', async () => {
			const { precis } = bench.start();
			for (const [options, message] of [
				[{ threshold: 80 }, /options\.threshold/],
				[{ window: 10 }, /options\.window/],
				[{ summaryTokens: 10 }, /options\.summaryTokens/],
				[{ tailTokens: -1 }, /options\.tailTokens/],
				[{ focus: ' ' }, /options\.focus/],
				[{ signal: {} }, /options\.signal/],
				['fast', /options/],
			] as const) {
				await assert.rejects(
					precis.compactMessages(said, options as object),
					fails('invalid-input', message),
				);
			}
			await assert.rejects(
				precis.compactMessages('all' as unknown as Message[]),
				fails('invalid-input', /messages/),
			);
		});
	});
});

function byTitle(a: { readonly title: string }, b: { readonly title: string }): number {
	return a.title < b.title ? -1 : 1;
}
