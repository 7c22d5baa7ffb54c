import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { hostTests } from '../packaging/bundles.ts';
import { packageFile } from '../packaging/paths.ts';
import { repositoryRoot } from '../test/vscode/paths.ts';
import { openWorkbench } from '../test/vscode/workbench.ts';
import { row } from './measure.ts';

/** How long the installed package takes to activate, by VS Code's own marks. After `npm run package`. */

const runs = 9;
const folder = path.join('out', 'bench', 'activation');
await build({
	...hostTests(folder, ['test/package/installed/package.test.ts']),
	absWorkingDir: repositoryRoot,
});

/** An activation in an extension host of its own. Nothing in the window asks for it before the test does. */
async function activation(): Promise<{ readonly load: number; readonly activate: number }> {
	const workspace = await mkdtemp(path.join(os.tmpdir(), 'precis-activation-'));
	const lines: string[] = [];
	const workbench = await openWorkbench({
		packages: [packageFile],
		extension: path.join(repositoryRoot, 'test', 'host', 'modelVendor'),
		tests: path.join(repositoryRoot, folder, 'index.cjs'),
		folder: workspace,
		env: { PRECIS_TEST_GREP: 'activates quickly' },
		onOutput: (line) => lines.push(line),
	});
	await workbench.exitCode;
	await workbench.dispose();
	await rm(workspace, { recursive: true });
	const [, load = '', activate = ''] =
		/precis-activation load=([\d.]+) ms activate=([\d.]+) ms/.exec(lines.join('\n')) ?? [];
	if (load === '') {
		throw new Error(`Nothing was measured:\n${lines.join('\n')}`);
	}
	return { load: Number(load), activate: Number(activate) };
}

function median(values: readonly number[]): string {
	const sorted = [...values].sort((a, b) => a - b);
	const range = `${sorted.at(0)} to ${sorted.at(-1)}`;
	return `${sorted[Math.floor(sorted.length / 2)]} ms (${range})`;
}

const times = [];
for (let run = 0; run < runs; run += 1) {
	times.push(await activation());
}
row('load the bundle, median', median(times.map(({ load }) => load)));
row('`activate`, median', median(times.map(({ activate }) => activate)), 'below 50 ms');
row('both, median', median(times.map(({ load, activate }) => load + activate)), 'below 50 ms');
