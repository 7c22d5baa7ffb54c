import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { readStore } from '../conversations/store/openStore.ts';
import { StoreError } from '../conversations/store/storeError.ts';
import { messageOf } from '../messages/errors.ts';
import { redact } from '../redaction/redact.ts';
import { pathsOf, userFolders } from '../transcripts/discovery/environment.ts';
import { configurationOf, installedParts } from './connecting/connections.ts';
import { assistantName, partsOn } from './connecting/parts.ts';
import type { ServerLaunch } from './connecting/programs.ts';
import type { Root } from './mcp/root.ts';
import { sessionsOf } from './mcp/sessions.ts';
import type { Places } from './places.ts';

/** What the server finds, and which assistants are connected to it. */
export interface Diagnosis {
	readonly folders: readonly string[];
	/** The store that the server reads, then the stores of editors on this machine. */
	readonly stores: readonly StoreDiagnosis[];
	/** Sessions of the folders by assistant, beginning with the assistant of the newest session. */
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
	readonly state: 'connected' | 'not-connected' | 'not-found' | 'not-readable';
	/** Why the file cannot be read, the server does not start, or the plugin does not load. */
	readonly problem?: string;
}

interface StoreDiagnosis {
	readonly folder: string;
	readonly isRead: boolean;
	/** Number of conversations, and of those that belong to the folders; absent: there is no store. */
	readonly conversations?: number;
	readonly ofFolders?: number;
	/** Why it cannot be read. */
	readonly problem?: string;
}

/** The extension's folder in an editor's storage for extensions. */
const extensionFolder = ['globalStorage', 'precis.precis'] as const;

/** Time limit for a server, milliseconds. */
const timeoutMs = 10_000;

/**
 * Checks stores, sessions and connections. Starts connected servers as their assistants do, but changes nothing.
 * @param signal Stops the check; the promise rejects with the signal's reason.
 */
export async function diagnose(
	{ root, environment, storage }: Places,
	signal: AbortSignal,
): Promise<Diagnosis> {
	const editors = userFolders(environment).map((folder) =>
		pathsOf(environment).join(folder, ...extensionFolder),
	);
	const stores: StoreDiagnosis[] = [];
	for (const folder of new Set([storage, ...editors])) {
		const found = await storeIn(folder, root);
		if (found !== undefined || folder === storage) {
			stores.push({ folder, isRead: folder === storage, ...found });
		}
	}
	const sessions = Map.groupBy(
		await sessionsOf(root, environment, undefined, signal),
		({ store }) => store.label,
	);
	const isInstalled = await installedParts(environment);
	const assistants = partsOn(environment.platform).map(
		async (part): Promise<AssistantDiagnosis> => {
			const { label } = part;
			const found = await configurationOf(part, environment).catch((error: unknown) =>
				// The message may quote lines of the file.
				redact(messageOf(error)),
			);
			if (typeof found === 'string') {
				const [file] = part.files(environment);
				return { label, file, state: 'not-readable', problem: found };
			}
			const { file, entry } = found;
			if (entry === undefined) {
				return { label, file, state: isInstalled(part) ? 'not-connected' : 'not-found' };
			}
			const problem =
				(entry.launch && (await serverProblem(entry.launch, root.folders[0]))) ??
				(entry.module && (await loadingProblem(entry.module)));
			return { label, file, state: 'connected', ...(problem === undefined ? {} : { problem }) };
		},
	);
	return {
		folders: root.folders,
		stores,
		sessions: [...sessions].map(([assistant, group]) => ({
			assistant,
			count: group.length,
			newest: group[0]?.handle ?? '',
		})),
		assistants: await Promise.all(assistants),
	};
}

async function storeIn(
	folder: string,
	root: Root,
): Promise<Omit<StoreDiagnosis, 'folder' | 'isRead'> | undefined> {
	try {
		const all = readStore(folder, (store) => store.list());
		if (all === undefined) {
			return undefined;
		}
		const ours = await Promise.all(all.map(({ workspace }) => root.containsWorkspace(workspace)));
		return { conversations: all.length, ofFolders: ours.filter(Boolean).length };
	} catch (error) {
		if (error instanceof StoreError) {
			return { problem: error.message };
		}
		throw error;
	}
}

/** Why a server does not list its tools; undefined: it does. */
async function serverProblem(
	{ command, args }: ServerLaunch,
	cwd = process.cwd(),
): Promise<string | undefined> {
	const client = new Client({ name: 'precis-doctor', version: '1' });
	const options = { timeout: timeoutMs };
	try {
		const transport = new StdioClientTransport({
			command,
			args: [...args],
			cwd,
			stderr: 'ignore',
		});
		await client.connect(transport, options);
		await client.listTools({}, options);
		return undefined;
	} catch (error) {
		return messageOf(error);
	} finally {
		await client.close();
	}
}

/** Why a module of our plugin does not load; undefined: it does. */
function loadingProblem(module: string): Promise<string | undefined> {
	return import(module).then(() => undefined, messageOf);
}

/** The diagnosis as text for a terminal. */
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
		...assistants.flatMap(({ label, file, state, problem }) => [
			`    ${label}: ${stateText[state]} (${file})`,
			...problemLines(state, label, problem),
		]),
	].join('\n');
}

function problemLines(
	state: AssistantDiagnosis['state'],
	label: string,
	problem: string | undefined,
): readonly string[] {
	if (problem === undefined || state === 'not-readable') {
		return problem === undefined ? [] : [`      ${problem}`];
	}
	const name = assistantName(label);
	const what = label.includes(':') ? 'Its plugin cannot be loaded' : 'Its server does not start';
	return [
		`      ${what}: ${problem}`,
		`      Connect it again: precis connect --remove ${name}, then precis connect ${name}.`,
	];
}

const stateText = {
	connected: 'connected',
	'not-connected': 'not connected',
	'not-found': 'not found on this machine',
	'not-readable': 'its configuration cannot be read',
} as const;

function storeText({ conversations, ofFolders = 0, problem }: StoreDiagnosis): string {
	return conversations === undefined
		? (problem ?? 'nothing is stored yet')
		: `conversations: ${conversations}, of these folders: ${ofFolders}`;
}
