import assert from 'node:assert/strict';
import path from 'node:path';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import {
	parseDocument,
	type ConversationDocument,
} from '../../../src/conversations/store/document.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { assistant, at, user } from '../../support/logs.ts';
import { until } from '../../support/until.ts';
import { session, turns, workerBench, type WorkerRig } from '../../support/workerRig.ts';

describe('the archive', () => {
	const bench = workerBench();

	async function started() {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		await rig.compacted(id);
		return { rig, id };
	}

	const idsOf = async (rig: WorkerRig): Promise<readonly string[]> =>
		(await rig.methods.list(null, rig.call())).map(({ id }) => id);

	const documentIn = (path: string): ConversationDocument => {
		const outcome = parseDocument(readFileSync(path, 'utf8'));
		assert.ok(outcome.kind === 'document', 'no document');
		return outcome.document;
	};

	it('is searched across conversations, kept or not, summarised or not', async () => {
		const { rig, id } = await started();
		const other = await rig.opened(
			bench.session([user('The zebra is striped.'), assistant('So it is.')], 'zebra.json'),
		);
		await rig.view(other);
		await rig.say(id, 'Is there a zebra?', 'There is none.');
		const hits = await rig.methods.search({ text: 'zebra', limit: 10 }, rig.call());
		assert.deepEqual(
			new Set(hits.map(({ conversation, number }) => `${conversation} ${number}`)),
			new Set([`${other} 1`, `${id} 49`]),
		);
		assert.match(at(hits, 0).excerpt, /⟦zebra⟧/);
		const titles = new Map([
			[id, (await rig.view(id)).title],
			[other, (await rig.view(other)).title],
		]);
		assert.ok(hits.every(({ conversation, title }) => titles.get(conversation) === title));
		assert.equal((await rig.methods.search({ text: 'zebra', limit: 1 }, rig.call())).length, 1);
		const [early] = await rig.methods.search({ text: '"Request 3"', limit: 1 }, rig.call());
		assert.deepEqual([early?.conversation, early?.number], [id, 7]);
	});

	it('exports a conversation, and imports it as another one', async () => {
		const { rig, id } = await started();
		const path = bench.path('exported.json');
		writeFileSync(path, 'something older');
		await rig.methods.export({ id, path }, rig.call());
		const copy = await rig.methods.import({ path }, rig.call());
		assert.notEqual(copy.id, id);
		const [one, two] = [await rig.view(id), await rig.view(copy.id)];
		assert.deepEqual(two.sections, one.sections);
		assert.deepEqual(two.receipt, one.receipt);
		assert.deepEqual([two.messages, two.standing.kept], [48, true]);
		const again = bench.path('again.json');
		await rig.methods.export({ id: copy.id, path: again }, rig.call());
		assert.deepEqual(documentIn(again), documentIn(path));
	});

	it('takes back every export, with whatever a summary holds', async () => {
		const rig = bench.start();
		const sample = path.resolve(import.meta.dirname, '../../../media/sample/sample-session.jsonl');
		const id = await rig.opened(sample);
		await rig.compacted(id);
		await rig.methods.undo({ id }, rig.call());
		await rig.compacted(id, { focus: redact('cancel bookings') });
		const file = bench.path('exported.json');
		await rig.methods.export({ id, path: file }, rig.call());
		const copy = await rig.methods.import({ path: file }, rig.call());
		const again = bench.path('again.json');
		await rig.methods.export({ id: copy.id, path: again }, rig.call());
		assert.deepEqual(documentIn(again), documentIn(file));
		assert.equal(documentIn(file).records.length, 2);
	});

	it('exports what was only looked at', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		const path = bench.path('exported.json');
		await rig.methods.export({ id, path }, rig.call());
		assert.equal(documentIn(path).messages.length, 48);
		assert.equal((await rig.view(id)).standing.kept, false);
	});

	it('leaves nothing behind where it cannot write', async () => {
		const { rig, id } = await started();
		const before = readdirSync(bench.path('.'));
		const inNoFolder = bench.path('gone/exported.json');
		await assert.rejects(rig.methods.export({ id, path: inNoFolder }, rig.call()), {
			code: 'ENOENT',
		});
		const onFolder = bench.storage();
		await assert.rejects(rig.methods.export({ id, path: onFolder }, rig.call()));
		assert.deepEqual(readdirSync(bench.path('.')), before);
	});

	it('is exported for the person alone', async function () {
		if (process.platform === 'win32') {
			this.skip();
		}
		const { rig, id } = await started();
		const path = bench.path('exported.json');
		writeFileSync(path, 'for everybody', { mode: 0o644 });
		await rig.methods.export({ id, path }, rig.call());
		assert.equal(statSync(path).mode & 0o777, 0o600);
	});

	it('refuses a file that is none of its own, with its name and the place', async () => {
		const { rig, id } = await started();
		const path = bench.path('exported.json');
		await rig.methods.export({ id, path }, rig.call());
		writeFileSync(path, JSON.stringify({ ...documentIn(path), title: 5 }));
		await assert.rejects(rig.methods.import({ path }, rig.call()), (error: Error) => {
			assert.match(error.message, /exported\.json.*title: /);
			assert.equal((error as Error & { code?: string }).code, 'invalid-document');
			return true;
		});
		writeFileSync(path, 'no JSON');
		await assert.rejects(rig.methods.import({ path }, rig.call()), { code: 'invalid-document' });
		assert.deepEqual(await idsOf(rig), [id]);
	});

	it('keeps no import where nothing is to be kept', async () => {
		const { rig, id } = await started();
		const path = bench.path('exported.json');
		await rig.methods.export({ id, path }, rig.call());
		rig.configure({ keep: false });
		const copy = await rig.methods.import({ path }, rig.call());
		assert.equal((await rig.view(copy.id)).standing.kept, false);
		assert.deepEqual(await idsOf(await bench.restart(rig)), [id]);
	});

	it('has names that people give', async () => {
		const { rig, id } = await started();
		await rig.methods.rename({ id, title: 'The parser' }, rig.call());
		await until(() => rig.of('changed').length > 0);
		assert.equal((await rig.view(id)).title, 'The parser');
		const next = await bench.restart(rig);
		assert.equal((await next.view(id)).title, 'The parser');
		assert.equal(await next.opened(bench.path('session.json')), id);
		assert.equal((await next.view(id)).title, 'The parser');
	});

	it('deletes a conversation for good, but not its file', async () => {
		const { rig, id } = await started();
		await rig.methods.delete({ id }, rig.call());
		assert.deepEqual(rig.of('deleted'), [{ type: 'deleted', conversation: id }]);
		await assert.rejects(rig.view(id), { code: 'unknown-conversation' });
		assert.deepEqual(await rig.methods.search({ text: 'Request', limit: 1 }, rig.call()), []);
		assert.ok(existsSync(bench.path('session.json')));
		const again = await rig.opened(bench.path('session.json'));
		assert.equal((await rig.view(again)).compactions, 0);
	});

	it('deletes what is not there without complaint', async () => {
		const rig = bench.start();
		await rig.methods.delete({ id: 'gone' }, rig.call());
		await rig.methods.close({ id: 'gone' }, rig.call());
		assert.deepEqual(rig.of('deleted'), []);
	});

	it('has a conversation no more that another window has deleted', async () => {
		const { rig, id } = await started();
		const other = bench.start();
		await other.methods.delete({ id }, other.call());
		assert.deepEqual(await idsOf(rig), []);
		await assert.rejects(rig.view(id), { code: 'unknown-conversation' });
		const again = await rig.opened(bench.path('session.json'));
		const { messages, compactions } = await rig.view(again);
		assert.deepEqual([messages, compactions], [48, 0]);
	});

	it('ends what runs in a conversation that is deleted', async () => {
		const { rig, id } = await started();
		const end = rig.methods.submit({ id, content: 'And now?', answerer: 'chat' }, rig.call());
		await until(() => rig.host.turns.length === 1);
		await rig.methods.delete({ id }, rig.call());
		assert.deepEqual(await end, { kind: 'not-answered', cause: { kind: 'deleted' } });
	});

	it('deletes everything at once', async () => {
		const { rig, id } = await started();
		const seen = await rig.opened(bench.session(turns(2, 70), 'other.json'));
		await rig.view(seen);
		await rig.methods.deleteAll(null, rig.call());
		assert.deepEqual(
			new Set(rig.of('deleted').map(({ conversation }) => conversation)),
			new Set([id, seen]),
		);
		assert.deepEqual(await idsOf(rig), []);
		await assert.rejects(rig.view(seen), { code: 'unknown-conversation' });
		assert.deepEqual(await idsOf(await bench.restart(rig)), []);
	});
});
