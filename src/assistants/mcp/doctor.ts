import { stat } from 'node:fs/promises';
import { readStore } from '../../conversations/store/openStore.ts';
import { StoreError } from '../../conversations/store/storeError.ts';
import {
	pathsOf,
	userFolders,
	type StoreEnvironment,
} from '../../transcripts/discovery/environment.ts';
import type { ArchivePlaces } from './archive.ts';
import { entryIn } from '../connecting/connections.ts';
import type { Start } from '../connecting/launches.ts';
import {
	assistantName,
	configurationOf,
	type ConnectablePart,
	partsOn,
} from '../connecting/parts.ts';
import { fails, type LaunchEnvironment, type Working } from '../connecting/starting.ts';
import { checkHook, checkServer } from '../connecting/working.ts';
import type { Root } from './root.ts';
import { sessionsOf } from './sessions.ts';

/** What the server would find, and who is connected to it. */
export interface Diagnosis {
	readonly folders: readonly string[];
	/** The store that the server reads, first, and those of editors on this machine. */
	readonly stores: readonly StoreDiagnosis[];
	/** Sessions of the folders by assistant, the one with the newest first. */
	readonly sessions: readonly {
		readonly assistant: string;
		readonly count: number;
		readonly newest: string;
	}[];
	readonly assistants: readonly AssistantDiagnosis[];
}

interface AssistantDiagnosis {
	readonly label: string;
	readonly file: string;
	readonly state: 'connected' | 'not-connected' | 'not-found';
	/** Whether what it starts of ours works, where it is connected. */
	readonly working?: Working;
	/** What to do where it does not. */
	readonly remedy?: string;
}

interface StoreDiagnosis {
	readonly folder: string;
	readonly isRead: boolean;
	/** Absent: it is not there. */
	readonly found?:
		| { readonly kind: 'readable'; readonly conversations: number; readonly ofFolders: number }
		| { readonly kind: 'unreadable'; readonly reason: string };
}

/** The extension's folder among those that an editor keeps for extensions. */
const extensionFolder = ['globalStorage', 'precis.precis'] as const;

/** How long a part of ours is waited for, milliseconds: hooks give it 15 s, on a machine that does more than this. */
const deadlineMs = 10_000;

/**
 * Looks, starts what is connected as its assistant does, and changes nothing.
 * @param signal Stops looking; the promise rejects with the signal's reason.
 * @param patienceMs How long each part that is connected is waited for.
 */
export async function diagnose(
	{ root, environment, storage }: ArchivePlaces,
	signal: AbortSignal,
	patienceMs = deadlineMs,
): Promise<Diagnosis> {
	const editors = userFolders(environment).map((folder) =>
		pathsOf(environment).join(folder, ...extensionFolder),
	);
	const stores: StoreDiagnosis[] = [];
	for (const folder of new Set([storage, ...editors])) {
		const found = await lookedInto(folder, root);
		if (found !== undefined || folder === storage) {
			const isRead = folder === storage;
			stores.push({ folder, isRead, ...(found === undefined ? {} : { found }) });
		}
	}
	const sessions = Map.groupBy(
		await sessionsOf(root, environment, undefined, signal),
		({ store }) => store.label,
	);
	const surroundings: LaunchEnvironment = {
		folder: root.folders[0] ?? environment.home,
		platform: environment.platform,
		deadlineMs: patienceMs,
		signal,
	};
	const assistants: AssistantDiagnosis[] = [];
	for (const part of partsOn(environment.platform)) {
		const check = part.kind === 'server' ? checkServer : checkHook;
		assistants.push(await connectionOf(part, environment, (start) => check(start, surroundings)));
	}
	return {
		folders: root.folders,
		stores,
		sessions: [...sessions].map(([assistant, its]) => ({
			assistant,
			count: its.length,
			newest: its[0]?.handle ?? '',
		})),
		assistants,
	};
}

