import type { LogOutputChannel } from 'vscode';

/** Lets work go on that nobody waits for. What goes wrong with it is in the log. */
export function detach(work: Thenable<unknown>, log: LogOutputChannel): void {
	work.then(undefined, (error: unknown) => {
		log.error(error instanceof Error ? error : String(error));
	});
}
