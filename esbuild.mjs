/*
 * Builds what runs: the bundles of the extension, and the tests that run inside VS Code.
 * `--production` minifies, leaves out the tests and reports sizes. A warning or a bundle over its budget is a failure.
 */
import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { bundleBudgets, overBudget } from './packaging/budgets.ts';
import { apiConsumer, extensionBundles, hostTests } from './packaging/bundles.ts';

const { values: options } = parseArgs({ options: { production: { type: 'boolean' } } });
const production = options.production === true;
const hostTestFolder = 'out/test/host';

/** @param {esbuild.Metafile} metafile */
function reportSizes(metafile) {
	for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
		if (!file.endsWith('.map')) {
			process.stdout.write(`${file}  ${(bytes / 1_000).toFixed(1)} KB\n`);
		}
	}
	for (const sentence of overBudget(metafile, bundleBudgets)) {
		process.stderr.write(`${sentence}\n`);
		process.exitCode = 1;
	}
}

// Files of an earlier build must be neither packaged nor run.
const stale = production ? ['dist'] : ['dist', hostTestFolder];
await Promise.all(stale.map((folder) => rm(folder, { recursive: true, force: true })));
const tests = [
	hostTests(hostTestFolder, globSync('test/host/*.test.ts')),
	apiConsumer(`${hostTestFolder}/apiConsumer`),
];
const wanted = [...extensionBundles(production), ...(production ? [] : tests)];
for (const { metafile, warnings } of await Promise.all(wanted.map((one) => esbuild.build(one)))) {
	if (production) {
		reportSizes(metafile);
	}
	if (warnings.length > 0) {
		process.exitCode = 1;
	}
}
