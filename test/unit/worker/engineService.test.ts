import assert from 'node:assert/strict';
import { appendFile, copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { defaultSettings } from '../../../src/compaction/budgets.ts';
import type { Progress } from '../../../src/protocol/progress.ts';
import { sectionTitles } from '../../../src/summary/sections.ts';
import { createEngineService } from '../../../src/worker/engineService.ts';

const sample = path.resolve(import.meta.dirname, '../../../media/sample/sample-session.jsonl');
const settings = defaultSettings;
/** No model at all. */
const models = { transientRetries: 1 };

describe('the worker’s engine', () => {
	const phases: string[] = [];
	const call = {
		signal: new AbortController().signal,
		progress: ({ phase }: Progress) => phases.push(phase),
		models: { call: () => Promise.reject(new Error('There is no model.')) },
	};
	let folder: string;
	let file: string;

	before(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'precis-engine-'));
	});
	after(() => rm(folder, { recursive: true }));
	beforeEach(async () => {
		file = path.join(folder, 'session.jsonl');
		await copyFile(sample, file);
		phases.length = 0;
	});

	async function opened(service: ReturnType<typeof createEngineService>): Promise<string> {
		const { conversations } = await service.open({ path: file }, call);
		const [first] = conversations;
		assert.ok(first !== undefined);
		return first.id;
	}

	it('opens a file, shows it, compacts it and gives the handoff', async () => {
		const service = createEngineService();
		const id = await opened(service);
		const view = await service.view({ id, settings }, call);
		assert.equal(view.source, 'Claude Code');
		assert.equal(view.messages, 124);
		assert.equal(view.sections, undefined);
		assert.equal(view.meter.head + view.meter.tail, view.logTokens);

		const result = await service.compact({ id, models, settings }, call);
		assert.ok(result.outcome === 'compacted');
		const { meter, receipt, sections } = result.view;
		assert.equal(meter.head + meter.summary + meter.tail, receipt?.tokensAfter);
		assert.equal(meter.before, view.logTokens);
		assert.deepEqual(
			sections?.map(({ title }) => title),
			[...sectionTitles],
		);
		assert.match((await service.handoff({ id }, call)) ?? '', /^\[Handoff/);
		assert.deepEqual([...new Set(phases)], ['reading', 'counting', 'summarising']);
	});

	it('knows a file again that only grew, and keeps its compaction', async () => {
		const service = createEngineService();
		const id = await opened(service);
		await service.compact({ id, models, settings }, call);
		const record = {
			type: 'user',
			uuid: 'new-1',
			parentUuid: null,
			timestamp: '2026-01-20T16:00:00Z',
			message: { role: 'user', content: 'And now?' },
		};
		await appendFile(file, `${JSON.stringify(record)}\n`);
		assert.equal(await opened(service), id);
		const view = await service.view({ id, settings }, call);
		assert.equal(view.messages, 125);
		assert.equal(view.compactions, 1);
	});

	it('refuses with the reason', async () => {
		const service = createEngineService();
		const id = await opened(service);
		await service.compact({ id, models, settings }, call);
		const again = await service.compact({ id, models, settings }, call);
		assert.deepEqual(again, {
			outcome: 'refused',
			refusal: { kind: 'nothing-to-do', reason: 'nothing-new' },
		});
	});

	it('says so when a conversation is not open', async () => {
		await assert.rejects(createEngineService().view({ id: 'gone', settings }, call), {
			code: 'unknown-conversation',
		});
	});
});
