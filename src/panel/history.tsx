import * as l10n from '@vscode/l10n';
import type { HistoryEntry, RecordView, StatusView } from '../protocol/conversationView.ts';
import { PostButton } from './buttons.tsx';
import { ChangeBar, Fold } from './fold.tsx';
import { Icon, type IconName } from './icons.tsx';
import { Receipt } from './receipt.tsx';
import { historyRows } from './records.ts';
import { sectionName } from './sectionNames.ts';
import { prunedText } from './statusNotices.tsx';
import { numbers } from './text.ts';
import { visibleText } from './visibleText.ts';
import { post } from './vsCode.ts';

interface HistoryProperties {
	readonly status: StatusView;
	/** The viewed record; undefined: the active one. */
	readonly viewed: number | undefined;
}

/** All records; viewing one changes nothing. */
export function History({ status, viewed }: HistoryProperties) {
	const { history, active } = status;
	const rows = historyRows(history);
	const largest = Math.max(1, ...history.map(({ tokensBefore }) => tokensBefore));
	const viewButton = ({ id }: HistoryEntry) => ({
		'aria-current': (viewed ?? active) === id,
		onClick: () =>
			post(id === active ? { type: 'viewActive' } : { type: 'viewRecord', record: id }),
	});
	return (
		<Fold
			what="history"
			class="history"
			isOpenAtFirst={active === undefined}
			summary={
				<>
					<h2>{l10n.t('History')}</h2>
					<span class="quiet number">{numbers.whole(rows.length)}</span>
				</>
			}
		>
			{() => (
				<ol class="history-rows" aria-label={l10n.t('History')}>
					{rows.map(({ entry, changes }) => (
						<li key={entry.id}>
							<button
								type="button"
								class="history-entry pressable"
								title={numbers.time(entry.createdAt)}
								{...viewButton(entry)}
							>
								<span class="history-line">
									<strong>{l10n.t('Version {0}', `${entry.number}`)}</strong>
									{entry.id === active && <ActiveMark />}
									<span class="one-line number">
										{l10n.t(
											'{0} → {1}',
											numbers.tokens(entry.tokensBefore, entry.isReported),
											numbers.tokens(entry.tokensAfter, entry.isAfterReported),
										)}
									</span>
									<span class="history-age quiet">{numbers.age(entry.createdAt, Date.now())}</span>
								</span>
								<ChangeBar
									before={(entry.tokensBefore / largest) * 100}
									left={Math.min(1, entry.tokensAfter / Math.max(1, entry.tokensBefore))}
								/>
								{notesOf(entry).map((note) => (
									<span key={note} class="history-note one-line quiet">
										{note}
									</span>
								))}
							</button>
							{changes.map((changed) => (
								<button
									key={changed.id}
									type="button"
									class="history-change pressable"
									title={changeText(changed)}
									{...viewButton(changed)}
								>
									<Icon name={changeIcons[changed.kind] ?? 'pin'} />
									<span class="one-line">{changeText(changed)}</span>
									{changed.id === active && <ActiveMark />}
								</button>
							))}
						</li>
					))}
					<li class="history-log">
						<span>{l10n.t('Whole conversation, nothing compacted')}</span>
						{active === undefined ? (
							<ActiveMark />
						) : (
							<PostButton
								kind="link"
								text={l10n.t('Restore')}
								isChange
								message={{ type: 'restore' }}
							/>
						)}
					</li>
				</ol>
			)}
		</Fold>
	);
}

function notesOf({ assistant, pruned, focus }: HistoryEntry): readonly string[] {
	return [
		...(assistant === undefined ? [] : [visibleText(assistant)]),
		...(pruned === undefined ? [] : [l10n.t('Tool results pruned: {0}', numbers.whole(pruned))]),
		...(focus === undefined ? [] : [l10n.t('Focus: {0}', visibleText(focus))]),
	];
}

/** Icons of changes by a user. */
const changeIcons: Readonly<Partial<Record<HistoryEntry['kind'], IconName>>> = {
	edit: 'edit',
	remove: 'trash',
};

function changeText({ kind, change }: HistoryEntry): string {
	if (change === undefined) {
		return l10n.t('Your changes were carried over');
	}
	const section = sectionName(change.section);
	const words = visibleText(change.after ?? change.before ?? '');
	return kind === 'edit'
		? l10n.t('Edited in {0}: {1}', section, words)
		: kind === 'remove'
			? l10n.t('Removed from {0}: {1}', section, words)
			: change.after === undefined
				? l10n.t('Unpinned in {0}: {1}', section, words)
				: l10n.t('Pinned in {0}: {1}', section, words);
}

function ActiveMark() {
	return (
		<>
			<Icon name="check" />
			<span class="visually-hidden">{l10n.t('Active')}</span>
		</>
	);
}

interface ViewedRecordProperties {
	readonly record: RecordView;
	/** Number of messages in the log. */
	readonly messages: number;
}

/** Header of a viewed record that is not active, with its actions. */
export function ViewedRecord({ record: { receipt, entry }, messages }: ViewedRecordProperties) {
	const { id: record, pruned } = entry;
	return (
		<section class="viewed" aria-label={l10n.t('History')}>
			<p>{viewingText(entry)}</p>
			<div class="actions">
				<PostButton
					kind="small"
					text={l10n.t('Restore')}
					isChange
					message={{ type: 'restore', record }}
				/>
				{receipt !== undefined && (
					<PostButton
						kind="smallSecondary"
						text={l10n.t('Compare')}
						message={{ type: 'compare', record }}
					/>
				)}
				<PostButton kind="smallSecondary" text={l10n.t('Back')} message={{ type: 'viewActive' }} />
			</div>
			{receipt !== undefined && (
				<Receipt receipt={receipt} what="viewedReceipt" messages={messages} />
			)}
			{pruned !== undefined && <p class="quiet">{prunedText({ ...entry, pruned })}</p>}
		</section>
	);
}

/** Text that names the viewed record. */
export function viewingText({ number }: HistoryEntry): string {
	return l10n.t('You are viewing version {0}, which is not the active summary.', `${number}`);
}