async function lookedInto(folder: string, root: Root): Promise<StoreDiagnosis['found']> {
	try {
		const all = readStore(folder, (store) => store.list());
		if (all === undefined) {
			return undefined;
		}
		const ours = await Promise.all(all.map(({ workspace }) => root.holdsWorkspace(workspace)));
		const ofFolders = ours.filter(Boolean).length;
		return { kind: 'readable', conversations: all.length, ofFolders };
	} catch (error) {
		if (error instanceof StoreError) {
			return { kind: 'unreadable', reason: error.message };
		}
		throw error;
	}
}

async function connectionOf(
	part: ConnectablePart,
	environment: StoreEnvironment,
	check: (start: Start) => Promise<Working>,
): Promise<AssistantDiagnosis> {
	const { label, folder } = part;
	const file = await configurationOf(part, environment);
	const isThere = await stat(folder(environment)).catch(() => undefined);
	const entry = await entryIn(part, file).catch(() => undefined);
	if (entry === undefined) {
		return { label, file, state: isThere === undefined ? 'not-found' : 'not-connected' };
	}
	const working = await workingOf(entry.starts, check);
	const about = { label, file, state: 'connected', working } as const;
	return working.kind === 'works' ? about : { ...about, remedy: remedyFor(working, label) };
}

/** The first way to start it that fails, or that all work. */
async function workingOf(
	starts: readonly Start[],
	check: (start: Start) => Promise<Working>,
): Promise<Working> {
	let working: Working = fails('not-understood', 'How it is started is not understood.');
	for (const start of starts) {
		working = await check(start);
		if (working.kind === 'fails') {
			break;
		}
	}
	return working;
}

function remedyFor(
	{ reason }: Extract<Working, { readonly kind: 'fails' }>,
	label: string,
): string {
	const name = assistantName(label);
	const again = `run "precis connect --remove ${name}" and "precis connect ${name}"; in the editor, run "Precis: Connect an Assistant…" twice.`;
	switch (reason) {
		case 'timed-out':
			return `Run "precis doctor" again when the machine is less busy. If it still does not answer, ${again}`;
		case 'not-understood':
			return `To have Precis write it again, ${again}`;
		case 'not-started':
		case 'ended':
		case 'nonsense':
			return `To connect it to the installed Precis, ${again}`;
	}
}

/** The diagnosis for a terminal. */
export function diagnosisText({ folders, stores, sessions, assistants }: Diagnosis): string {
	return [
		`Folders: ${folders.join(', ')}`,
		'',
		'Stores',
		...stores.map((store) => `  ${store.isRead ? '*' : ' '} ${store.folder}: ${storeText(store)}`),
		'    precis mcp reads the store with the asterisk. Choose another with --store or PRECIS_STORE.',
		'',
		'Sessions of these folders',
		...(sessions.length === 0 ? ['    none'] : []),
		...sessions.map(
			({ assistant, count, newest }) => `    ${assistant}: ${count}, newest ${newest}`,
		),
		'',
		'Assistants',
		...assistants.flatMap(assistantLines),
	].join('\n');
}

function assistantLines({ label, file, state, working, remedy }: AssistantDiagnosis): string[] {
	const works = working?.kind === 'works' ? ' and works' : '';
	const line = `    ${label}: ${stateText[state]}${works} (${file})`;
	return working?.kind === 'fails'
		? [line, `      Does not work: ${working.message}`, `      ${remedy ?? ''}`]
		: [line];
}

const stateText = {
	connected: 'connected',
	'not-connected': 'not connected',
	'not-found': 'not found on this machine',
} as const;

function storeText({ found }: StoreDiagnosis): string {
	switch (found?.kind) {
		case undefined:
			return 'nothing is stored yet';
		case 'readable':
			return `conversations: ${found.conversations}, of these folders: ${found.ofFolders}`;
		case 'unreadable':
			return found.reason;
	}
}
