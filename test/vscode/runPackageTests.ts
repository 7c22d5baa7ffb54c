/**
 * Installs the package that `npm run package` made into a VS Code from the npm registry, as a person
 * would, and runs the tests in `test/package/installed` against it. `dist` is removed first, so that
 * nothing of it can be of help.
 *
 * `node test/vscode/runPackageTests.ts [--grep PATTERN]`.
 */
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { hostTests } from '../../packaging/bundles.ts';
import { packageFile } from '../../packaging/paths.ts';
import { reportHostTests } from './hostTestResult.ts';
import { repositoryRoot } from './paths.ts';
import { onStopSignal } from './processes.ts';
import { openWorkbench } from './workbench.ts';

const { values } = parseArgs({ options: { grep: { type: 'string', default: '' } } });
const folder = path.join('out', 'test', 'package');
const scratch = await mkdtemp(path.join(os.tmpdir(), 'precis-package-'));
const workspace = path.join(scratch, 'workspace');
const resultFile = path.join(scratch, 'result.json');
await mkdir(workspace);
await cp(path.join(repositoryRoot, 'media', 'sample'), workspace, { recursive: true });
for (const stale of ['dist', folder]) {
	await rm(path.join(repositoryRoot, stale), { recursive: true, force: true });
}
await build({
	...hostTests(folder, globSync('test/package/installed/*.test.ts', { cwd: repositoryRoot })),
	absWorkingDir: repositoryRoot,
});

const workbench = await openWorkbench({
	packages: [packageFile],
	// Tests run only where an extension is under development; this one does nothing.
	extension: path.join(repositoryRoot, 'test', 'host', 'modelVendor'),
	tests: path.join(repositoryRoot, folder, 'index.cjs'),
	folder: workspace,
	env: { PRECIS_TEST_RESULT: resultFile, PRECIS_TEST_GREP: values.grep },
	onOutput: (line) => console.log(line),
});
onStopSignal(() => workbench.dispose());
try {
	process.exitCode = await workbench.exitCode;
} finally {
	await workbench.dispose();
}
if (!(await reportHostTests(resultFile))) {
	process.exitCode = 1;
}
await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
