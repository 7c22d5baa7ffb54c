import * as l10n from '@vscode/l10n';
import type { ConversationView } from '../protocol/conversationView.ts';
import { IconButton, whileRunning } from './buttons.tsx';
import { type UndoneStep, undoneStep } from './records.ts';
import { numbers } from './text.ts';
import { visibleText } from './visibleText.ts';
import { post } from './vsCode.ts';

interface ConversationHeaderProperties {
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
	const { standing, receipt, file, following } = conversation;
	const unless = (can: boolean, reason: string): string | undefined =>
		whileRunning(isRunning) ?? (can ? undefined : reason);
	const holding = compactionsBehind(standing);
	// A pruning before the first compaction has no summary.
	const canCompare = standing.active !== undefined && receipt !== undefined;
	const facts = [
		visibleText(conversation.source),
		numbers.messages(conversation.messages),
		...(following === true ? [l10n.t('following')] : []),
		...(holding > 1 ? [l10n.t('compacted {0}×', numbers.whole(holding))] : []),
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
							label={
								following
									? l10n.t('Stop following the file')
									: l10n.t('Follow the file: show new messages as they are written')
							}
							onPress={() => post({ type: 'follow', follow: !following })}
						/>
					)}
					<IconButton
						icon="file"
						label={l10n.t('Open the transcript file')}
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
						label={undoText(undoneStep(standing))}
						onPress={() => post({ type: 'undo' })}
						disabledReason={unless(standing.canUndo, l10n.t('There is nothing to undo.'))}
					/>
					<IconButton
						icon="redo"
						label={l10n.t('Redo')}
						onPress={() => post({ type: 'redo' })}
						disabledReason={unless(standing.canRedo, l10n.t('There is nothing to redo.'))}
					/>
					<IconButton
						icon="diff"
						label={l10n.t('Compare with Previous Summary')}
						onPress={() => post({ type: 'compare' })}
						disabledReason={
							canCompare
								? undefined
								: l10n.t('No summary is active, so there is nothing to compare.')
						}
					/>
				</div>
			)}
		</header>
	);
}

function undoText(step: UndoneStep): string {
	const texts: Readonly<Record<UndoneStep, string>> = {
		pin: l10n.t('Undo Pin'),
		unpin: l10n.t('Undo Unpin'),
		edit: l10n.t('Undo Edit'),
		remove: l10n.t('Undo Removal'),
		compaction: l10n.t('Undo Compaction'),
		prune: l10n.t('Undo Pruning'),
		step: l10n.t('Undo Last Step'),
	};
	return texts[step];
}
