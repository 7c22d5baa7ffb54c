/**
 * Stands in for a VS Code executable where there is none: takes the arguments that
 * `runTests` of `@vscode/test-electron` gives, runs the tests in a VS Code from the npm registry and
 * exits with their code. `nodeWrapper.ts` makes a file of it that the system can execute.
 */
import { parseArgs } from 'node:util';
import { onStopSignal } from './processes.ts';
import { openWorkbench } from './workbench.ts';

/** A test run that has not ended by then never will. */
const timeoutMs = 15 * 60_000;

const { values, positionals } = parseArgs({
	options: {
		extensionDevelopmentPath: { type: 'string', multiple: true },
		extensionTestsPath: { type: 'string' },
	},
	allowPositionals: true,
	// The other arguments speak of windows, sandboxes and profiles, which this host does not have.
	strict: false,
});
const { extensionDevelopmentPath = [], extensionTestsPath: tests } = values;
// The payload of a workbench holds one extension under development; the others are installed.
const [extension, ...installed] = [extensionDevelopmentPath].flat().map(String);
if (extension === undefined || typeof tests !== 'string') {
	throw new TypeError('--extensionDevelopmentPath=… and --extensionTestsPath=… are needed.');
}
const [folder] = positionals;

const hostDied = Promise.withResolvers<never>();
hostDied.promise.catch(() => undefined);
const workbench = await openWorkbench({
	extension,
	installed,
	tests,
	...(folder === undefined ? {} : { folder }),
	onOutput: (line) => {
		console.log(line);
		// VS Code itself would report success for a host that was killed.
		if (/\[ExtensionHost\].*socket close event|terminated unexpectedly/.test(line)) {
			hostDied.reject(new Error('The extension host died.'));
		}
	},
});
onStopSignal(() => workbench.dispose());
const timer = setTimeout(() => hostDied.reject(new Error('The tests do not end.')), timeoutMs);
try {
	process.exitCode = await Promise.race([workbench.exitCode, hostDied.promise]);
} catch (error) {
	console.error(error);
	process.exitCode = 1;
} finally {
	clearTimeout(timer);
	await workbench.dispose();
}
