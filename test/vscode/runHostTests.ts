/**
 * Runs the tests in `test/host` inside a real VS Code. Three can serve, in this order:
 *
 * 1. the one that `VSCODE_EXECUTABLE` names;
 * 2. a downloaded one: the `VSCODE_VERSION` that is asked for and no other, else the latest stable where
 *    the network and a display allow it;
 * 3. the one from the npm registry, which needs neither.
 *
 * `node test/vscode/runHostTests.ts [--grep PATTERN]`, after a build.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { downloadAndUnzipVSCode, runTests, SilentReporter } from '@vscode/test-electron';
import { hasDisplay } from './display.ts';
import { reportHostTests } from './hostTestResult.ts';
import { nodeWrapper } from './nodeWrapper.ts';
import { cacheDirectory, repositoryRoot } from './paths.ts';

const { values } = parseArgs({ options: { grep: { type: 'string' } } });
const tests = path.join(repositoryRoot, 'out', 'test', 'host', 'index.cjs');
for (const built of [tests, path.join(repositoryRoot, 'dist', 'extension.cjs')]) {
	if (!existsSync(built)) {
		throw new Error(`${built} is missing: run \`npm run build\` first.`);
	}
}
/** Declares the vendor under which the tests offer models: VS Code takes none that is not declared. */
const modelVendor = path.join(repositoryRoot, 'test', 'host', 'modelVendor');
/** A second extension, which knows Precis by its exported API alone. */
const apiConsumer = path.join(path.dirname(tests), 'apiConsumer');
const scratch = await mkdtemp(path.join(os.tmpdir(), 'precis-host-'));
const workspace = path.join(scratch, 'workspace');
const resultFile = path.join(scratch, 'result.json');
await mkdir(workspace);
await cp(path.join(repositoryRoot, 'media', 'sample'), workspace, { recursive: true });

try {
	await runTests({
		vscodeExecutablePath: await vsCodeExecutable(),
		extensionDevelopmentPath: [repositoryRoot, modelVendor, apiConsumer],
		extensionTestsPath: tests,
		extensionTestsEnv: { PRECIS_TEST_RESULT: resultFile, PRECIS_TEST_GREP: values.grep },
		launchArgs: [
			workspace,
			`--user-data-dir=${path.join(scratch, 'user')}`,
			// Those of whoever runs the tests: what is under development runs all the same.
			'--disable-extensions',
		],
	});
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
if (!(await reportHostTests(resultFile))) {
	process.exitCode = 1;
}
await rm(scratch, { recursive: true, force: true, maxRetries: 5 });

async function vsCodeExecutable(): Promise<string> {
	const named = process.env['VSCODE_EXECUTABLE'];
	if (named !== undefined && named !== '') {
		return named;
	}
	const version = process.env['VSCODE_VERSION'];
	if (version !== undefined && version !== '') {
		return download(version, 60_000);
	}
	if (hasDisplay()) {
		try {
			return await download('stable', 5_000);
		} catch (error) {
			console.log(`VS Code cannot be downloaded here (${String(error)}).`);
		}
	}
	console.log('Running in the VS Code server from the npm registry.');
	return nodeWrapper('npm-vscode', path.join(import.meta.dirname, 'executable.ts'));
}

/** @param timeout How long the server may say nothing, milliseconds. */
function download(version: string, timeout: number): Promise<string> {
	const reporter = new SilentReporter();
	return downloadAndUnzipVSCode({ cachePath: cacheDirectory, version, reporter, timeout });
}
