import * as vscode from 'vscode';
import { registerChatCommands } from './chatCommands.ts';
import type { CommandServices } from './commandServices.ts';
import { registerCompactionCommands } from './compactionCommands.ts';
import { registerConversationCommands } from './conversationCommands.ts';
import { registerExportCommands } from './exportCommands.ts';
import { registerHandoffCommands } from './handoffCommands.ts';
import { registerHistoryCommands } from './historyCommands.ts';
import { registerLoadedCommands } from './loadedCommands.ts';
import { registerModelCommands } from './modelCommands.ts';
import { registerReportCommands } from './reportCommands.ts';
import { registerStorageCommands } from './storageCommands.ts';
import { registerTranscriptCommands } from './transcriptCommands.ts';
import { registerViewCommands } from './viewCommands.ts';
import { registerWays } from './waysCommands.ts';

/** Registers every command of the extension. */
export function registerCommands(services: CommandServices): vscode.Disposable {
	return vscode.Disposable.from(
		registerChatCommands(services),
		registerCompactionCommands(services),
		registerConversationCommands(services),
		registerExportCommands(services),
		registerHandoffCommands(services),
		registerHistoryCommands(services),
		registerLoadedCommands(services),
		registerModelCommands(services),
		registerReportCommands(services),
		registerStorageCommands(services),
		registerTranscriptCommands(services),
		registerViewCommands(services),
		registerWays(services),
	);
}
