import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type {
	CompactedSizes,
	ConversationView,
	ReceiptView,
} from '../protocol/conversationView.ts';
import type { FromPanel } from '../protocol/fromPanel.ts';
import type { ItemChangeNotice } from '../protocol/toPanel.ts';
import { Button, PostButton } from './buttons.tsx';
import { Fold } from './fold.tsx';
import { Icon, type IconName } from './icons.tsx';
import { attemptText, cause, numbers } from './text.ts';
import { visibleText } from './visibleText.ts';
import { post } from './vsCode.ts';

type Action = readonly [label: string, message: FromPanel];

/** A notice with its actions. */
type Line = readonly [icon: IconName, text: string, ...actions: readonly Action[]];

interface StatusProperties {
	readonly conversation: ConversationView;
	/** Whether a compaction runs, which hides questions about earlier ones. */
	readonly isRunning: boolean;
}

/** Notices about the conversation: queued messages, pauses, storage. */
export function StatusNotices({ conversation, isRunning }: StatusProperties) {
	const { status } = conversation;
	const { automatic, paused, restsUntil, proposal, history, active } = status;
	// Files are never compacted automatically.
	const viewed = status.viewed || conversation.file !== undefined;
	const latest = history.find(({ id }) => id === active);
	const lines: readonly (Line | false)[] = [
		latest?.pruned !== undefined && [
			'info',
			prunedText({ ...latest, pruned: latest.pruned }),
			...(isRunning ? [] : [[l10n.t('Undo'), { type: 'undo' }] as const]),
		],
		status.queued !== undefined && ['comment', l10n.t('Queued: {0}', visibleText(status.queued))],
		proposal !== undefined &&
			!isRunning && [
				'info',
				proposal === 'changed'
					? l10n.t('A background summary was finished, but the context has changed.')
					: l10n.t('A background summary was finished, but the conversation no longer needs it.'),
				[l10n.t('Apply'), { type: 'applyProposal' }],
				[l10n.t('Discard'), { type: 'discardProposal' }],
			],
		!automatic &&
			!viewed && [
				'info',
				l10n.t('Automatic compaction is off for all conversations.'),
				[l10n.t('Turn On'), { type: 'turnOnAutomatic' }],
			],
		paused && [
			'info',
			l10n.t('Automatic compaction is paused for this conversation.'),
			[l10n.t('Resume'), { type: 'resumeAutomatic' }],
		],
		restsUntil !== undefined &&
			!viewed && [
				'info',
				l10n.t(
					'Automatic compaction is on hold until the context reaches {0} tokens.',
					numbers.whole(restsUntil),
				),
			],
		// File views are never stored, so no warning is needed.
		!status.kept &&
			!status.viewed && ['warning', l10n.t('Kept only in memory: lost when this window closes.')],
	];
	const shown = lines.filter((line) => line !== false);
	return shown.length === 0 ? null : (
		<ul class="status">
			{shown.map(([icon, text, ...actions]) => (
				<li key={text}>
					<Icon name={icon} />
					<span>{text}</span>
					{actions.map(([label, message]) => (
						<PostButton key={label} kind="link" text={label} message={message} />
					))}
				</li>
			))}
		</ul>
	);
}

/** Effect of a pruning. */
export function prunedText({
	pruned,
	tokensBefore,
	tokensAfter,
	isReported,
}: CompactedSizes & { readonly pruned: number }): string {
	return l10n.t(
		'Tool results pruned: {0}. {1} → {2} tokens',
		numbers.whole(pruned),
		numbers.tokens(tokensBefore, isReported),
		numbers.tokens(tokensAfter),
	);
}

interface NoticeProperties {
	readonly icon: IconName;
	readonly label: string;
	readonly children: ComponentChildren;
	readonly onDismiss?: () => void;
}

/** A notice in a frame. */
export function Notice({ icon, label, children, onDismiss }: NoticeProperties) {
	return (
		<section class="notice" aria-label={label}>
			<Icon name={icon} />
			<div>{children}</div>
			{onDismiss !== undefined && (
				<Button icon="close" text={l10n.t('Dismiss')} onPress={onDismiss} />
			)}
		</section>
	);
}

