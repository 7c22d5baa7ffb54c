/**
 * What `npm start` runs after the build: shows Precis with its sample conversation, in the installed
 * VS Code if there is one, else in one from the npm registry and a browser.
 *
 * `--once` ends as soon as the page of the latter is served; tests use it.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findInstalledCode, openInstalledCode } from './installedCode.ts';
import { openInBrowser } from './openInBrowser.ts';
import { repositoryRoot } from './paths.ts';
import { onStopSignal } from './processes.ts';
import { startServer } from './server.ts';
import { workbenchUrl } from './workbenchUrl.ts';

const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
const content = {
	extension: repositoryRoot,
	folder: path.join(repositoryRoot, 'media', 'sample'),
	file: path.join(repositoryRoot, 'media', 'sample', 'sample-session.jsonl'),
};
/** Makes the extension open the sample conversation in its Summary view. */
const env = { PRECIS_OPEN_SAMPLE: '1' };

const code = values.once ? undefined : await findInstalledCode(repositoryRoot);
if (code === undefined) {
	await serve();
} else {
	console.log('Opening Precis in your VS Code.');
	await openInstalledCode(code, content, env);
}

async function serve(): Promise<void> {
	// User data is new each time, so that the sample always starts out uncompacted.
	const server = await startServer({ env });
	onStopSignal(() => server.dispose());
	const url = workbenchUrl(server, content);
	console.log(`Precis is open at ${url}`);
	if (values.once) {
		const { status } = await fetch(url);
		await server.dispose();
		if (status !== 200) {
			throw new Error(`The page was answered with ${status}.`);
		}
		return;
	}
	openInBrowser(url);
	console.log('Press Ctrl+C to stop.');
}
