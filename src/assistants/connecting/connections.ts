import { execFile } from 'node:child_process';
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../messages/errors.ts';
import { isMissing } from '../../transcripts/bytes/paths.ts';
import {
	expanded,
	pathsOf,
	type StoreEnvironment,
} from '../../transcripts/discovery/environment.ts';
import { claudePluginFiles, piExtension } from '../compactor/plugins.ts';
import { agentPluginFiles, marketplace, pluginFolder, pluginManifest } from './agentPlugin.ts';
import type { FoundEntry } from './entries.ts';
import { assistantName, claudeHooks, type ConnectablePart, partsOn, piFile } from './parts.ts';
import {
	type Installation,
	pluginLauncher,
	serverLaunch,
	shellLine,
	shellOf,
	type ServerLaunch,
} from './programs.ts';

/**
 * Connects and disconnects the assistants on this machine: with their own commands, otherwise with text that the user
 * pastes or removes. Never writes another program's configuration.
 */

/** A part of Precis for an assistant that is on this machine. */
export interface FoundPart extends ConnectablePart {
	/** The assistant's configuration file; may not exist. */
	readonly file: string;
	readonly isConnected: boolean;
	/** How to connect it; if it is connected, how to disconnect it. */
	readonly step: Step;
}

/** The action that connects or disconnects a part. */
type Step =
	/** The assistant's own commands, in order. */
	| { readonly kind: 'run'; readonly commands: readonly ServerLaunch[] }
	/** The user adds the text to the file, or creates the file with it. */
	| { readonly kind: 'paste'; readonly text: string }
	/** The user deletes the file. */
	| { readonly kind: 'delete' }
	/** The user removes our entries from the file. */
	| { readonly kind: 'take-out' }
	/** The file cannot be read; the user has to repair it first. */
	| { readonly kind: 'mend'; readonly cause: string };

/** Where to look for our parts, and what assistants get. */
export interface Connecting {
	readonly environment: StoreEnvironment;
	readonly installation: Installation;
	/** The version of Precis. */
	readonly version: string;
}

/** The parts for assistants on this machine, by label. A configuration that cannot be read has the reason in its step. */
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
 * Finds the assistants on this machine. Checks their programs too: one that was never started has no folder yet.
 * @returns Whether a part's assistant is on this machine.
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
		const step = await stepFor(part, file, entry, connecting);
		return { ...part, file, isConnected: entry !== undefined, step };
	} catch (error) {
		const [file] = part.files(environment);
		return { ...part, file, isConnected: false, step: { kind: 'mend', cause: messageOf(error) } };
	}
}

/**
 * An assistant's configuration file, the first existing one of those it reads, and our entry in it.
 * @throws If it cannot be read; the message has its path.
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
		let text: string;
		try {
			text = await readFile(file, 'utf8');
		} catch (error) {
			if (isMissing(error)) {
				continue;
			}
			throw error;
		}
		try {
			return { file, entry: entry.find(text) };
		} catch (error) {
			throw new Error(`${file}: ${messageOf(error)}`, { cause: error });
		}
	}
	return { file: usual, entry: undefined };
}

async function stepFor(
	{ entry, commands }: ConnectablePart,
	file: string,
	found: FoundEntry | undefined,
	{ environment, installation }: Connecting,
): Promise<Step> {
	if (found?.isWholeFile === true) {
		return { kind: 'delete' };
	}
	const own = found?.isByHand === true ? undefined : commands;
	const command = own && (await findProgram(own.program, environment));
	if (own !== undefined && command !== undefined) {
		const runs =
			found === undefined
				? own.add(serverLaunch(installation.program), installation.plugin)
				: own.remove(installation.plugin, sourceOf(found, file, environment));
		return { kind: 'run', commands: runs.map((args) => ({ command, args })) };
	}
	return found === undefined
		? { kind: 'paste', text: entry.snippet(installation) }
		: { kind: 'take-out' };
}

/** The absolute path of the file of ours that the settings in a file record. */
function sourceOf(
	{ source }: FoundEntry,
	file: string,
	environment: StoreEnvironment,
): string | undefined {
	const rules = pathsOf(environment);
	return source === undefined
		? undefined
		: rules.resolve(rules.dirname(file), expanded(source, environment.home, rules));
}

