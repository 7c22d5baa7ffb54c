import * as l10n from '@vscode/l10n';
import type { ConversationView } from '../protocol/conversationView.ts';
import { PostButton } from './buttons.tsx';
import { type UndoneStep, activeCompactionCount, undoneStep } from './records.ts';
import { numbers } from './text.ts';
import { visibleText } from './visibleText.ts';

/** Title, source and history buttons of a conversation. */
export function ConversationHeader({ conversation }: { readonly conversation: ConversationView }) {
	const { status, receipt, file, following } = conversation;
	const compactions = activeCompactionCount(status);
	// Prunings before the first compaction have no summary.
	const canCompare = status.active !== undefined && receipt !== undefined;
	const unless = (can: boolean, reason: string): string | undefined => (can ? undefined : reason);
	const facts = [
		visibleText(conversation.source),
		numbers.messages(conversation.messages),
		...(compactions > 1 ? [l10n.t('compacted {0}×', numbers.whole(compactions))] : []),
	].join(' · ');
	return (
		<header class="conversation">
			<h1 title={visibleText([conversation.title, file ?? ''].join('\n').trim())} dir="auto">
				{visibleText(conversation.title)}
			</h1>
			<div class="conversation-actions">
				{following !== undefined && (
					<PostButton
						icon={following ? 'followed' : 'follow'}
						text={
							following
								? l10n.t('Stop following the file')
								: l10n.t('Follow the file: show new messages as they are written')
						}
						message={{ type: 'follow', follow: !following }}
					/>
				)}
				{file !== undefined && (
					<PostButton
						icon="file"
						text={l10n.t('Open the transcript file')}
						message={{ type: 'openProblem', line: 1 }}
					/>
				)}
			</div>
			<p class="quiet">{facts}</p>
			{status.history.length > 0 && (
				<div class="conversation-actions">
					<PostButton
						icon="discard"
						text={undoText(undoneStep(status))}
						message={{ type: 'undo' }}
						isChange
						disabledReason={unless(status.canUndo, l10n.t('There is nothing to undo.'))}
					/>
					<PostButton
						icon="redo"
						text={l10n.t('Redo')}
						message={{ type: 'redo' }}
						isChange
						disabledReason={unless(status.canRedo, l10n.t('There is nothing to redo.'))}
					/>
					<PostButton
						icon="diff"
						text={l10n.t('Compare with Previous Summary')}
						message={{ type: 'compare' }}
						disabledReason={unless(
							canCompare,
							l10n.t('No summary is active, so there is nothing to compare.'),
						)}
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
