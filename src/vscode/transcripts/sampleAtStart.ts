import * as vscode from 'vscode';
import { commands } from '../contributions.ts';

/**
 * Opens the sample when the extension is tried out with `npm start`, which sets the variable.
 * @param environment The process's.
 */
export async function openSampleWhenAsked(
	environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
	if (environment['PRECIS_OPEN_SAMPLE'] === '1') {
		await vscode.commands.executeCommand(commands.openSample);
	}
}