/**
 * Runs an assistant's own commands, and checks their effect: some always report success.
 * @returns Whether the connection changed as intended, and the output of the commands, for users.
 */
export async function runStep(
	part: FoundPart,
	commands: readonly ServerLaunch[],
	connecting: Connecting,
): Promise<{ readonly ok: boolean; readonly output: string }> {
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

/** Writes our plugin if a part uses it and is not connected yet. @throws The system's error. */
export async function writePluginFor(
	{ takesPlugin, isConnected }: Pick<FoundPart, 'takesPlugin' | 'isConnected'>,
	connecting: Connecting,
): Promise<void> {
	if (takesPlugin !== undefined && !isConnected) {
		await writePlugin(takesPlugin, connecting);
	}
}

/** Writes our plugin, which assistants install or load from its folder. @throws The system's error. */
export async function writePlugin(
	form: NonNullable<ConnectablePart['takesPlugin']>,
	{ environment: { platform }, installation, version }: Connecting,
): Promise<void> {
	if (form === 'pi') {
		await writeOwnFile(piFile(installation.plugin), piExtension(installation, true), 0o600);
		return;
	}
	const { program, plugin, compactors, way } = installation;
	await writeOwnFile(path.join(plugin, marketplace.file), marketplace.text, 0o600);
	const folder = path.join(plugin, pluginFolder);
	for (const { file, text, isProgram } of agentPluginFiles(version, program, platform)) {
		await writeOwnFile(path.join(folder, file), text, isProgram === true ? 0o700 : 0o600);
	}
	if (form === 'claude-code') {
		const bundle = await readFile(path.join(compactors, 'claude-code.mjs'), 'utf8');
		// Claude Code shows this line with each compaction, so it is short: a variable in place of a path.
		const start = (): string => `"$CLAUDE_PLUGIN_ROOT/${pluginLauncher(program, platform).file}"`;
		const entry = claudeHooks(platform, platform === 'win32' ? undefined : start);
		const hooks = entry.snippet(installation);
		const manifest = pluginManifest(version);
		const undo = shellLine([...(program.typed ?? program.words), 'undo'], shellOf(platform));
		for (const [file, text] of claudePluginFiles({ manifest, hooks, bundle, undo, way })) {
			await writeOwnFile(path.join(folder, file), text, 0o600);
		}
	}
}

/** Deletes our plugin unless an assistant still loads it. @returns Whether it was there and is gone. */
export async function deleteUnusedPlugin(connecting: Connecting): Promise<boolean> {
	const { plugin } = connecting.installation;
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

/** Writes one of our files, atomically. @throws The system's error. */
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
 * The path of an assistant's program. @returns Undefined if it is missing, or is a batch file, which needs a shell.
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

/** A command as users type it. */
export function commandText({ command, args }: ServerLaunch, platform: NodeJS.Platform): string {
	return shellLine([command, ...args], shellOf(platform));
}

/** Time limit for a program, milliseconds: some start their own runtime first. */
const timeoutMs = 60_000;

/** Runs a program without a shell. @returns Its output and its error; never rejects. */
function outputOf({ command, args }: ServerLaunch, folder: string): Promise<string> {
	return new Promise((resolve) => {
		const options = { cwd: folder, timeout: timeoutMs, windowsHide: true };
		const child = execFile(command, [...args], options, (error, out, errors) =>
			resolve(
				[out, errors, error?.message ?? '']
					.map((text) => text.trim())
					.filter((text) => text !== '')
					.join('\n'),
			),
		);
		// The user cannot answer prompts.
		child.stdin?.end();
	});
}
