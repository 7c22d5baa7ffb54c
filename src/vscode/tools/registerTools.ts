import * as vscode from 'vscode';
import type { ActiveConversation } from '../activeConversation.ts';
import type { Conversations } from '../conversations.ts';
import { RecallTool, recallToolName } from './recallTool.ts';
import { StatusTool, statusToolName } from './statusTool.ts';

/** Offers the archive to every assistant in VS Code that takes tools. */
export function registerTools(
	active: ActiveConversation,
	conversations: Conversations,
): vscode.Disposable {
	// Editors on an older base load everything else.
	if (typeof vscode.lm?.registerTool !== 'function') {
		return new vscode.Disposable(() => undefined);
	}
	return vscode.Disposable.from(
		vscode.lm.registerTool(recallToolName, new RecallTool(conversations)),
		vscode.lm.registerTool(statusToolName, new StatusTool(active, conversations)),
	);
}
