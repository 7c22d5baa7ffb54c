#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { UsageError } from './cli/parsedArguments.ts';
import { note, print } from './cli/output.ts';
import { withoutControls } from './messages/withoutControls.ts';
import { Refusal } from './mcp/refusal.ts';
import { messageOf } from './models/modelError.ts';

/**
 * Precis without VS Code. Each command loads what it needs when it is called. Exit codes: 0 done, 2 there
 * was nothing to do or to find, 1 an error.
 */

/** Its SQLite searches full text from there on; what a package promises is in its manifest. */
const oldestNode = [22, 16] as const;

function isNodeTooOld(): boolean {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
	return major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
}

async function command(args: readonly string[]): Promise<number | undefined> {
	const [name, ...rest] = args;
	if (isNodeTooOld()) {
		note(
			`Precis needs Node.js ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`,
		);
		return name === 'hook' ? 0 : 1;
	}
	switch (name) {
		case 'mcp':
			// The server ends with its client and sets its own exit code.
			return void (await import('./mcp.ts'));
		case 'hook': {
			const { hook, standardInput } = await import('./cli/hook.ts');
			try {
				await print((await hook(rest, standardInput)) ?? '', (text) => text);
			} catch (error) {
				note(messageOf(error));
			}
			// Whatever a hook failed at, its assistant goes on.
			return 0;
		}
		case 'connect':
			return (await import('./cli/connect.ts')).connect(rest);
		case 'doctor':
			return (await import('./cli/doctor.ts')).doctor(rest);
		case 'sessions':
		case 'search':
		case 'recall':
			return (await import('./cli/archive.ts')).askArchive(name, rest);
		case 'completion':
			await print((await import('./cli/completion.ts')).completion(rest), withoutControls);
			return 0;
		case '--version': {
			await print(`${await version()}\n`);
			return 0;
		}
		case 'compact':
			return (await import('./cli/compact.ts')).compactFile(rest);
		default:
			return (await import('./cli/compact.ts')).compactFile(args);
	}
}

/** The manifest lies beside the folder of this file, built or not. */
async function version(): Promise<string> {
	const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
	return (JSON.parse(manifest) as { readonly version: string }).version;
}

// Node 22 calls SQLite experimental: whoever runs a command can do nothing about that.
process.removeAllListeners('warning').on('warning', ({ name, message }) => {
	if (name !== 'ExperimentalWarning') {
		note(message);
	}
});

try {
	process.exitCode = await command(process.argv.slice(2));
} catch (error) {
	note(messageOf(error));
	if (error instanceof UsageError) {
		note('\nRun with --help for all options.');
	}
	process.exitCode = error instanceof Refusal && error.code !== 'bad-arguments' ? 2 : 1;
}
