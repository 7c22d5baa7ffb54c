import { execFile } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { pathsOf, type StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import type { ServerLaunch } from './launches.ts';
import { powerShellCommand, shellCommand } from './shellCommand.ts';

/** An assistant's own program, which edits its configuration itself. It is run without a shell. */

/** How long one is waited for, milliseconds: some start a runtime of their own first. */
const patienceMs = 60_000;

/**
 * Where an assistant's program lies; undefined: nowhere that it can be run without a shell. Windows runs batch files
 * with one only.
 */
export async function findProgram(
	name: string,
	{
		variables,
		platform,
		pathRules,
	}: Pick<StoreEnvironment, 'variables' | 'platform' | 'pathRules'>,
): Promise<string | undefined> {
	const rules = pathsOf({ pathRules });
	const file = platform === 'win32' ? `${name}.exe` : name;
	for (const folder of (variables['PATH'] ?? '').split(rules.delimiter)) {
		// A relative folder would be one of the project that is open.
		const program = rules.isAbsolute(folder) ? rules.join(folder, file) : undefined;
		if (program !== undefined && (await isProgram(program))) {
			return program;
		}
	}
	return undefined;
}

async function isProgram(file: string): Promise<boolean> {
	try {
		await access(file, constants.X_OK);
		return (await stat(file)).isFile();
	} catch {
		return false;
	}
}

/** A command as a person types it, for what is shown and copied. */
export function commandText(command: ServerLaunch, platform: NodeJS.Platform): string {
	return shellCommand(command, [], platform) ?? powerShellCommand(command, []);
}

/** What running a command came to. */
export interface CommandEnd {
	readonly ok: boolean;
	/** What the program printed; for people. */
	readonly output: string;
}

/** Runs a command in a folder; never rejects. */
export function runCommand({ command, args }: ServerLaunch, folder: string): Promise<CommandEnd> {
	return new Promise((resolve) => {
		const options = { cwd: folder, timeout: patienceMs, windowsHide: true };
		const child = execFile(command, [...args], options, (error, out, told) => {
			const output = [out, told, error === null ? '' : error.message]
				.map((text) => text.trim())
				.filter((text) => text !== '')
				.join('\n');
			resolve({ ok: error === null, output });
		});
		// Nobody answers a question.
		child.stdin?.end();
	});
}
