import { spawn } from 'node:child_process';
import { hasDisplay } from './display.ts';

/** Shows an address in the person's browser, if there is one. Never fails: the address is printed too. */
export function openInBrowser(url: string): void {
	if (!hasDisplay()) {
		return;
	}
	const child = spawn(...opener(url), { stdio: 'ignore', detached: true });
	child.on('error', () => undefined);
	child.unref();
}

function opener(url: string): [command: string, args: string[]] {
	switch (process.platform) {
		case 'darwin':
			return ['open', [url]];
		case 'win32':
			// Not `start`: the command prompt would interpret the address.
			return ['rundll32', ['url.dll,FileProtocolHandler', url]];
		default:
			return ['xdg-open', [url]];
	}
}
