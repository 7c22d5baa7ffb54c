import path from 'node:path';
import type { FoundSession } from '../../transcripts/discovery/findSessions.ts';
import { isWithin } from '../../transcripts/bytes/paths.ts';

/** A session of another assistant, as far as it is known by now. */
export interface MachineSession extends FoundSession {
	/** As people know it; absent: its beginning does not tell. */
	readonly assistant?: string;
	/** Id of the store it lies in; absent: in an extra folder. */
	readonly store?: string;
	/** Empty: there is none. Absent: nobody has looked yet. */
	readonly title?: string;
}

/** Sessions that are listed together. */
export type SessionGroup = 'here' | 'day' | 'week' | 'month' | 'older';

const dayMs = 24 * 60 * 60 * 1000;

/** From the youngest on: how old the oldest may be, milliseconds. */
const ages: readonly (readonly [SessionGroup, number])[] = [
	['day', dayMs],
	['week', 7 * dayMs],
	['month', 30 * dayMs],
	['older', Number.POSITIVE_INFINITY],
];

/** What was found so far, each file once, in the order it is shown. */
export class MachineSessions {
	readonly #folders: readonly string[];
	readonly #now: number;
	readonly #platform: NodeJS.Platform;
	readonly #sessions = new Map<string, MachineSession>();

	/**
	 * @param folders Of the open workspace.
	 * @param now Milliseconds since the epoch.
	 * @param platform Whose rules paths follow.
	 */
	constructor(folders: readonly string[], now: number, platform = process.platform) {
		this.#folders = folders;
		this.#now = now;
		this.#platform = platform;
	}

	get size(): number {
		return this.#sessions.size;
	}

	/** What an assistant's own folder tells of a session wins over what an extra folder does. */
	add(sessions: readonly MachineSession[]): void {
		for (const session of sessions) {
			if (session.store !== undefined || !this.#sessions.has(session.path)) {
				this.#sessions.set(session.path, session);
			}
		}
	}

	name(path: string, title: string): void {
		const session = this.#sessions.get(path);
		if (session !== undefined) {
			this.#sessions.set(path, { ...session, title });
		}
	}

	/** Those of the open workspace first, then by age; the newest first in each group. */
	groups(): readonly (readonly [SessionGroup, readonly MachineSession[]])[] {
		const groups = new Map<SessionGroup, MachineSession[]>([['here', []]]);
		ages.forEach(([group]) => groups.set(group, []));
		const newestFirst = [...this.#sessions.values()].sort(
			(one, other) => other.modified - one.modified,
		);
		for (const session of newestFirst) {
			groups.get(this.#groupOf(session))?.push(session);
		}
		return [...groups].filter(([, sessions]) => sessions.length > 0);
	}

	/** In the order they are shown. */
	inOrder(): readonly MachineSession[] {
		return this.groups().flatMap(([, sessions]) => sessions);
	}

	#groupOf({ project, modified }: MachineSession): SessionGroup {
		if (project !== undefined && this.#isHere(project)) {
			return 'here';
		}
		const age = this.#now - modified;
		return ages.find(([, oldest]) => age < oldest)?.[0] ?? 'older';
	}

	/** @param project A path, or an address of somewhere else. */
	#isHere(project: string): boolean {
		const system = this.#platform === 'win32' ? path.win32 : path.posix;
		// macOS takes either case, and either way to write an accent, for the same name.
		const comparable = (one: string): string =>
			this.#platform === 'darwin' ? one.normalize('NFC').toLowerCase() : one;
		return (
			system.isAbsolute(project) &&
			this.#folders.some((folder) => isWithin(comparable(project), comparable(folder), system))
		);
	}
}
