import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import { isMissing } from '../../transcripts/bytes/paths.ts';
import type { ConnectableAssistant } from './assistants.ts';
import { configurationOf } from './configuration.ts';
import { connectableParts, type ConnectablePart } from './hooks.ts';
import type { ServerLaunch } from './serverList.ts';

/** Changes of assistants' configuration files, as they are shown to a person before they are made. */

/** An assistant that was used on this machine, or a part of it that has a file of its own. */
export interface FoundAssistant {
	readonly label: string;
	/** What of ours goes into the file. */
	readonly part: ConnectablePart;
	/** Its configuration file; need not be there. */
	readonly file: string;
	/** What is in it; absent: it is not there. */
	readonly text?: string;
	readonly isConnected: boolean;
	/**
	 * The file with our part, or without it where it is there; empty: the file goes; absent: it is not
	 * understood.
	 */
	readonly changed?: string;
}

/** How assistants start Precis. */
export interface Programs {
	readonly server: ServerLaunch;
	/** The command line, which hooks run. */
	readonly commandLine: ServerLaunch;
}

/** By name. @throws What the system says where a configuration file cannot be read. */
export async function findAssistants(
	environment: StoreEnvironment,
	{ server, commandLine }: Programs,
): Promise<readonly FoundAssistant[]> {
	const found: FoundAssistant[] = [];
	for (const { assistant, part } of connectableParts(environment.platform)) {
		const isThere = await stat(assistant.folder(environment)).catch(() => undefined);
		if (isThere !== undefined) {
			const file = await configurationOf(assistant, environment);
			const program = part === 'server' ? server : commandLine;
			found.push({ ...(await look(assistant, file, program)), part });
		}
	}
	return found;
}

/**
 * Writes the configuration file as it was shown.
 * @param prepare Makes what the file names; runs only where the file is as it was shown.
 * @returns False: it is another one by now, and was left as it is.
 * @throws What the system says.
 */
export async function makeChange(
	{ file, text, changed }: FoundAssistant,
	prepare: () => Promise<void>,
): Promise<boolean> {
	const isAsShown = async (): Promise<boolean> => (await textOf(file)) === text;
	if (changed === undefined || !(await isAsShown())) {
		return false;
	}
	await prepare();
	// Another program may have written the file in the meantime.
	if (!(await isAsShown())) {
		return false;
	}
	await (changed === '' ? rm(file, { force: true }) : write(file, changed, 0o600));
	return true;
}

/** Takes a change back. @returns False: the file is another one by now. @throws What the system says. */
export async function takeChangeBack({ file, text, changed }: FoundAssistant): Promise<boolean> {
	if (((await textOf(file)) ?? '') !== changed) {
		return false;
	}
	await (text === undefined ? rm(file, { force: true }) : write(file, text, 0o600));
	return true;
}

async function look(
	{ label, list }: ConnectableAssistant,
	file: string,
	program: ServerLaunch,
): Promise<Omit<FoundAssistant, 'part'>> {
	const text = await textOf(file);
	const isConnected = text !== undefined && list.has(text);
	const changed = isConnected ? list.remove(text) : list.add(text ?? '', program);
	return {
		label,
		file,
		isConnected,
		...(text === undefined ? {} : { text }),
		...(changed === undefined ? {} : { changed }),
	};
}

/** Undefined: there is no such file. */
export async function textOf(file: string): Promise<string | undefined> {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		if (isMissing(error)) {
			return undefined;
		}
		throw error;
	}
}

/** Whole or not at all; through a link, with the rights it has. @param mode Of a file that is new. */
export async function write(file: string, text: string, mode: number): Promise<void> {
	await mkdir(path.dirname(file), { recursive: true });
	const target = await realpath(file).catch(() => file);
	const before = await stat(target).catch(() => undefined);
	const beside = `${target}.precis-${process.pid}`;
	try {
		await writeFile(beside, text, { mode: 0o600 });
		await chmod(beside, before === undefined ? mode : before.mode & 0o777);
		await rename(beside, target);
	} finally {
		await rm(beside, { force: true });
	}
}
