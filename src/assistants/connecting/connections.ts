import { execFile } from 'node:child_process';
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../messages/errors.ts';
import { isMissing } from '../../transcripts/bytes/paths.ts';
import { pathsOf, type StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import { claudePluginFiles, piExtension } from '../compactor/plugins.ts';
import { agentPluginFiles, marketplace, pluginFolder, pluginManifest } from './agentPlugin.ts';
import type { FoundEntry } from './entries.ts';
import { assistantName, claudeHooks, type ConnectablePart, partsOn, piFile } from './parts.ts';
import {
	type Given,
	pluginLauncher,
	serverLaunch,
	shellLine,
	shellOf,
	type ServerLaunch,
} from './programs.ts';

/**
 * Connects and disconnects the assistants of this machine: with their own commands, or else with text that the user
 * pastes or removes. Never writes another program's configuration.
 */

/** A part of ours in an assistant that was used on this machine. */
export interface FoundPart extends ConnectablePart {
	/** Its configuration file; may not exist. */
	readonly file: string;
	readonly isConnected: boolean;
	/** What connects it, or disconnects it if it is connected. */
	readonly step: Step;
}

/** The required action. */
type Step =
	/** The assistant's own commands, in order. */
	| { readonly kind: 'run'; readonly commands: readonly ServerLaunch[] }
	/** The text is added to the file, or becomes the file if there is none. */
	| { readonly kind: 'paste'; readonly text: string }
	/** The file is deleted. */
	| { readonly kind: 'delete' }
	/** Our entries are removed from the file. */
	| { readonly kind: 'take-out' }
	/** The file has to be made readable first. */
	| { readonly kind: 'mend'; readonly cause: string };

/** Where to look for our parts, and what assistants are given. */
export interface Connecting {
	readonly environment: StoreEnvironment;
	readonly given: Given;
	/** Of Precis. */
	readonly version: string;
}

/** The parts on this machine, by label; includes the reason if a configuration cannot be read. */
export async function findParts(connecting: Connecting): Promise<readonly FoundPart[]> {
	const { environment } = connecting;
	const isInstalled = await installedParts(environment);
	const found: FoundPart[] = [];
	for (const part of partsOn(environment.platform)) {
		if (isInstalled(part)) {
			found.push(await foundPart(part, connecting));
		}
	}
	return found;
}

/**
 * Tells the parts of assistants that are on this machine. A program that was installed and never started has no folder
 * yet.
 */
export async function installedParts(
	environment: StoreEnvironment,
): Promise<(part: ConnectablePart) => boolean> {
	const assistants = new Set<string>();
	for (const { label, commands, folder } of partsOn(environment.platform)) {
		const program = commands && (await findProgram(commands.program, environment));
		if (program !== undefined || (await isThere(folder(environment)))) {
			assistants.add(assistantName(label));
		}
	}
	return ({ label }) => assistants.has(assistantName(label));
}

async function foundPart(part: ConnectablePart, connecting: Connecting): Promise<FoundPart> {
	const { environment } = connecting;
	try {
		const { file, entry } = await configurationOf(part, environment);
		const step = await stepFor(part, entry, connecting);
		return { ...part, file, isConnected: entry !== undefined, step };
	} catch (error) {
		const [file] = part.files(environment);
		return { ...part, file, isConnected: false, step: { kind: 'mend', cause: messageOf(error) } };
	}
}

/**
 * An assistant's configuration file, the first existing one of those it reads, and our entry in it.
 * @throws If it cannot be read.
 */
export async function configurationOf(
	{ files, entry, recorded }: Pick<ConnectablePart, 'files' | 'entry' | 'recorded'>,
	environment: StoreEnvironment,
): Promise<{ readonly file: string; readonly entry: FoundEntry | undefined }> {
	if (recorded !== undefined) {
		const found = await configurationOf(
			{ files: recorded.files, entry: { ...entry, find: recorded.find } },
			environment,
		);
		if (found.entry !== undefined) {
			return found;
		}
	}
	const [usual, ...others] = files(environment);
	for (const file of [usual, ...others]) {
		try {
			return { file, entry: entry.find(await readFile(file, 'utf8')) };
		} catch (error) {
			if (!isMissing(error)) {
				throw error;
			}
		}
	}
	return { file: usual, entry: undefined };
}

async function stepFor(
	{ entry, commands }: ConnectablePart,
	found: FoundEntry | undefined,
	{ environment, given }: Connecting,
): Promise<Step> {
	if (found?.isWholeFile === true) {
		return { kind: 'delete' };
	}
	const own = found?.isByHand === true ? undefined : commands;
	const command = own && (await findProgram(own.program, environment));
	if (own !== undefined && command !== undefined) {
		const runs =
			found === undefined
				? own.add(serverLaunch(given.program), given.plugin)
				: own.remove(given.plugin);
		return { kind: 'run', commands: runs.map((args) => ({ command, args })) };
	}
	return found === undefined ? { kind: 'paste', text: entry.snippet(given) } : { kind: 'take-out' };
}

/**
 * Runs an assistant's own commands, and checks their effect: some always report success.
 * @returns Whether the connection changed as intended, and the output of the commands.
 */
export async function runStep(
	part: FoundPart,
	commands: readonly ServerLaunch[],
	connecting: Connecting,
): Promise<CommandEnd> {
	const { environment } = connecting;
	await writePluginFor(part, connecting);
	const printed: string[] = [];
	for (const command of commands) {
		printed.push(await outputOf(command, environment.home));
	}
	const { entry } = await configurationOf(part, environment);
	return {
		ok: (entry !== undefined) !== part.isConnected,
		output: printed.filter((text) => text !== '').join('\n'),
	};
}

/** Result of running commands. */
export interface CommandEnd {
	readonly ok: boolean;
	/** The program's output; for users. */
	readonly output: string;
}

/** Writes our plugin for a part that uses it and is not connected yet. @throws The system's error. */
export async function writePluginFor(
	{ takesPlugin, isConnected }: Pick<FoundPart, 'takesPlugin' | 'isConnected'>,
	connecting: Connecting,
): Promise<void> {
	if (takesPlugin !== undefined && !isConnected) {
		await writePlugin(takesPlugin, connecting);
	}
}

/** Writes the files that assistants install, or load from this folder. @throws The system's error. */
export async function writePlugin(
	form: NonNullable<ConnectablePart['takesPlugin']>,
	{ environment: { platform }, given, version }: Connecting,
): Promise<void> {
	if (form === 'pi') {
		await writeOwnFile(piFile(given.plugin), piExtension(given), 0o600);
		return;
	}
	await writeOwnFile(path.join(given.plugin, marketplace.file), marketplace.text, 0o600);
	const folder = path.join(given.plugin, pluginFolder);
	for (const { file, text, isProgram } of agentPluginFiles(version, given.program, platform)) {
		await writeOwnFile(path.join(folder, file), text, isProgram === true ? 0o700 : 0o600);
	}
	if (form === 'claude-code') {
		const bundle = await readFile(path.join(given.compactors, 'claude-code.mjs'), 'utf8');
		// Claude Code shows this line with each compaction, and it need not have a path of the machine.
		const start = (): string =>
			`"$CLAUDE_PLUGIN_ROOT/${pluginLauncher(given.program, platform).file}"`;
		const hooks = claudeHooks(platform, platform === 'win32' ? undefined : start).snippet(given);
		const { program, way } = given;
		const manifest = pluginManifest(version);
		const undo = shellLine([...(program.typed ?? program.words), 'undo'], shellOf(platform));
		for (const [file, text] of claudePluginFiles({ manifest, hooks, bundle, undo, way })) {
			await writeOwnFile(path.join(folder, file), text, 0o600);
		}
	}
}

/** Deletes our plugin unless an assistant still loads it. @returns Whether it was there and is gone. */
export async function deleteUnusedPlugin(connecting: Connecting): Promise<boolean> {
	const { plugin } = connecting.given;
	const parts = await findParts(connecting);
	const isUsed = parts.some(
		({ takesPlugin, isConnected, step }) =>
			takesPlugin !== undefined && (isConnected || step.kind === 'mend'),
	);
	if (isUsed || !(await isThere(plugin))) {
		return false;
	}
	await rm(plugin, { recursive: true });
	return true;
}

/** Writes one of our files, completely or not at all. @throws The system's error. */
export async function writeOwnFile(file: string, text: string, mode: number): Promise<void> {
	await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
	const temporary = `${file}.${process.pid}.tmp`;
	try {
		await writeFile(temporary, text, { mode });
		await rename(temporary, file);
	} finally {
		await rm(temporary, { force: true });
	}
}

/**
 * The path of an assistant's program; undefined: there is none that can be run without a shell. Windows needs a shell
 * for batch files.
 */
async function findProgram(
	name: string,
	environment: StoreEnvironment,
): Promise<string | undefined> {
	const { variables, platform } = environment;
	const rules = pathsOf(environment);
	const file = platform === 'win32' ? `${name}.exe` : name;
	for (const folder of (variables['PATH'] ?? '').split(rules.delimiter)) {
		// A relative folder would belong to the open project.
		const program = rules.join(folder, file);
		if (rules.isAbsolute(folder) && (await isThere(program, constants.X_OK))) {
			return program;
		}
	}
	return undefined;
}

function isThere(place: string, mode = constants.F_OK): Promise<boolean> {
	return access(place, mode).then(
		() => true,
		() => false,
	);
}

/** A command in the form in which users type it, for display and copying. */
export function commandText({ command, args }: ServerLaunch, platform: NodeJS.Platform): string {
	return shellLine([command, ...args], shellOf(platform));
}

/** Maximum wait for a program, milliseconds: some start their own runtime first. */
const patienceMs = 60_000;

/** A program's output, and its error; never rejects. Runs without a shell. */
function outputOf({ command, args }: ServerLaunch, folder: string): Promise<string> {
	return new Promise((resolve) => {
		const options = { cwd: folder, timeout: patienceMs, windowsHide: true };
		const child = execFile(command, [...args], options, (error, out, errors) =>
			resolve(
				[out, errors, error?.message ?? '']
					.map((text) => text.trim())
					.filter((text) => text !== '')
					.join('\n'),
			),
		);
		// Prompts cannot be answered.
		child.stdin?.end();
	});
}
