import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { ensurePackage } from './npmPackage.ts';
import { type Environment, run } from './processes.ts';

/** A browser that can be started. */
interface ChromiumProgram {
	readonly executablePath: string;
	/** Complete environment to start it with. */
	readonly env: Environment;
}

/** For a browser in an unusual place; wins over everything that is found. */
const override = 'PRECIS_CHROMIUM';

/** The headless Chromium for machines that have no browser, such as containers. */
const portable = { name: '@sparticuz/chromium', version: '153.0.0', megabytes: 280 };

/** Finds an installed Chrome, Chromium or Edge, or fetches a headless one (Linux on x64 only). */
export async function findChromium(): Promise<ChromiumProgram> {
	const installed = process.env[override] ?? candidates().find((file) => existsSync(file));
	if (installed !== undefined) {
		return { executablePath: installed, env: process.env };
	}
	if (process.platform !== 'linux' || process.arch !== 'x64') {
		throw new Error(
			`No Chrome, Chromium or Edge was found; name one with ${override}=/path/to/it.`,
		);
	}
	const directory = await ensurePackage({ folder: 'chromium', ...portable, finish: unpack });
	return {
		executablePath: path.join(directory, 'chromium'),
		env: {
			...process.env,
			// The NSS libraries that a container usually lacks.
			LD_LIBRARY_PATH: [path.join(directory, 'lib'), process.env['LD_LIBRARY_PATH']]
				.filter((part) => part !== undefined && part !== '')
				.join(path.delimiter),
			// Without any font a browser shows no text at all.
			...(existsSync('/usr/share/fonts') ? {} : { FONTCONFIG_PATH: directory }),
		},
	};
}

/** Starts the browser without a window. */
export async function launchChromium(): Promise<Browser> {
	const { executablePath, env } = await findChromium();
	return chromium.launch({
		executablePath,
		env,
		// Containers run tests as root and without a graphics card.
		// Signals are the program's own affair: without these, playwright would swallow SIGTERM. The
		// browser ends with this process in any case.
		handleSIGHUP: false,
		handleSIGINT: false,
		handleSIGTERM: false,
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
	});
}

function candidates(): string[] {
	switch (process.platform) {
		case 'darwin':
			return [
				'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
				'/Applications/Chromium.app/Contents/MacOS/Chromium',
				'/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
			];
		case 'win32':
			return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
				const root = process.env[variable];
				return root === undefined
					? []
					: [
							path.join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
							path.join(root, 'Chromium', 'Application', 'chrome.exe'),
							path.join(root, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
						];
			});
		default: {
			const names = [
				'google-chrome',
				'google-chrome-stable',
				'chromium',
				'chromium-browser',
				'microsoft-edge',
				'microsoft-edge-stable',
			];
			const folders = (process.env['PATH'] ?? '').split(path.delimiter);
			// A project's own `.bin` may hold launchers of these names that are no browsers.
			const system = folders.filter((folder) => folder !== '' && !folder.includes('node_modules'));
			return names.flatMap((name) => system.map((folder) => path.join(folder, name)));
		}
	}
}

/** The program, the libraries and a font, out of the package's compressed archives. */
async function unpack(directory: string): Promise<void> {
	const source = path.join(directory, 'node_modules', ...portable.name.split('/'), 'bin');
	const program = path.join(directory, 'chromium');
	await decompress(path.join(source, 'chromium.br'), program);
	await chmod(program, 0o755);
	for (const archive of ['al2023.tar', 'fonts.tar']) {
		const unpacked = path.join(directory, archive);
		await decompress(path.join(source, `${archive}.br`), unpacked);
		await run('tar', ['-xf', unpacked, '-C', directory]);
		await rm(unpacked);
	}
	// The package's own configuration expects the font in a fixed place.
	await writeFile(
		path.join(directory, 'fonts.conf'),
		'<fontconfig><dir prefix="relative">fonts</dir></fontconfig>\n',
	);
}

async function decompress(source: string, target: string): Promise<void> {
	await pipeline(createReadStream(source), createBrotliDecompress(), createWriteStream(target));
}
