import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { VsCodeServer } from './server.ts';

/** Whether this VS Code brings Copilot Chat. */
export function hasCopilotChat({ dataDirectory }: VsCodeServer): boolean {
	return existsSync(path.join(dataDirectory, 'built-in', 'copilot', 'package.json'));
}

/**
 * Lets Copilot Chat run signed out, with models of extensions. To be called before the page opens a
 * workbench.
 */
export async function enableCopilotChat(page: Page, server: VsCodeServer): Promise<void> {
	// Chat asks for a sign-in unless models of any other vendor are set up; an empty group is enough.
	await writeFile(
		path.join(server.dataDirectory, 'data', 'User', 'chatLanguageModels.json'),
		JSON.stringify([{ vendor: 'customendpoint', name: 'Local', models: [] }]),
	);
	// VS Code disables the extension at the first start, because chat is not set up. Only what the page
	// says of enabled extensions overrides that, and the server has no argument for it.
	await page.addInitScript(`{
		const found = Document.prototype.getElementById;
		Document.prototype.getElementById = function (id) {
			const element = found.call(this, id);
			if (id === 'vscode-workbench-web-configuration' && element !== null) {
				const configuration = JSON.parse(element.getAttribute('data-settings'));
				configuration.enabledExtensions = ['GitHub.copilot-chat'];
				element.setAttribute('data-settings', JSON.stringify(configuration));
			}
			return element;
		};
	}`);
}
