/** The servers in an assistant's configuration file. */

/** How a server is started. */
export interface ServerLaunch {
	readonly command: string;
	readonly args: readonly string[];
}

/** What our server is called there. */
export const serverName = 'precis';

/** How an assistant writes its servers down. Everything else in the file stays as it is. */
export interface ServerList {
	/** Whether ours is there. */
	has(text: string): boolean;
	/** With ours. @param text Of the file; empty: there is none. @returns Undefined: the file is not understood. */
	add(text: string, launch: ServerLaunch): string | undefined;
	/** Without ours. @returns Undefined: the file is not understood. */
	remove(text: string): string | undefined;
}
