/** Ids shared with package.json; `test/unit/manifest.test.ts` keeps both sides equal. */

export const commands = {
	openTranscript: 'precis.openTranscript',
	openSample: 'precis.openSample',
	compact: 'precis.compact',
	compactWithFocus: 'precis.compactWithFocus',
	compactWithFocusOnSelection: 'precis.compactWithFocusOnSelection',
	cancelCompaction: 'precis.cancelCompaction',
	copyHandoff: 'precis.copyHandoff',
	chooseSummaryModel: 'precis.chooseSummaryModel',
	retryWithModel: 'precis.retryWithModel',
	setApiKey: 'precis.setApiKey',
	removeApiKey: 'precis.removeApiKey',
	showLog: 'precis.showLog',
} as const;

export const views = { summary: 'precis.summary' } as const;

/** What `when` and `enablement` clauses ask for. */
export const contextKeys = {
	/** A conversation is open. */
	hasConversation: 'precis.hasConversation',
	/** It has been compacted, so there is a handoff. */
	hasHandoff: 'precis.hasHandoff',
	/** It is being compacted. */
	isCompacting: 'precis.isCompacting',
	/** Its summary was written by the built-in summariser; a model could write it again. */
	canRetryWithModel: 'precis.canRetryWithModel',
} as const;

/** Prefix of every setting. */
export const configurationSection = 'precis';
