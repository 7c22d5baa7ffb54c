import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { ConversationView } from '../protocol/conversationView.ts';
import type { FromPanel } from '../protocol/fromPanel.ts';
import type { ItemChangeNotice } from '../protocol/summaryChanges.ts';
import { IconButton, PostButton, whileRunning } from './buttons.tsx';
import { Fold } from './fold.tsx';
import { Icon, type IconName } from './icons.tsx';
import { numbers } from './text.ts';
import { visibleText } from './visibleText.ts';
import { post } from './vsCode.ts';

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
	const { kept, interrupted, queued } = conversation.standing;
	// Nobody compacts what was opened from a file but the person.
	const viewed = conversation.standing.viewed || conversation.file !== undefined;
	const { automatic, paused, restsUntil, proposal, history, active } = conversation.standing;
	const latest = history.find(({ id }) => id === active);
	const line = (icon: IconName, text: string, ...actions: readonly Action[]): LineProperties => ({
		icon,
		text,
		actions,
	});
	const undo: readonly Action[] = isRunning ? [] : [[l10n.t('Undo'), { type: 'undo' }]];
	const lines = [
		latest?.pruned !== undefined &&
			line(
				'info',
				l10n.t(
					'Tool results pruned: {0}. {1} → {2} tokens',
					numbers.whole(latest.pruned),
					numbers.whole(latest.tokensBefore),
					numbers.whole(latest.tokensAfter),
				),
				...undo,
			),
		...queued.map((message) => line('comment', l10n.t('Queued: {0}', visibleText(message)))),
		interrupted &&
			!isRunning &&
			line(
				'info',
				l10n.t('A compaction was interrupted; nothing was changed.'),
				[l10n.t('Compact Again'), { type: 'resumeCompaction' }],
				[l10n.t('Dismiss'), { type: 'dismissCompaction' }],
			),
		proposal !== undefined &&
			!isRunning &&
			line(
				'info',
				proposal === 'changed'
					? l10n.t('A background summary was finished, but the context has changed.')
					: l10n.t('A background summary was finished, but the conversation no longer needs it.'),
				[l10n.t('Apply'), { type: 'applyProposal' }],
				[l10n.t('Discard'), { type: 'discardProposal' }],
			),
		!automatic &&
			!viewed &&
			line('info', l10n.t('Automatic compaction is off for all conversations.'), [
				l10n.t('Turn On'),
				{ type: 'turnOnAutomatic' },
			]),
		paused &&
			line('info', l10n.t('Automatic compaction is paused for this conversation.'), [
				l10n.t('Resume'),
				{ type: 'resumeAutomatic' },
			]),
		restsUntil !== undefined &&
			!viewed &&
			line(
				'info',
				l10n.t(
					'Automatic compaction is on hold until the context reaches {0} tokens.',
					numbers.whole(restsUntil),
				),
			),
		// A session that was only looked at is not kept either, and nobody expects that.
		!kept &&
			!conversation.standing.viewed &&
			line('warning', l10n.t('Kept only in memory: lost when this window closes.')),
	].filter((one) => one !== false);
	return lines.length === 0 ? null : (
		<ul class="standing">
			{lines.map((one, index) => (
				<Line key={index} {...one} />
			))}
		</ul>
	);
}

/** A notice of no place in the summary. */
type PlacelessNotice = Exclude<ItemChangeNotice, { readonly kind: 'removed' }>;

interface FrameProperties {
	readonly icon: IconName;
	readonly label: string;
	readonly children: ComponentChildren;
	readonly onDismiss?: () => void;
}

function Frame({ icon, label, children, onDismiss }: FrameProperties) {
	return (
		<section class="notice" aria-label={label}>
			<Icon name={icon} />
			<div>{children}</div>
			{onDismiss !== undefined && (
				<IconButton icon="close" label={l10n.t('Dismiss')} onPress={onDismiss} />
			)}
		</section>
	);
}

/** Why the last compaction was refused. */
export function Notice({ text }: { readonly text: string }) {
	return (
		<Frame icon="info" label={l10n.t('Not compacted')}>
			<p>
				<strong>{l10n.t('Not compacted')}.</strong> {visibleText(text)}
			</p>
		</Frame>
	);
}

interface ChangeNoticeProperties {
	readonly notice: PlacelessNotice;
	readonly isRunning: boolean;
}

/** How the last change to an item ended, and the way back; a removal is told where the item stood. */
export function ChangeNotice({ notice, isRunning }: ChangeNoticeProperties) {
	return (
		<Frame
			icon="warning"
			label={l10n.t('Item')}
			onDismiss={() => post({ type: 'dismissChangeNotice' })}
		>
			<p>{notice.text}</p>
			{notice.kind === 'over-budget' && (
				<PostButton
					kind="link"
					text={l10n.t('Undo')}
					disabledReason={whileRunning(isRunning)}
					message={{ type: 'restore', record: notice.before }}
				/>
			)}
		</Frame>
	);
}

export interface OrphanedEditProperties {
	/** What the person wrote. */
	readonly text: string;
	readonly onDismiss: () => void;
}

/** The item that was being edited is gone: what was written is not thrown away. */
export function OrphanedEdit({ text, onDismiss }: OrphanedEditProperties) {
	return (
		<Frame icon="warning" label={l10n.t('Text of the item')} onDismiss={onDismiss}>
			<p>{l10n.t('The item you were editing no longer exists. Your text:')}</p>
			<p class="orphan" dir="auto">
				{visibleText(text)}
			</p>
			<PostButton kind="link" text={l10n.t('Copy')} message={{ type: 'copyText', text }} />
		</Frame>
	);
}

/** Problems that are listed; a file can have as many as lines. */
const listed = 200;

/** What in the file could not be read. Each line opens the file there. */
export function Problems({ problems }: { readonly problems: ConversationView['problems'] }) {
	if (problems.length === 0) {
		return null;
	}
	const more = problems.length - listed;
	return (
		<Fold
			what="problems"
			class="problems"
			summary={
				<>
					<Icon name="warning" />
					<span>{l10n.t('Problems in the file: {0}', numbers.whole(problems.length))}</span>
				</>
			}
		>
			{() => (
				<ul>
					{problems.slice(0, listed).map(({ line, message }, index) => (
						<li key={index}>
							<PostButton
								kind="link"
								text={l10n.t('Line {0}', numbers.whole(line))}
								message={{ type: 'openProblem', line }}
							/>
							<span>{visibleText(message)}</span>
						</li>
					))}
					{more > 0 && (
						<li class="quiet">{l10n.t('{0} more are not listed.', numbers.whole(more))}</li>
					)}
				</ul>
			)}
		</Fold>
	);
}
