import path from 'node:path';
import type { StoreEnvironment } from './environment.ts';
import type { Folder } from './folders.ts';
import type { PathPattern } from './walk.ts';

/** How the project of a session is told: by the beginning of the session, or of a file beside it. */
export interface ProjectRule {
	/** Has a group `json` (the inside of a JSON string) or `text` that is a path or an address. */
	readonly pattern: RegExp;
	/** The file to look into; absent: the session. @param session Its path. */
	readonly file?: (session: string) => string;
	/** Whether sessions in one folder are of one project, so that one look is enough. */
	readonly isOfFolder?: true;
}

/** How a session is called where no reader can tell by its beginning. */
export interface TitleRule {
	/** Has a group `json`: the inside of a JSON string. */
	readonly pattern: RegExp;
	/** The file to look into; absent: the session. @param session Its path. */
	readonly file?: (session: string) => string;
}

/** Where one assistant keeps its sessions. */
export interface SessionStore {
	readonly id: string;
	/** As people know the assistant. */
	readonly label: string;
	/** Folders, which need not be there, and which of their files are sessions. */
	places(environment: StoreEnvironment): readonly PathPattern[];
	/** Absent: nothing tells, or the file has many. */
	readonly project?: ProjectRule;
	readonly title?: TitleRule;
	/** Whether one file has all sessions of the assistant, and so neither one title nor one length. */
	readonly isDatabase?: true;
	/**
	 * Bytes of a session for each token of its messages: the median over real sessions, counted in the
	 * encoding o200k. Single sessions have half or twice as many. Absent: too few were at hand.
	 */
	readonly bytesPerToken?: number;
}

/** A name of a {@link PathPattern}, whatever it is. */
export const anything = /^/;

/** Finds the value of the first of these keys, in JSON that need not be whole. */
export function jsonString(...keys: readonly string[]): RegExp {
	return new RegExp(String.raw`"(?:${keys.join('|')})"\s*:\s*"(?<json>(?:[^"\\]|\\.)+)"`);
}

/** The folder most assistants name in the first line of a session. */
export const workingFolder = jsonString('cwd');

/** A file that stands at a known place from a session. */
export function beside(...steps: readonly string[]): (session: string) => string {
	return (session) => path.join(path.dirname(session), ...steps);
}

/** One folder of an assistant, with the names on the way to its sessions. */
export function at(folder: Folder, ...names: PathPattern['names']): SessionStore['places'] {
	return (environment) => [{ folder: folder(environment), names }];
}
