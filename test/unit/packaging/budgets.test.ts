import assert from 'node:assert/strict';
import type { Metafile } from 'esbuild';
import { overBudget } from '../../../packaging/budgets.ts';

type Output = Metafile['outputs'][string];

function output(bytes: number, imports: Output['imports'] = []): Output {
	return { bytes, imports, inputs: {}, exports: [] };
}

describe('budgets of bundles', () => {
	const worker = 'dist/worker.mjs';
	const chunk = 'dist/chunks/chunk.mjs';

	it('name the bundle that is too large, and by how much', () => {
		const outputs = { 'dist/panel.js': output(101), 'dist/panel.css': output(20) };
		const budgets = { 'dist/panel.js': 100, 'dist/panel.css': 20 };
		assert.deepEqual(overBudget({ inputs: {}, outputs }, budgets), [
			'dist/panel.js has 101 bytes; its budget is 100.',
		]);
	});

	it('count what is loaded at the start, and not what is loaded later', () => {
		const over = (kind: 'import-statement' | 'dynamic-import'): number =>
			overBudget(
				{
					inputs: {},
					outputs: { [worker]: output(10, [{ path: chunk, kind }]), [chunk]: output(95) },
				},
				{ [worker]: 100 },
			).length;
		assert.equal(over('import-statement'), 1);
		assert.equal(over('dynamic-import'), 0);
	});
});
