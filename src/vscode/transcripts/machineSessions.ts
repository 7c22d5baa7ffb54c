import path from 'node:path';
import { messageOf } from '../../messages/errors.ts';
import { isWithin } from '../../transcripts/bytes/paths.ts';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import type { FoundSession, UnreadablePath } from '../../transcripts/discovery/sessionSearch.ts';
import { stores } from '../../transcripts/discovery/stores.ts';
import { fileSize } from '../formats.ts';
import { ageText } from '../panel/rowTexts.ts';
import { plainLabel } from '../plainText.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/** A session of another assistant, as far as it is known. */
export interface MachineSession extends FoundSession {
	/** Display name; absent: unknown. */
	readonly assistant?: string;
	/** Id of its store; absent: it is in an extra folder. */
	readonly store?: string;
	/** Empty: none. Absent: not read yet. */
	readonly title?: string;
}

/** Titles requested at once: few enough to cancel quickly. */
const titlesAtOnce = 50;

/** Options of a search for sessions. */
export interface SearchOptions {
	readonly worker: Pick<WorkerClient, 'call'>;
	readonly environment: StoreEnvironment;
	/** Folders to search in addition to the assistants' folders; may begin with `~`. */
	readonly extraFolders: readonly string[];
	/** Called when sessions or titles were found. */
	readonly onFound: () => void;
	readonly onUnreadable: (unreadable: UnreadablePath) => void;
	readonly signal: AbortSignal;
}

/** The sessions that assistants keep on this machine, each file once. */
export class MachineSessions {
	readonly #sessions = new Map<string, MachineSession>();

	/** Newest first; sessions that have no title come last. */
	get all(): readonly MachineSession[] {
		return [...this.#sessions.values()].sort(
			(one, other) =>
				Number(one.title === '') - Number(other.title === '') || other.modified - one.modified,
		);
	}

	/** The sessions of projects in these folders, and all others; both in the same order. */
	byPlace(folders: readonly string[]) {
		const isHere = workspaceSessions(folders);
		return Object.groupBy(this.all, (session) => (isHere(session) ? 'here' : 'elsewhere'));
	}

	/**
	 * Searches the sessions of all assistants at once, then reads their titles in display order.
	 * @throws {WorkerError} if the titles cannot be read.
	 */
	async search(options: SearchOptions): Promise<void> {
		const { worker, environment, extraFolders, signal, onFound, onUnreadable } = options;
		const { home } = environment;
		/** Searches one place. A failed search does not stop the others. */
		const searchPlace = async (
			place: string,
			found: Promise<{
				readonly sessions: readonly MachineSession[];
				readonly unreadable: readonly UnreadablePath[];
			}>,
			known: Partial<MachineSession> = {},
		): Promise<void> => {
			try {
				const { sessions, unreadable } = await found;
				unreadable.forEach(onUnreadable);
				for (const session of sessions) {
					// An assistant's own folder takes precedence over an extra folder.
					if (known.store !== undefined || !this.#sessions.has(session.path)) {
						this.#sessions.set(session.path, { ...session, ...known });
					}
				}
				onFound();
			} catch (error) {
				if (!WorkerError.is(error, workerCodes.cancelled)) {
					onUnreadable({ path: place, reason: messageOf(error) });
				}
			}
		};
		await Promise.all([
			...stores.map(({ id: store, label: assistant }) => {
				const found = worker.call('findSessions', { store, environment }, { signal });
				return searchPlace(assistant, found, { store, assistant });
			}),
			...extraFolders.map((folder) =>
				searchPlace(folder, worker.call('findSessionsBelow', { folder, home }, { signal })),
			),
		]);
		try {
			await this.#readTitles(options);
		} catch (error) {
			// Errors no longer matter once the list is closed.
			if (!signal.aborted) {
				throw error;
			}
		}
	}

	async #readTitles({ worker, environment, onFound, signal }: SearchOptions): Promise<void> {
		const databases = new Set(stores.filter(({ isDatabase }) => isDatabase).map(({ id }) => id));
		const { here = [], elsewhere = [] } = this.byPlace(environment.workspaceFolders);
		const untitled = [...here, ...elsewhere].flatMap(({ path: file, store }) =>
			// Sessions in extra folders already have their titles.
			store === undefined || databases.has(store) ? [] : [{ path: file, store }],
		);
		for (let start = 0; start < untitled.length && !signal.aborted; start += titlesAtOnce) {
			const batch = untitled.slice(start, start + titlesAtOnce);
			const titles = await worker.call('titles', { sessions: batch }, { signal });
			batch.forEach(({ path: file }, index) => {
				const session = this.#sessions.get(file);
				if (session !== undefined) {
					this.#sessions.set(file, { ...session, title: titles[index] ?? '' });
				}
			});
			onFound();
		}
	}
}

/**
 * Tests whether a session belongs to a project in one of these folders.
 * @param platform Determines the path rules.
 */
export function workspaceSessions(
	folders: readonly string[],
	platform: NodeJS.Platform = process.platform,
): (session: MachineSession) => boolean {
	const system = platform === 'win32' ? path.win32 : path.posix;
	// macOS ignores case and Unicode normalisation in names.
	const comparable = (one: string): string =>
		platform === 'darwin' ? one.normalize('NFC').toLowerCase() : one;
	// A project is a path or a remote address.
	return ({ project }) =>
		project !== undefined &&
		system.isAbsolute(project) &&
		folders.some((folder) => isWithin(comparable(project), comparable(folder), system));
}

/** Texts of a row; label and description can be searched. @param now Milliseconds since the epoch. */
export function sessionTexts(
	session: MachineSession,
	now: number,
): { readonly label: string; readonly description: string; readonly detail: string } {
	const { size, modified, assistant = '', title = '' } = session;
	const project = plainLabel(projectName(session.project ?? ''));
	const name = plainLabel(title);
	const facts = [assistant, name === '' ? '' : project];
	return {
		label: name || project || plainLabel(path.basename(session.path)),
		description: facts.filter((fact) => fact !== '').join(' · '),
		// If the row is too narrow, VS Code truncates the description first.
		detail: [ageText(modified, now), fileSize(size)].join(' · '),
	};
}

/** The last part of a path or address of any system. */
function projectName(project: string): string {
	const name = project.split(/[\\/]/).findLast((part) => part !== '') ?? '';
	return name.replace(/\.code-workspace$/, '');
}
