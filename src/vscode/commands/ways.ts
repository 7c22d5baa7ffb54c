import * as vscode from 'vscode';

/** One of several ways to do something. */
export interface Way extends vscode.QuickPickItem {
	readonly go: () => Promise<unknown>;
}

/** Asks which way is meant, and goes it. */
export async function pickWay(placeHolder: string, ways: readonly Way[]): Promise<void> {
	const way = await vscode.window.showQuickPick(ways, { placeHolder, matchOnDetail: true });
	await way?.go();
}
