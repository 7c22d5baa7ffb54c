import type { ConversationView } from '../protocol/conversationView.ts';
import type { FromPanel } from '../protocol/fromPanel.ts';
import { Icon, type IconName } from './icon.tsx';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';

export interface ConversationHeaderProperties {
	readonly conversation: ConversationView;
	/** Whether a compaction is under way. */
	readonly isRunning: boolean;
}

/** Which conversation this is and where it came from, and the way back and forth. */
export function ConversationHeader({ conversation, isRunning }: ConversationHeaderProperties) {
	const { strings, numbers } = usePanel();
	const texts = strings.conversation;
	const { standing, compactions, file } = conversation;
	const facts = [
		conversation.source,
		fill(texts.messages, numbers.whole(conversation.messages)),
		...(compactions > 1 ? [fill(texts.compactions, numbers.whole(compactions))] : []),
	];
	return (
		<header class="conversation">
			<h1 title={file}>{conversation.title}</h1>
			{file !== undefined && (
				<IconButton
					icon="file"
					label={texts.openFile}
					message={{ type: 'openProblem', line: 1 }}
					disabled={false}
				/>
			)}
			<p class="quiet">{facts.join(' · ')}</p>
			{compactions > 0 && (
				<div class="conversation-actions">
					<IconButton
						icon="discard"
						label={texts.undo}
						message={{ type: 'undo' }}
						disabled={!standing.canUndo || isRunning}
					/>
					<IconButton
						icon="redo"
						label={texts.redo}
						message={{ type: 'redo' }}
						disabled={!standing.canRedo || isRunning}
					/>
					<IconButton
						icon="diff"
						label={texts.compare}
						message={{ type: 'compare' }}
						disabled={standing.active === undefined}
					/>
				</div>
			)}
		</header>
	);
}

interface IconButtonProperties {
	readonly icon: IconName;
	readonly label: string;
	readonly message: FromPanel;
	readonly disabled: boolean;
}

function IconButton({ icon, label, message, disabled }: IconButtonProperties) {
	const { post } = usePanel();
	return (
		<button
			type="button"
			class="icon-button"
			title={label}
			aria-label={label}
			disabled={disabled}
			onClick={() => post(message)}
		>
			<Icon name={icon} />
		</button>
	);
}
