import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import { isMissing } from '../../transcripts/bytes/paths.ts';
import { claudePluginFiles } from './claudePlugin.ts';
import { findProgram, runCommand, type CommandEnd } from './clientCommand.ts';
import type { FoundEntry } from './entries.ts';
import type { CompactorLaunch, Programs, ServerLaunch } from './launches.ts';
import { configurationOf, type ConnectablePart, partsOn } from './parts.ts';

/**
 * How the assistants of this machine are connected and disconnected: by their own commands, else by what a person pastes
 * or takes out. No configuration of another program is written here.
 */

/** A part of ours in an assistant that was used on this machine. */
export interface FoundPart {
	readonly label: string;
	readonly kind: ConnectablePart['kind'];
	/** Its configuration file; need not be there. */
	readonly file: string;
	readonly isConnected: boolean;
	/** What connects it, or disconnects it where it is connected. */
	readonly step: Step;
}

/** What there is to do. */
type Step =
	/** Commands of the assistant's own, in order. */
	| { readonly kind: 'run'; readonly commands: readonly ServerLaunch[] }
	/** The text goes into the file: all of it where there is none. */
	| { readonly kind: 'paste'; readonly text: string }
	/** The file goes. */
	| { readonly kind: 'delete' }
	/** What begins in these lines of the file goes. */
	| { readonly kind: 'take-out'; readonly lines: readonly number[] }
	/** The program cannot be written for the assistant's shell. */
	| { readonly kind: 'none' };

/** Where parts of ours are looked for, and what they start. */
export interface Connecting {
	readonly environment: StoreEnvironment;
	readonly programs: Programs;
	/** A folder of ours for what assistants are given; made when it is needed. */
	readonly storage: string;
	/** Of Precis. */
	readonly version: string;
	readonly compactor: CompactorLaunch;
}

/** Those of this machine, by label. @throws What the system says where a configuration file cannot be read. */
export async function findParts(connecting: Connecting): Promise<readonly FoundPart[]> {
	const { environment } = connecting;
	const found: FoundPart[] = [];
	for (const part of partsOn(environment.platform)) {
		const isThere = await stat(part.folder(environment)).catch(() => undefined);
		if (isThere !== undefined) {
			const file = await configurationOf(part, environment);
			const entry = await entryIn(part, file);
			const step = await stepFor(part, entry, connecting);
			const { label, kind } = part;
			found.push({ label, kind, file, isConnected: entry !== undefined, step });
		}
	}
	return found;
}

/** What of ours the file has; undefined: nothing. @throws What the system says. */
export async function entryIn(
	{ entry }: Pick<ConnectablePart, 'entry'>,
	file: string,
): Promise<FoundEntry | undefined> {
	const text = await readFile(file, 'utf8').catch((error: unknown) => {
		if (isMissing(error)) {
			return '';
		}
		throw error;
	});
	return entry.find(text, (other) => {
		try {
			return readFileSync(other, 'utf8');
		} catch {
			return undefined;
		}
	});
}

/**
 * Runs an assistant's own commands, and looks whether they did it: some report success whatever happened.
 * @returns Whether it is connected now where it was not, or the reverse, and what the commands printed.
 */
export async function runStep(
	part: FoundPart,
	commands: readonly ServerLaunch[],
	connecting: Connecting,
): Promise<CommandEnd> {
	const { environment } = connecting;
	if (part.kind === 'hooks' && !part.isConnected) {
		await writePlugin(part, connecting);
	}
	const ends: CommandEnd[] = [];
	for (const command of commands) {
		ends.push(await runCommand(command, environment.home));
	}
	const known = partsOn(environment.platform).find(({ label }) => label === part.label);
	const entry = known === undefined ? undefined : await entryIn(known, part.file);
	return {
		ok: (entry !== undefined) !== part.isConnected,
		output: ends
			.map(({ output }) => output)
			.filter((output) => output !== '')
			.join('\n'),
	};
}

async function stepFor(
	{ entry, kind, commands }: ConnectablePart,
	found: FoundEntry | undefined,
	{ environment, programs, storage, compactor }: Connecting,
): Promise<Step> {
	if (found?.isWholeFile === true) {
		return { kind: 'delete' };
	}
	const own = found?.isByHand === true ? undefined : commands;
	const command = own === undefined ? undefined : await findProgram(own.program, environment);
	if (own !== undefined && command !== undefined) {
		const runs = found === undefined ? own.add(programs.server, pluginIn(storage)) : own.remove;
		return { kind: 'run', commands: runs.map((args) => ({ command, args })) };
	}
	if (found !== undefined) {
		return { kind: 'take-out', lines: found.lines };
	}
	const program = kind === 'server' ? programs.server : programs.commandLine;
	const text = entry.snippet(program, compactor);
	return text === undefined ? { kind: 'none' } : { kind: 'paste', text };
}

function pluginIn(storage: string): string {
	return path.join(storage, 'claude-code-plugin');
}

/** What Claude Code is given to install. */
async function writePlugin({ label }: FoundPart, connecting: Connecting): Promise<void> {
	const { environment, programs, storage, version, compactor } = connecting;
	const part = partsOn(environment.platform).find((each) => each.label === label);
	const hooks = part?.entry.snippet(programs.commandLine, compactor);
	const bundle = await readFile(path.join(compactor.folder, 'claude-code.mjs'), 'utf8').catch(
		() => undefined,
	);
	const files = claudePluginFiles(hooks, bundle, compactor.way, version);
	for (const [name, text] of files ?? []) {
		await writeOwnFile(path.join(pluginIn(storage), name), text, 0o600);
	}
}

/** Writes a file of ours, whole or not at all. @throws What the system says. */
export async function writeOwnFile(file: string, text: string, mode: number): Promise<void> {
	await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
	const beside = `${file}.${process.pid}.tmp`;
	try {
		await writeFile(beside, text, { mode });
		await rename(beside, file);
	} finally {
		await rm(beside, { force: true });
	}
}
