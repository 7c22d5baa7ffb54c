import type { ConversationView } from '../protocol/conversationView.ts';
import { IconButton } from './iconButton.tsx';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';
import { undoneStep } from './undoneStep.ts';
import { visibleText } from './visibleText.ts';

export interface ConversationHeaderProperties {
	readonly conversation: ConversationView;
	/** Whether a compaction is under way. */
	readonly isRunning: boolean;
}

/** Which conversation this is and where it came from, and the way back and forth. */
export function ConversationHeader({ conversation, isRunning }: ConversationHeaderProperties) {
	const { strings, numbers, post } = usePanel();
	const texts = strings.conversation;
	const { standing, file, reading, following } = conversation;
	const compactions = standing.history.filter(({ kind }) => kind === 'compaction').length;
	const facts = [
		visibleText(conversation.source),
		fill(texts.messages, numbers.whole(conversation.messages)),
		...(reading === undefined ? [] : [fill(texts.reading, numbers.percent(reading.share))]),
		...(following === true ? [texts.following] : []),
		...(compactions > 1 ? [fill(texts.compactions, numbers.whole(compactions))] : []),
	];
	return (
		<header class="conversation">
			<h1 title={file === undefined ? undefined : visibleText(file)} dir="auto">
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
			<p class="quiet">{facts.join(' · ')}</p>
			{compactions > 0 && (
				<div class="conversation-actions">
					<IconButton
						icon="discard"
						label={texts.undo[undoneStep(standing)]}
						onPress={() => post({ type: 'undo' })}
						isDisabled={!standing.canUndo || isRunning}
					/>
					<IconButton
						icon="redo"
						label={texts.redo}
						onPress={() => post({ type: 'redo' })}
						isDisabled={!standing.canRedo || isRunning}
					/>
					<IconButton
						icon="diff"
						label={texts.compare}
						onPress={() => post({ type: 'compare' })}
						isDisabled={standing.active === undefined}
					/>
				</div>
			)}
		</header>
	);
}