/** Explains why the built-in summariser wrote instead of a model, with *Retry with Model*. */
export function ModelFailed({ receipt }: { readonly receipt: ReceiptView }) {
	const failed = receipt.attempts.filter(({ outcome }) => outcome !== 'ok');
	const called = failed.findLast(({ outcome }) => outcome !== 'skipped');
	const shown = called ?? failed[0];
	const { model, error } = shown ?? {};
	const why = model === undefined ? cause(error) : attemptText(model, error);
	return receipt.summariser.kind !== 'built-in' || shown === undefined ? null : (
		<Notice icon={called === undefined ? 'info' : 'warning'} label={l10n.t('Summariser')}>
			<p>
				{called === undefined
					? l10n.t('The built-in summariser wrote this summary. {0}', why)
					: l10n.t('No model could write this summary. {0}', why)}
			</p>
			<PostButton
				kind="link"
				text={l10n.t('Retry with Model')}
				isChange
				message={{ type: 'retryWithModel' }}
			/>
		</Notice>
	);
}

/** Time on screen of a notice that only confirms, milliseconds: as long as VS Code's own. */
const confirmationMs = 15_000;

/** Result of the last change to an item, with *Undo*. It floats, so that it moves nothing. */
export function ChangeNotice({ notice }: { readonly notice: ItemChangeNotice }) {
	useEffect(() => {
		if (notice.kind !== 'removed') {
			return undefined;
		}
		const timer = setTimeout(() => post({ type: 'dismissChangeNotice' }), confirmationMs);
		return () => clearTimeout(timer);
	}, [notice.kind]);
	return (
		<div class={`change-notice change-${notice.kind}`}>
			<Notice
				icon={notice.kind === 'removed' ? 'trash' : 'warning'}
				label={l10n.t('Item')}
				onDismiss={() => post({ type: 'dismissChangeNotice' })}
			>
				<p>{notice.text}</p>
				{notice.kind !== 'refused' && (
					<PostButton
						kind="link"
						text={l10n.t('Undo')}
						isChange
						message={{ type: 'restore', record: notice.before }}
					/>
				)}
			</Notice>
		</div>
	);
}

interface OrphanedEditProperties {
	/** The draft. */
	readonly text: string;
	readonly onDismiss: () => void;
}

/** Keeps the draft of an item that no longer exists. */
export function OrphanedEdit({ text, onDismiss }: OrphanedEditProperties) {
	return (
		<Notice icon="warning" label={l10n.t('Text of the item')} onDismiss={onDismiss}>
			<p>{l10n.t('The item you were editing no longer exists. Your text:')}</p>
			<p class="orphan" dir="auto">
				{visibleText(text)}
			</p>
			<PostButton kind="link" text={l10n.t('Copy')} message={{ type: 'copyText', text }} />
		</Notice>
	);
}

/** Maximum number of listed problems; a file can have one on every line. */
const maxListed = 200;

/** Unreadable lines of the file, and lines where the user rewound the session, with links. */
export function Problems({ problems }: { readonly problems: ConversationView['problems'] }) {
	const more = problems.length - maxListed;
	const rewinds = problems.filter(({ isRewind }) => isRewind === true).length;
	const faults = problems.length - rewinds;
	const facts = [
		...(faults === 0 ? [] : [l10n.t('Problems in the file: {0}', numbers.whole(faults))]),
		...(rewinds === 0 ? [] : [l10n.t('Rewinds in the session: {0}', numbers.whole(rewinds))]),
	];
	return problems.length === 0 ? null : (
		<Fold
			what="problems"
			class="problems"
			summary={
				<>
					<Icon name={faults === 0 ? 'info' : 'warning'} />
					<span>{facts.join(' · ')}</span>
				</>
			}
		>
			{() => (
				<ul>
					{problems.slice(0, maxListed).map(({ line, message }, index) => (
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
