import * as vscode from 'vscode';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { recallToolName } from '../../conversations/recall/ownTool.ts';
import { RecallTool } from './recallTool.ts';
import { StatusTool, statusToolName } from './statusTool.ts';
import { hostApi, offers } from '../hostApi.ts';

/** Offers the archive to every assistant in VS Code that takes tools. */
export function registerTools(
	active: ActiveConversation,
	conversations: Conversations,
): vscode.Disposable {
	if (!offers('tools')) {
		return new vscode.Disposable(() => undefined);
	}
	return vscode.Disposable.from(
		hostApi.lm.registerTool(recallToolName, new RecallTool(conversations)),
		hostApi.lm.registerTool(statusToolName, new StatusTool(active, conversations)),
	);
}
