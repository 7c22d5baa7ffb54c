import type { ConversationView } from '../protocol/conversationView.ts';
import { IconButton } from './iconButton.tsx';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';
import { undoneStep } from './undoneStep.ts';
import { visibleText } from './visibleText.ts';

export interface ConversationHeaderProperties {
	readonly conversation: ConversationView;
	readonly isRunning: boolean;
}

/** Compactions that the context is made of now: those that were undone are none. */
function compactionsBehind({ history, active }: ConversationView['standing']): number {
	const entries = new Map(history.map((entry) => [entry.id, entry]));
	let count = 0;
	let entry = active === undefined ? undefined : entries.get(active);
	while (entry !== undefined) {
		count += entry.kind === 'compaction' ? 1 : 0;
		entry = entry.parent === undefined ? undefined : entries.get(entry.parent);
	}
	return count;
}

/** Which conversation this is and where it came from, and the way back and forth. */
export function ConversationHeader({ conversation, isRunning }: ConversationHeaderProperties) {
	const { strings, numbers, post } = usePanel();
	const { conversation: texts, disabled } = strings;
	const { standing, receipt, file, reading, following } = conversation;
	const unless = (can: boolean, reason: string): string | undefined =>
		isRunning ? disabled.running : can ? undefined : reason;
	const holding = compactionsBehind(standing);
	// A pruning before the first compaction has no summary.
	const canCompare = standing.active !== undefined && receipt !== undefined;
	const facts = [
		visibleText(conversation.source),
		numbers.messages(conversation.messages, strings),
		...(reading === undefined ? [] : [fill(texts.reading, numbers.percent(reading.share))]),
		...(following === true ? [texts.following] : []),
		...(holding > 1 ? [fill(texts.compactions, numbers.whole(holding))] : []),
	];
	return (
		<header class="conversation">
			<h1
				class="one-line"
				title={visibleText(
					file === undefined ? conversation.title : `${conversation.title}\n${file}`,
				)}
				dir="auto"
			>
				{visibleText(conversation.title)}
			</h1>
			{file !== undefined && (
				<div class="conversation-file">
					{following !== undefined && (
						<IconButton
							icon={following ? 'followed' : 'follow'}
							label={following ? texts.stopFollowing : texts.follow}
							onPress={() => post({ type: 'follow', follow: !following })}
						/>
					)}
					<IconButton
						icon="file"
						label={texts.openFile}
						onPress={() => post({ type: 'openProblem', line: 1 })}
					/>
				</div>
			)}
			<p class="quiet one-line" title={facts.join(' · ')}>
				{facts.join(' · ')}
			</p>
			{standing.history.length > 0 && (
				<div class="conversation-actions">
					<IconButton
						icon="discard"
						label={texts.undo[undoneStep(standing)]}
						onPress={() => post({ type: 'undo' })}
						disabledReason={unless(standing.canUndo, disabled.nothingToUndo)}
					/>
					<IconButton
						icon="redo"
						label={texts.redo}
						onPress={() => post({ type: 'redo' })}
						disabledReason={unless(standing.canRedo, disabled.nothingToRedo)}
					/>
					<IconButton
						icon="diff"
						label={texts.compare}
						onPress={() => post({ type: 'compare' })}
						disabledReason={canCompare ? undefined : disabled.nothingToCompare}
					/>
				</div>
			)}
		</header>
	);
}
