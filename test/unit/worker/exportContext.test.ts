import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { exportFormats, type ExportFormat } from '../../../src/conversations/exports/exportText.ts';
import { textOf } from '../../../src/messages/message.ts';
import { at, user } from '../../support/logs.ts';
import { session, workerBench, type WorkerRig } from '../../support/workerRig.ts';

describe('exports of contexts, in the worker', () => {
	const bench = workerBench();
	const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';

	async function started(): Promise<{ readonly rig: WorkerRig; readonly id: string }> {
		const rig = bench.start();
		const path = bench.session([...session, user(`My token is ${token}`)]);
		return { rig, id: await rig.opened(path) };
	}

	function write(rig: WorkerRig, id: string, format: ExportFormat, path: string): Promise<void> {
		const about = { id: 'aefcb05b-206d-434a-94bf-d11991a74a0a', cwd: '/work', now: Date.now() };
		return rig.methods.exportContext({ id, format, path, session: about });
	}

	it('are what is sent to a model now, without secrets', async () => {
		const { rig, id } = await started();
		await rig.compacted(id);
		const reply = textOf(at(session, 15).content);
		for (const format of exportFormats) {
			const path = bench.path(`export.${format}`);
			await write(rig, id, format, path);
			const text = readFileSync(path, 'utf8');
			assert.match(text, /\[Handoff from an earlier context window/, format);
			assert.match(text, /My token is \[REDACTED\]/, format);
			assert.doesNotMatch(text, /ghp_0/, format);
			assert.ok(!text.includes(reply), format);
		}
	});

	it('make the folders they lie in, and are for the person alone', async () => {
		const { rig, id } = await started();
		const path = bench.path('sessions/2026/11/22/rollout.jsonl');
		await write(rig, id, 'codex', path);
		assert.match(readFileSync(path, 'utf8'), /^\{"timestamp":.*"session_meta"/);
		if (process.platform !== 'win32') {
			for (const one of [path, bench.path('sessions'), bench.path('sessions/2026')]) {
				assert.equal(statSync(one).mode & 0o077, 0);
			}
		}
	});

	it('never replace a file that is there', async () => {
		const { rig, id } = await started();
		const path = bench.path('there.jsonl');
		writeFileSync(path, 'mine');
		await assert.rejects(write(rig, id, 'claude-code', path), { code: 'exists' });
		assert.equal(readFileSync(path, 'utf8'), 'mine');
	});
});
