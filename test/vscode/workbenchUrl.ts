import { pathToFileURL } from 'node:url';
import type { VsCodeServer } from './server.ts';

/** What a workbench opens with. All paths are absolute. */
export interface WorkbenchContent {
	/** Folder of the window; without it, and without a workspace, the window is empty. */
	readonly folder?: string;
	/** A `.code-workspace` file, in place of a folder. */
	readonly workspace?: string;
	/** The extension under development; absent where it is installed. */
	readonly extension?: string;
	/** A module that exports `run(): Promise<void>`; it runs in the extension host at once. */
	readonly tests?: string;
}

/** The address under which any browser shows the workbench with this content. */
export function workbenchUrl(server: VsCodeServer, content: WorkbenchContent): string {
	const remote = (file: string): string =>
		`vscode-remote://127.0.0.1:${server.port}${pathToFileURL(file).pathname}`;
	const payload: [name: string, value: string][] = [
		['skipWelcome', 'true'],
		['skipReleaseNotes', 'true'],
	];
	if (content.extension !== undefined) {
		payload.push(['extensionDevelopmentPath', remote(content.extension)]);
	}
	if (content.tests !== undefined) {
		payload.push(['extensionTestsPath', remote(content.tests)]);
	}
	return `${server.url}/?${windowOf(content)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

function windowOf({ folder, workspace }: WorkbenchContent): string {
	if (workspace !== undefined) {
		return `workspace=${pathToFileURL(workspace).pathname}`;
	}
	return folder === undefined ? 'ew=true' : `folder=${pathToFileURL(folder).pathname}`;
}
