import type { ConversationView } from '../protocol/conversationView.ts';
import { Icon } from './icon.tsx';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';

/** Which conversation this is and where it came from. */
export function ConversationHeader({ conversation }: { readonly conversation: ConversationView }) {
	const { strings, numbers, post } = usePanel();
	const facts = [
		conversation.source,
		fill(strings.conversation.messages, numbers.whole(conversation.messages)),
		...(conversation.compactions > 1
			? [fill(strings.conversation.compactions, numbers.whole(conversation.compactions))]
			: []),
	];
	return (
		<header class="conversation">
			<div class="conversation-text">
				<h1 title={conversation.file}>{conversation.title}</h1>
				<p class="quiet">{facts.join(' · ')}</p>
			</div>
			<button
				type="button"
				class="icon-button"
				title={strings.conversation.openFile}
				aria-label={strings.conversation.openFile}
				onClick={() => post({ type: 'openProblem', line: 1 })}
			>
				<Icon name="file" />
			</button>
		</header>
	);
}
