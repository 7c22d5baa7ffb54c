import type { ItemAction } from '../protocol/toPanel.ts';

/** Ids shared with package.json; `test/unit/manifest.test.ts` keeps both sides equal. */

/** Commands that the palette, menus or links of texts offer. */
export const commands = {
	open: 'precis.open',
	handOver: 'precis.handOver',
	export: 'precis.export',
	openTranscript: 'precis.openTranscript',
	openSample: 'precis.openSample',
	importSessions: 'precis.importSessions',
	compact: 'precis.compact',
	compactWithFocusOnSelection: 'precis.compactWithFocusOnSelection',
	cancelCompaction: 'precis.cancelCompaction',
	previewCompaction: 'precis.previewCompaction',
	undoStep: 'precis.undoStep',
	redoCompaction: 'precis.redoCompaction',
	restoreCompaction: 'precis.restoreCompaction',
	rebuildSummary: 'precis.rebuildSummary',
	compareSummaries: 'precis.compareSummaries',
	togglePause: 'precis.togglePause',
	openConversation: 'precis.openConversation',
	renameConversation: 'precis.renameConversation',
	deleteConversation: 'precis.deleteConversation',
	searchArchive: 'precis.searchArchive',
	showSession: 'precis.showSession',
	toggleStored: 'precis.toggleStored',
	excludeWorkspace: 'precis.excludeWorkspace',
	deleteAllData: 'precis.deleteAllData',
	copyHandoff: 'precis.copyHandoff',
	refreshConversations: 'precis.refreshConversations',
	startChat: 'precis.startChat',
	getStarted: 'precis.getStarted',
	connectAssistant: 'precis.connectAssistant',
	openSettings: 'precis.openSettings',
	chooseSummaryModel: 'precis.chooseSummaryModel',
	chooseMirroredModels: 'precis.chooseMirroredModels',
	showModelsInAgentHost: 'precis.showModelsInAgentHost',
	retryWithModel: 'precis.retryWithModel',
	setApiKey: 'precis.setApiKey',
	showLog: 'precis.showLog',
} as const;

/** Commands of buttons in the chat, not listed in the palette. Each takes a conversation's id. */
export const chatButtons = {
	showConversation: 'precis.chat.showConversation',
	compact: 'precis.chat.compact',
	undo: 'precis.chat.undo',
} as const;

/** The chat participant. */
export const participantId = 'precis.chat';

/** Its slash commands. */
export const chatCommands = ['compact', 'status', 'recall', 'undo'] as const;

/** The name of a slash command. */
export type ChatCommand = (typeof chatCommands)[number];

/** Commands of rows and keys of the Conversations view, not listed in the palette. */
export const treeCommands = {
	showHandoff: 'precis.conversations.showHandoff',
	rename: 'precis.conversations.rename',
	delete: 'precis.conversations.delete',
} as const;

/** Commands of an item's context menu in the Summary view, not listed in the palette. */
export const itemCommands = {
	showSource: 'precis.item.showSource',
	copy: 'precis.item.copy',
	pin: 'precis.item.pin',
	unpin: 'precis.item.unpin',
	edit: 'precis.item.edit',
	remove: 'precis.item.remove',
} as const satisfies Readonly<Record<ItemAction, string>>;

/** The views, in their order. */
export const views = { conversations: 'precis.conversations', summary: 'precis.summary' } as const;

/** The editor that shows a conversation message by message. */
export const sessionEditor = 'precis.session';

/** Scheme of the read-only documents: handoffs and planned requests. */
export const documentScheme = 'precis';

/** The walkthrough *Get Started*. */
export const walkthroughId = 'start';

/** Keys for `when` and `enablement` clauses. */
export const contextKeys = {
	hasConversation: 'precis.hasConversation',
	/** It has been compacted, so there is a handoff. */
	hasHandoff: 'precis.hasHandoff',
	/** Precis has compacted it, not only the assistant that it came from. */
	hasCompacted: 'precis.hasCompacted',
	/** An assistant, or `@precis`, leads it with Precis. */
	isInUse: 'precis.isInUse',
	isCompacting: 'precis.isCompacting',
	canUndo: 'precis.canUndo',
	canRedo: 'precis.canRedo',
	/** It was compacted more than once: its summary may update an earlier one. */
	hasSeveralCompactions: 'precis.hasSeveralCompactions',
	/** It was compacted at some time, even if that was undone. */
	hasHistory: 'precis.hasHistory',
	/** This machine has sessions of assistants. */
	hasSessions: 'precis.hasSessions',
	/** The walkthrough was opened: VS Code ignores what was true before. */
	isStarted: 'precis.isStarted',
	/** An assistant was connected in this window. */
	isConnected: 'precis.isConnected',
	/** VS Code is known to have a model that can write summaries. */
	hasModels: 'precis.hasModels',
} as const;

/** The vendor of the models that Precis offers. */
export const modelVendor = 'precis';

/** The provider of the MCP server. */
export const mcpServersId = 'precis.servers';

/** Prefix of every setting. */
export const configurationSection = 'precis';
