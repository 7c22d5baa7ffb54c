import type { LogOutputChannel } from 'vscode';

/** Runs work in the background and logs its errors. */
export function detach(work: Thenable<unknown>, log: LogOutputChannel): void {
	work.then(undefined, (error: unknown) => {
		log.error(error instanceof Error ? error : String(error));
	});
}
