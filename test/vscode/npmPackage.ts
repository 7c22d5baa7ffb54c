import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheDirectory } from './paths.ts';
import { type Environment, run } from './processes.ts';

/** A package that tests need but the project does not depend on: too large for every checkout. */
export interface NpmPackage {
	/** Folder in the cache. */
	readonly folder: string;
	readonly name: string;
	/** Exact; another version replaces what is in the cache. */
	readonly version: string;
	/** About how large it is on the disk, where that is worth telling. */
	readonly megabytes?: number;
	/** Whatever has to be done after the install, with the folder that holds `node_modules`. */
	readonly finish: (directory: string) => Promise<void>;
}

const progressMs = 10_000;

/** Written last, so its presence means that the folder is complete. */
const marker = 'complete.txt';

/**
 * Installs a package into the cache, unless it is there already.
 *
 * All work happens in a folder next to the final one, which is renamed at the end: an interrupted
 * install leaves nothing that could be mistaken for a complete one, and two runs at the same time
 * do not disturb each other.
 * @returns The folder that holds `node_modules`.
 */
export async function ensurePackage(wanted: NpmPackage): Promise<string> {
	const final = path.join(cacheDirectory, wanted.folder);
	const specification = `${wanted.name}@${wanted.version}`;
	if (await isComplete(final, specification)) {
		return final;
	}
	await removeAbandoned(wanted.folder);
	const staging = `${final}.installing-${process.pid}`;
	const whole = wanted.megabytes === undefined ? '' : ` of about ${wanted.megabytes}`;
	console.log(`Fetching ${specification} for tests (once) …`);
	const progress = setInterval(() => {
		void megabytesIn(staging).then((there) => console.log(`${specification}: ${there}${whole} MB`));
	}, progressMs);
	try {
		await mkdir(staging, { recursive: true });
		await npm(['install', '--prefix', staging, specification, '--ignore-scripts']);
		await wanted.finish(staging);
		await writeFile(path.join(staging, marker), specification);
		if (!(await isComplete(final, specification))) {
			await rm(final, { recursive: true, force: true });
			await rename(staging, final);
		}
	} catch (cause) {
		throw new Error(
			`${specification} could not be installed into ${final}. ` +
				'It comes from the npm registry that `npm config get registry` names.',
			{ cause },
		);
	} finally {
		clearInterval(progress);
		await rm(staging, { recursive: true, force: true });
	}
	return final;
}

/** Runs npm with this process's Node, free of the settings of an npm script around it. */
export async function npm(args: readonly string[]): Promise<void> {
	const env: Environment = {};
	for (const [name, value] of Object.entries(process.env)) {
		if (!/^npm_(package|lifecycle|config_local_prefix)/i.test(name)) {
			env[name] = value;
		}
	}
	const command = process.env['npm_execpath'];
	const quiet = [...args, '--no-fund', '--no-audit', '--loglevel=error'];
	if (command !== undefined && path.basename(command) === 'npm-cli.js') {
		await run(process.execPath, [command, ...quiet], { env });
	} else {
		await run('npm', quiet, { env, shell: process.platform === 'win32' });
	}
}

async function isComplete(directory: string, specification: string): Promise<boolean> {
	const found = await readFile(path.join(directory, marker), 'utf8').catch(() => '');
	return found === specification;
}

/** Size of what lies in a folder while npm fills it. */
async function megabytesIn(folder: string): Promise<number> {
	const files = await readdir(folder, { recursive: true }).catch(() => []);
	const sizes = files.map((file) =>
		stat(path.join(folder, file)).then(
			({ size }) => size,
			() => 0,
		),
	);
	const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
	return Math.round(bytes / 1_000_000);
}

/** Half-installed folders of runs that no longer exist. */
async function removeAbandoned(folder: string): Promise<void> {
	for (const name of await readdir(cacheDirectory).catch(() => [])) {
		const pid = name.startsWith(`${folder}.installing-`) ? Number(name.split('-').at(-1)) : 0;
		if (pid > 0 && !isRunning(pid)) {
			await rm(path.join(cacheDirectory, name), { recursive: true, force: true });
		}
	}
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
