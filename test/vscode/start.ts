/**
 * What `npm start` runs after the build: shows Precis with its sample conversation, in the installed
 * VS Code if there is one, else in one from the npm registry and a browser.
 *
 * `--once` ends as soon as the page of the latter is served; tests use it.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findInstalledCode, openInstalledCode } from './installedCode.ts';
import { openInBrowser } from './openInBrowser.ts';
import { repositoryRoot, sampleOpener } from './paths.ts';
import { onStopSignal } from './processes.ts';
import { startServer } from './server.ts';
import { workbenchUrl } from './workbenchUrl.ts';

const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
/** The sample opens in the editor of Precis, not as the file that it is. */
const folder = path.join(repositoryRoot, 'media', 'sample');
const code = values.once ? undefined : await findInstalledCode(repositoryRoot);
if (code === undefined) {
	await serve();
} else {
	console.log('Opening Precis in your VS Code.');
	await openInstalledCode(code, [repositoryRoot, sampleOpener], folder);
}

async function serve(): Promise<void> {
	// User data is new each time, so that the sample always starts out uncompacted.
	const packaged = await packagedExtension();
	const server = await startServer({ forPerson: true, installed: [packaged, sampleOpener] });
	await rm(path.dirname(packaged), { recursive: true });
	onStopSignal(() => server.dispose());
	const url = workbenchUrl(server, { folder });
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

/** The extension as it would be installed, in a folder of its own. */
async function packagedExtension(): Promise<string> {
	const target = path.join(await mkdtemp(path.join(os.tmpdir(), 'precis-start-')), 'precis');
	for (const name of ['package.json', 'package.nls.json', 'l10n', 'dist', 'media']) {
		await cp(path.join(repositoryRoot, name), path.join(target, name), { recursive: true });
	}
	return target;
}
