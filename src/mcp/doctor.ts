import { readFile, stat } from 'node:fs/promises';
import { readStore } from '../conversations/store/readStore.ts';
import { StoreError } from '../conversations/store/storeError.ts';
import {
	pathsOf,
	userFolders,
	type StoreEnvironment,
} from '../transcripts/discovery/environment.ts';
import type { ArchivePlaces } from './archive.ts';
import { connectableAssistants, type ConnectableAssistant } from './connecting/assistants.ts';
import { connectableHooks } from './connecting/hooks.ts';
import { configurationOf } from './connecting/configuration.ts';
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
	readonly assistants: readonly {
		readonly label: string;
		readonly file: string;
		readonly state: 'connected' | 'not-connected' | 'not-found';
	}[];
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

/** Looks, and changes nothing. @param signal Stops looking; the promise rejects with the signal's reason. */
export async function diagnose(
	{ root, environment, storage }: ArchivePlaces,
	signal: AbortSignal,
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
	return {
		folders: root.folders,
		stores,
		sessions: [...sessions].map(([assistant, its]) => ({
			assistant,
			count: its.length,
			newest: its[0]?.handle ?? '',
		})),
		assistants: await Promise.all(
			[...connectableAssistants, ...connectableHooks(environment.platform)]
				.toSorted((one, other) => (one.label < other.label ? -1 : 1))
				.map((each) => connectionOf(each, environment)),
		),
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
	assistant: ConnectableAssistant,
	environment: StoreEnvironment,
): Promise<Diagnosis['assistants'][number]> {
	const { label, list, folder } = assistant;
	const place = await configurationOf(assistant, environment);
	const isThere = await stat(folder(environment)).catch(() => undefined);
	const text = await readFile(place, 'utf8').catch(() => '');
	const state = list.has(text)
		? 'connected'
		: isThere === undefined
			? 'not-found'
			: 'not-connected';
	return { label, file: place, state };
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
		...assistants.map(({ label, file, state }) => `    ${label}: ${stateText[state]} (${file})`),
	].join('\n');
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
