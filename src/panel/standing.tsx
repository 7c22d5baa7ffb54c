import type { ConversationView } from '../protocol/conversationView.ts';
import type { FromPanel } from '../protocol/fromPanel.ts';
import { Icon, type IconName } from './icon.tsx';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';
import { visibleText } from './visibleText.ts';

interface LineProperties {
	readonly icon: IconName;
	readonly text: string;
	readonly actions?: readonly (readonly [label: string, message: FromPanel])[];
}

/** Something a person should know, and what can be done about it. */
function Line({ icon, text, actions = [] }: LineProperties) {
	const { post } = usePanel();
	return (
		<li>
			<Icon name={icon} />
			<span>{text}</span>
			{actions.length > 0 && (
				<div class="standing-actions">
					{actions.map(([label, message]) => (
						<button key={label} type="button" class="link" onClick={() => post(message)}>
							{label}
						</button>
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
	const lines: readonly LineProperties[] = [
		...(answering
			? [
					{
						icon: 'loading' as const,
						text: texts.answering,
						actions: [[texts.stop, { type: 'stop' }]] as const,
					},
				]
			: []),
		...(latest?.pruned === undefined
			? []
			: [
					{
						icon: 'info' as const,
						text: fill(
							texts.pruned,
							numbers.whole(latest.pruned),
							numbers.whole(latest.tokensBefore),
							numbers.whole(latest.tokensAfter),
						),
						actions: isRunning ? [] : ([[texts.undo, { type: 'undo' }]] as const),
					},
				]),
		...queued.map((message) => ({
			icon: 'comment' as const,
			text: fill(texts.queued, visibleText(message)),
		})),
		...(unanswered && !viewed
			? [
					{
						icon: 'warning' as const,
						text: texts.unanswered,
						actions: [[texts.answer, { type: 'answerLast' }]] as const,
					},
				]
			: []),
		...(unsent.length === 0
			? []
			: [
					{
						icon: 'comment' as const,
						text: fill(texts.unsent, numbers.whole(unsent.length), visibleText(unsent[0] ?? '')),
						actions: [
							[texts.send, { type: 'sendUnsent' }],
							[texts.discard, { type: 'discardUnsent' }],
						] as const,
					},
				]),
		...(interrupted && !isRunning
			? [
					{
						icon: 'info' as const,
						text: texts.interrupted,
						actions: [
							[texts.again, { type: 'resumeCompaction' }],
							[texts.dismiss, { type: 'dismissCompaction' }],
						] as const,
					},
				]
			: []),
		...(proposal === undefined || isRunning
			? []
			: [
					{
						icon: 'info' as const,
						text: texts.proposals[proposal],
						actions: [
							[texts.apply, { type: 'applyProposal' }],
							[texts.discard, { type: 'discardProposal' }],
						] as const,
					},
				]),
		...(!automatic && !viewed
			? [
					{
						icon: 'info' as const,
						text: texts.off,
						actions: [[texts.turnOn, { type: 'turnOnAutomatic' }]] as const,
					},
				]
			: []),
		...(paused
			? [
					{
						icon: 'info' as const,
						text: texts.paused,
						actions: [[texts.goOn, { type: 'resumeAutomatic' }]] as const,
					},
				]
			: []),
		...(restsUntil === undefined || viewed
			? []
			: [{ icon: 'info' as const, text: fill(texts.rests, numbers.whole(restsUntil)) }]),
		// A session that was only looked at is not kept either, and nobody expects that.
		...(!kept && !viewed ? [{ icon: 'warning' as const, text: texts.memoryOnly }] : []),
	];
	return lines.length === 0 ? null : (
		<ul class="standing">
			{lines.map((line, index) => (
				<Line key={index} {...line} />
			))}
		</ul>
	);
}
