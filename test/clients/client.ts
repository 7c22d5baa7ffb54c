import type { Environment } from '../vscode/processes.ts';
import type { ClientTools } from './scriptedSession.ts';

/** Where a client runs. All paths are absolute. */
export interface Place {
	/** Its home folder, and nobody else's. */
	readonly home: string;
	/** The repository it works in. */
	readonly folder: string;
	/** The model server, without a path. */
	readonly server: string;
}

/** A coding assistant for the command line, as a pinned package. */
export interface CommandLineClient {
	readonly label: string;
	/** Name and version on the npm registry. */
	readonly package: readonly [name: string, version: string];
	/** The program, relative to `node_modules`. */
	readonly program: string;
	/** Beside the common ones. */
	readonly env: (place: Place) => Environment;
	/** Its configuration: texts by path below the home folder. */
	readonly files: (place: Place) => Readonly<Record<string, string>>;
	/** Arguments that have to run once before the first turn. */
	readonly setUp?: (place: Place) => readonly string[];
	/** Arguments of a turn; a later one continues the session of the first. */
	readonly turn: (words: string, continues: boolean) => readonly string[];
	/** Puts words in quotation marks before it stores or sends them. */
	readonly quotes?: boolean;
	/** Tells the model what a command printed, and not how it ended, or only where it failed. */
	readonly hidesExit?: boolean;
	/** Where a session cannot be continued without a terminal, everything happens in one turn. */
	readonly oneTurn?: boolean;
	/** How it calls our search, where it has the model look tools up instead of listing them. */
	readonly unlistedSearch?: { readonly name: string; readonly namespace?: string };
	/** Arguments that have it compact the session by its own means. */
	readonly compact?: readonly string[];
	readonly tools: (place: Place) => ClientTools;
	/** The stored session: a pattern below the home folder. */
	readonly session: string;
}

/** Arguments without spaces of their own. */
export const flags = (text: string): readonly string[] => text.split(' ');

/** As packages of programs have it in their names. */
export const platform = `${process.platform}-${process.arch}`;
