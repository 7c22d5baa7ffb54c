import { existsSync } from 'node:fs';
import { ToolRefusal } from '../assistants/mcp/refusal.ts';
import { ownVersion } from '../assistants/ownVersion.ts';
import { messageOf } from '../messages/errors.ts';
import { note, print, UsageError } from './output.ts';

/**
 * The commands of the command line, loaded on demand. Exit codes: 0 done, 1 error, 2 nothing to do or nothing found.
 */

async function command(args: readonly string[]): Promise<number | undefined> {
	const [name, ...rest] = args;
	switch (name) {
		case 'mcp':
			await (await import('../assistants/mcp/server.ts')).serve(rest);
			// The server ends with its client and sets its own exit code.
			return undefined;
		case 'hook': {
			// A failed hook must not stop its assistant.
			process.exitCode = 0;
			await import('./hook.ts')
				.then(({ hook }) => hook(rest))
				.catch((error: unknown) => note(messageOf(error)));
			return 0;
		}
		case 'connect':
			return (await import('./connect.ts')).connect(rest);
		case 'undo':
			return (await import('./undo.ts')).undo(rest);
		case 'doctor':
			return (await import('./doctor.ts')).doctor(rest);
		case 'sessions':
		case 'search':
		case 'recall':
			return (await import('./archive.ts')).askArchive(name, rest);
		case '--version':
			await print(`${await ownVersion()}\n`);
			return 0;
		case undefined:
			await print((await import('./arguments.ts')).usage);
			return 1;
		case 'compact':
			return (await import('./compact.ts')).compactFile(rest);
		default:
			if (/^\w+$/.test(name) && !existsSync(name)) {
				throw new UsageError(`"${name}" is neither a Precis command nor a file in this folder.`);
			}
			return (await import('./compact.ts')).compactFile(args);
	}
}

/** Runs a command. @returns The exit code; undefined: it sets its own. */
export async function run(args: readonly string[]): Promise<number | undefined> {
	// Node 22 warns that SQLite is experimental, which users cannot change.
	process.removeAllListeners('warning').on('warning', ({ name, message }) => {
		if (name !== 'ExperimentalWarning') {
			note(message);
		}
	});
	try {
		return await command(args);
	} catch (error) {
		if (error instanceof ToolRefusal) {
			// Refusals name the tools of models.
			note(error.message.replace('list_conversations', '"precis sessions"'));
			return error.code === 'bad-arguments' ? 1 : 2;
		}
		note(messageOf(error));
		if (error instanceof UsageError) {
			note('\nRun with --help for all options.');
		}
		return 1;
	}
}
