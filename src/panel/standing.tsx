import type { ConversationView } from '../protocol/conversationView.ts';
import type { FromPanel } from '../protocol/fromPanel.ts';
import { Icon, type IconName } from './icon.tsx';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';
import { visibleText } from './visibleText.ts';
import { PostButton } from './textButton.tsx';

type Action = readonly [label: string, message: FromPanel];

interface LineProperties {
	readonly icon: IconName;
	readonly text: string;
	readonly actions: readonly Action[];
}

/** Something a person should know, and what can be done about it. */
function Line({ icon, text, actions }: LineProperties) {
	return (
		<li>
			<Icon name={icon} />
			<span>{text}</span>
			{actions.length > 0 && (
				<div class="standing-actions">
					{actions.map(([label, message]) => (
						<PostButton key={label} kind="link" text={label} message={message} />
					))}
				</div>
			)}
		</li>
	);
}

interface StandingProperties {
	readonly conversation: ConversationView;
	/** Whether a compaction of it runs: what an earlier one left behind is not to be asked about then. */
	readonly isRunning: boolean;
}

/** What holds for the conversation beside its summary: what waits, what is paused, what is not kept. */
export function Standing({ conversation, isRunning }: StandingProperties) {
	const { strings, numbers } = usePanel();
	const texts = strings.standing;
	const { kept, viewed, unsent, interrupted, unanswered, queued, answering } =
		conversation.standing;
	const { automatic, paused, restsUntil, proposal, history, active } = conversation.standing;
	const latest = history.find(({ id }) => id === active);
	const line = (icon: IconName, text: string, ...actions: readonly Action[]): LineProperties => ({
		icon,
		text,
		actions,
	});
	const undo: readonly Action[] = isRunning ? [] : [[texts.undo, { type: 'undo' }]];
	const lines = [
		answering && line('loading', texts.answering, [texts.stop, { type: 'stop' }]),
		latest?.pruned !== undefined &&
			line(
				'info',
				fill(
					texts.pruned,
					numbers.whole(latest.pruned),
					numbers.whole(latest.tokensBefore),
					numbers.whole(latest.tokensAfter),
				),
				...undo,
			),
		...queued.map((message) => line('comment', fill(texts.queued, visibleText(message)))),
		unanswered &&
			!viewed &&
			line('warning', texts.unanswered, [texts.answer, { type: 'answerLast' }]),
		unsent.length > 0 &&
			line(
				'comment',
				fill(texts.unsent, numbers.whole(unsent.length), visibleText(unsent[0] ?? '')),
				[texts.send, { type: 'sendUnsent' }],
				[texts.discard, { type: 'discardUnsent' }],
			),
		interrupted &&
			!isRunning &&
			line(
				'info',
				texts.interrupted,
				[texts.again, { type: 'resumeCompaction' }],
				[texts.dismiss, { type: 'dismissCompaction' }],
			),
		proposal !== undefined &&
			!isRunning &&
			line(
				'info',
				texts.proposals[proposal],
				[texts.apply, { type: 'applyProposal' }],
				[texts.discard, { type: 'discardProposal' }],
			),
		!automatic && !viewed && line('info', texts.off, [texts.turnOn, { type: 'turnOnAutomatic' }]),
		paused && line('info', texts.paused, [texts.goOn, { type: 'resumeAutomatic' }]),
		restsUntil !== undefined &&
			!viewed &&
			line('info', fill(texts.rests, numbers.whole(restsUntil))),
		// A session that was only looked at is not kept either, and nobody expects that.
		!kept && !viewed && line('warning', texts.memoryOnly),
	].filter((one) => one !== false);
	return lines.length === 0 ? null : (
		<ul class="standing">
			{lines.map((one, index) => (
				<Line key={index} {...one} />
			))}
		</ul>
	);
}
