import path from 'node:path';
import { messageOf } from '../../messages/errors.ts';
import { isWithin } from '../../transcripts/bytes/paths.ts';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import type { FoundSession, UnreadablePath } from '../../transcripts/discovery/findSessions.ts';
import { stores } from '../../transcripts/discovery/stores.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { RowLanguage } from '../panel/rowTexts.ts';
import { plainLabel } from '../plainText.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';

/** A session of another assistant, as far as it is known by now. */
export interface MachineSession extends FoundSession {
	/** As people know it; absent: its beginning does not tell. */
	readonly assistant?: string;
	/** Id of the store it lies in; absent: in an extra folder. */
	readonly store?: string;
	/** Empty: there is none. Absent: nobody has looked yet. */
	readonly title?: string;
}

/** Sessions whose titles are asked for at once: few enough that a cancel is heard. */
const titlesAtOnce = 50;

/** What a search for sessions needs. */
export interface SearchOptions {
	readonly worker: Pick<Conversations, 'askAll'>;
	readonly environment: StoreEnvironment;
	/** Searched beside the folders of assistants; may begin with `~`. */
	readonly extraFolders: readonly string[];
	/** Something was found, or named. */
	readonly onFound: () => void;
	readonly onUnreadable: (unreadable: UnreadablePath) => void;
	readonly signal: AbortSignal;
}

/** The sessions that assistants keep on this machine, each file once. */
export class MachineSessions {
	readonly #sessions = new Map<string, MachineSession>();

	/** Newest first. */
	get all(): readonly MachineSession[] {
		return [...this.#sessions.values()].sort((one, other) => other.modified - one.modified);
	}

	/**
	 * Looks for sessions of all assistants at once, then for their titles in the order they are shown.
	 * @throws {WorkerError} when the titles cannot be had.
	 */
	async search(options: SearchOptions): Promise<void> {
		const { worker, environment, extraFolders, signal, onFound, onUnreadable } = options;
		const { home } = environment;
		/** One search that fails does not end the others. */
		const searched = async (
			place: string,
			find: () => Promise<{
				readonly sessions: readonly MachineSession[];
				readonly unreadable: readonly UnreadablePath[];
			}>,
			known: Partial<MachineSession>,
		): Promise<void> => {
			try {
				const found = await find();
				found.unreadable.forEach(onUnreadable);
				for (const session of found.sessions) {
					// What an assistant's own folder tells of a session wins over what an extra folder does.
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
			...stores.map(({ id: store, label: assistant }) =>
				searched(
					assistant,
					() => worker.askAll('findSessions', { store, environment }, { signal }),
					{ store, assistant },
				),
			),
			...extraFolders.map((folder) =>
				searched(
					folder,
					() => worker.askAll('findSessionsBelow', { folder, home }, { signal }),
					{},
				),
			),
		]);
		try {
			await this.#name(options);
		} catch (error) {
			// Whoever left the list does not want to hear of it.
			if (!signal.aborted) {
				throw error;
			}
		}
	}

	async #name({ worker, environment, onFound, signal }: SearchOptions): Promise<void> {
		const databases = new Set(stores.filter(({ isDatabase }) => isDatabase).map(({ id }) => id));
		const isHere = ownSessions(environment.workspaceFolders);
		const unnamed = this.all
			.toSorted((one, other) => Number(isHere(other)) - Number(isHere(one)))
			.flatMap(({ path: file, store }) =>
				// What lies in an extra folder was named when it was recognised.
				store === undefined || databases.has(store) ? [] : [{ path: file, store }],
			);
		for (let start = 0; start < unnamed.length && !signal.aborted; start += titlesAtOnce) {
			const asked = unnamed.slice(start, start + titlesAtOnce);
			const titles = await worker.askAll('titles', { sessions: asked }, { signal });
			asked.forEach(({ path: file }, index) => {
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
 * Tells which sessions belong to a project in one of these folders.
 * @param platform Whose rules paths follow.
 */
export function ownSessions(
	folders: readonly string[],
	platform: NodeJS.Platform = process.platform,
): (session: MachineSession) => boolean {
	const system = platform === 'win32' ? path.win32 : path.posix;
	// macOS takes either case, and either way to write an accent, for the same name.
	const comparable = (one: string): string =>
		platform === 'darwin' ? one.normalize('NFC').toLowerCase() : one;
	// A project is a path, or an address of somewhere else.
	return ({ project }) =>
		project !== undefined &&
		system.isAbsolute(project) &&
		folders.some((folder) => isWithin(comparable(project), comparable(folder), system));
}

/** What a row of the list says. Label and description can be searched. @param now Milliseconds since the epoch. */
export function sessionTexts(
	session: MachineSession,
	now: number,
	language: RowLanguage,
): { readonly label: string; readonly description: string; readonly detail: string } {
	const { size, modified, assistant = '', title = '' } = session;
	const project = plainLabel(projectName(session.project ?? ''));
	const tokens = tokensOf(session);
	const name = plainLabel(title);
	const facts = [assistant, name === '' ? '' : project, language.ago(modified, now)];
	const about =
		tokens === undefined ? [] : [language.l10n.t('≈ {0} tokens', language.short(tokens))];
	return {
		label: name || project || plainLabel(path.basename(session.path)),
		description: facts.filter((fact) => fact !== '').join(' · '),
		detail: [language.bytes(size), ...about].join(' · '),
	};
}

/** The last part of a path or an address, whichever system it is from. */
function projectName(project: string): string {
	const name = project.split(/[\\/]/).findLast((part) => part !== '') ?? '';
	return name.replace(/\.code-workspace$/, '');
}

/** About how many tokens its messages have, from its size; to one digit, since it is no surer than that. */
function tokensOf({ path: file, store, size }: MachineSession): number | undefined {
	const bytesPerToken = stores.find(({ id }) => id === store)?.bytesPerToken;
	return bytesPerToken === undefined || file.endsWith('.zst')
		? undefined
		: Number((size / bytesPerToken).toPrecision(1));
}
