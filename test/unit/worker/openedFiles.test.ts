import assert from 'node:assert/strict';
import { totalTokens } from '../../../src/protocol/contextTokens.ts';
import { appendFileSync, copyFileSync, existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { sectionTitles } from '../../../src/summary/sections.ts';
import { fileSource } from '../../../src/transcripts/bytes/fileSource.ts';
import { at } from '../../support/logs.ts';
import { store } from '../transcripts/formats/openCode/openCodeFiles.ts';
import { session, turns, workerBench, workerSettings } from '../../support/workerRig.ts';

const sample = path.resolve(import.meta.dirname, '../../../media/sample/sample-session.jsonl');

describe('a saved session', () => {
	const bench = workerBench();
	const largeWindow = {
		compaction: { ...workerSettings.compaction, window: 200_000, reservedReply: 8_192 },
	};
	const sampleCopy = (): string => {
		const file = bench.path('sample.jsonl');
		copyFileSync(sample, file);
		return file;
	};

	it('is opened, shown, compacted and handed off', async () => {
		const rig = bench.start(largeWindow);
		const file = sampleCopy();
		const opened = await rig.methods.open({ path: file });
		assert.equal(opened.source, 'Claude Code');
		assert.deepEqual(opened.problems, []);
		const { id, title, messages } = at(opened.conversations, 0);
		assert.equal(messages, 124);
		const view = await rig.view(id);
		assert.deepEqual(
			[view.title, view.source, view.file, view.messages],
			[title, 'Claude Code', file, 124],
		);
		assert.equal(view.sections, undefined);
		assert.equal(view.meter.isChosen, undefined);
		assert.equal(view.meter.head + view.meter.tail, view.logTokens);
		assert.equal(await rig.methods.handoff({ id }), undefined);

		const result = await rig.compact(id);
		assert.ok(result.kind === 'committed');
		assert.deepEqual(
			result.attempts.map(({ rung, outcome }) => [rung, outcome]),
			[['built-in', 'ok']],
		);
		const { meter, receipt, sections } = await rig.view(id);
		assert.equal(totalTokens(meter), receipt?.tokensAfter);
		assert.equal(meter.before, totalTokens(view.meter));
		// What the session recorded beyond the messages stays.
		assert.equal(meter.fixed, view.meter.fixed);
		assert.deepEqual(
			sections?.map((section) => section.title),
			[...sectionTitles],
		);
		assert.match((await rig.methods.handoff({ id })) ?? '', /^\[Handoff/);
		assert.deepEqual([...new Set(rig.progress.map(({ phase }) => phase))], ['reading', 'counting']);
	});

	it('says that its window was chosen, where it was', async () => {
		const rig = bench.start(largeWindow);
		const window = 68_300;
		const opened = await rig.methods.open({ path: sampleCopy(), window });
		const { meter } = await rig.view(at(opened.conversations, 0).id);
		assert.deepEqual([meter.window, meter.isChosen], [window, true]);
	});

	it('tells what in the file could not be read', async () => {
		const rig = bench.start(largeWindow);
		const file = sampleCopy();
		appendFileSync(file, '{"type":"user",\n');
		const { problems } = await rig.methods.open({ path: file });
		assert.equal(problems.length, 1);
		assert.deepEqual((await rig.view(await rig.opened(file))).problems, problems);
	});

	it('is not kept while it is only looked at', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		assert.equal((await rig.view(id)).status.kept, false);
		await rig.said(id, 1);
		await rig.methods.preview({ id });
		const next = await bench.restart(rig);
		assert.deepEqual(await next.methods.list(null), []);
	});

	for (const [how, work] of [
		['compacted', 'compact'],
		['continued', 'say'],
		['given a name', 'rename'],
	] as const) {
		it(`is kept once it was ${how}`, async () => {
			const rig = bench.start();
			const id = await rig.opened(bench.session(session));
			await {
				compact: () => rig.compacted(id),
				say: () => rig.say(id, 'And now?'),
				rename: () => rig.methods.rename({ id, title: 'Mine' }),
			}[work]();
			assert.equal((await rig.view(id)).status.kept, true);
			const next = await bench.restart(rig);
			const [row] = await next.methods.list(null);
			assert.deepEqual([row?.id, row?.kept, row?.workspace], [id, true, 'file:///work']);
		});
	}

	it('is the same one as long as one only looks, whatever its file has become', async () => {
		const rig = bench.start();
		const file = bench.session(session);
		const id = await rig.opened(file);
		await rig.view(id);
		bench.session([...session.slice(0, 4), ...turns(3, 90)]);
		assert.equal(await rig.opened(file), id);
		const { messages, status } = await rig.view(id);
		assert.deepEqual([messages, status.viewed], [10, true]);
		assert.match(await rig.said(id, 5), /Request 90/);
	});

	it('is the same conversation when it is opened again, with its compaction', async () => {
		const rig = bench.start();
		const file = bench.session(session);
		const id = await rig.opened(file);
		await rig.compacted(id);
		assert.equal(await rig.opened(file), id);
		assert.equal((await rig.view(id)).compactions, 1);
	});

	it('is the same conversation by every name it has', async () => {
		const rig = bench.start();
		const file = bench.session(session);
		const folder = path.dirname(file);
		const link = path.join(folder, 'link');
		symlinkSync(folder, link, 'junction');
		// Another case on Windows, and mostly on macOS.
		const names = [path.basename(file), path.basename(file).toUpperCase()]
			.flatMap((name) => [path.join(folder, name), path.join(link, name)])
			.filter((name) => existsSync(name));
		assert.ok(names.length > 1);
		const ids = await Promise.all(names.map((name) => rig.opened(name)));
		assert.equal(new Set(ids).size, 1);
	});

	it('is a conversation once it was compacted by itself', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(turns(60)));
		await rig.view(id);
		await rig.methods.context({ id });
		const { compactions, status } = await rig.view(id);
		assert.deepEqual([compactions, status.viewed], [1, false]);
	});

	it('that grew is the same conversation, with the new messages at its end', async () => {
		const rig = bench.start();
		const file = bench.session(session);
		const id = await rig.opened(file);
		await rig.compacted(id);
		bench.session([...session, ...turns(2, 24)]);
		assert.equal(await rig.opened(file), id);
		const view = await rig.view(id);
		assert.deepEqual([view.messages, view.compactions], [52, 1]);
		assert.match(await rig.said(id, 51), /Request 25/);
		const next = await bench.restart(rig);
		assert.equal((await next.view(id)).messages, 52);
	});

	it('can be closed again, and then only what was kept stays', async () => {
		const rig = bench.start();
		const seen = await rig.opened(bench.session(session));
		await rig.view(seen);
		const kept = await rig.opened(bench.session(turns(30, 100), 'other.json'));
		await rig.compacted(kept);
		for (const id of [seen, kept]) {
			await rig.methods.close({ id });
		}
		await assert.rejects(rig.view(seen), { code: 'unknown-conversation' });
		assert.equal((await rig.view(kept)).compactions, 1);
	});

	it('of a database is read when it is looked at, and is the same one wherever it is listed', async () => {
		const rig = bench.start();
		const file = bench.path('opencode.db');
		const text = (id: string, more: string): Parameters<typeof store>[1]['messages'][number] => ({
			info: { id, role: 'user' },
			parts: [{ type: 'text', text: more }],
		});
		store(
			file,
			{ id: 's1', title: 'One', updated: 1, messages: [text('m1', 'first'), text('m2', 'second')] },
			{ id: 's2', title: 'Two', updated: 2, messages: [text('n1', 'other')] },
		).close();
		const { conversations } = await rig.methods.open({ path: file });
		assert.deepEqual(
			conversations.map(({ title, messages, about }) => [title, messages, about]),
			[
				['Two', undefined, '/home/me/project · 1970-01-01'],
				['One', undefined, '/home/me/project · 1970-01-01'],
			],
		);
		const { id } = at(conversations, 1);
		assert.equal((await rig.view(id)).messages, 2);

		const writer = store(file);
		writer.exec(`update session set time_updated = 3 where id = 's1';
			insert into message values ('m3', 's1', 3, 3, '{"role":"user"');
			insert into message values ('m4', 's1', 4, 4, '{"role":"user"}');
			insert into part values ('p', 'm4', 's1', 4, 4, '{"type":"text","text":"third"}')`);
		writer.close();
		const again = at((await rig.methods.open({ path: file })).conversations, 0);
		assert.deepEqual([again.id, again.messages], [id, 3]);
		const view = await rig.view(id);
		assert.equal(view.messages, 3);
		assert.deepEqual(
			view.problems.map(({ message }) => message),
			['Message 3 is not valid JSON; it was left out.'],
		);
	});

	it('larger than what is held in memory is refused, and nothing of it stays', async () => {
		const rig = bench.start(
			{},
			{ sourceOf: async (file) => ({ ...(await fileSource(file)), size: 2 ** 28 + 1 }) },
		);
		await assert.rejects(rig.opened(bench.session(session)), { code: 'too-large' });
		assert.deepEqual(await rig.methods.list(null), []);
	});

	it('has its counting cancelled, and is whole when it is looked at again', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(turns(200)));
		const controller = new AbortController();
		const counting = rig.methods.view(
			{ id },
			{
				signal: controller.signal,
				progress: () => controller.abort(new Error('enough')),
			},
		);
		await assert.rejects(counting, /enough/);
		assert.equal((await rig.view(id)).messages, 400);
	});

	it('is whole for those who wait when another one cancels', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(turns(200)));
		const controller = new AbortController();
		const cancelled = rig.methods.view(
			{ id },
			{
				signal: controller.signal,
				progress: () => controller.abort(new Error('enough')),
			},
		);
		const views = [rig.view(id), rig.view(id)];
		await assert.rejects(cancelled, /enough/);
		assert.deepEqual(
			(await Promise.all(views)).map(({ messages }) => messages),
			[400, 400],
		);
	});

	it('has the window of the model it is meant for, unless the settings say less', async () => {
		for (const [window, expected] of [
			[53_300, 53_300],
			[300_000, 200_000],
		] as const) {
			const rig = bench.start(largeWindow);
			const file = bench.session(session);
			const opened = await rig.methods.open({ path: file, window });
			assert.equal((await rig.view(at(opened.conversations, 0).id)).meter.window, expected);
		}
	});
});
