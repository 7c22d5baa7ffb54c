import * as l10n from '@vscode/l10n';
import type { HistoryEntry, RecordView, StandingView } from '../protocol/conversationView.ts';
import { PostButton, whileRunning } from './buttons.tsx';
import { ChangeBar, Fold } from './fold.tsx';
import { Icon, type IconName } from './icons.tsx';
import { Receipt } from './receipt.tsx';
import { type HistoryRow, historyRows } from './records.ts';
import { sectionName } from './sections.tsx';
import { numbers } from './text.ts';
import { visibleText } from './visibleText.ts';
import { post } from './vsCode.ts';

export interface HistoryProperties {
	readonly standing: StandingView;
	/** The record that is looked at; undefined: the active one. */
	readonly viewed: number | undefined;
	readonly isRunning: boolean;
}

/** Of what a person has changed. */
const changeIcons: Readonly<Partial<Record<HistoryEntry['kind'], IconName>>> = {
	pin: 'pin',
	edit: 'edit',
	remove: 'trash',
};

/** All records there are: each can be looked at, and nothing is lost by looking. */
export function History({ standing, viewed, isRunning }: HistoryProperties) {
	const { history, active } = standing;
	const rows = historyRows(history);
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
					{rows.map((row) => (
						<Row key={row.entry.id} row={row} active={active} viewed={viewed ?? active} />
					))}
					<li class="history-log">
						<span class="history-active">{active === undefined && <ActiveMark />}</span>
						<span>{l10n.t('Whole conversation, nothing compacted')}</span>
						{active !== undefined && (
							<PostButton
								kind="link"
								text={l10n.t('Restore')}
								disabledReason={whileRunning(isRunning)}
								message={{ type: 'restore' }}
							/>
						)}
					</li>
				</ol>
			)}
		</Fold>
	);
}

interface RowProperties {
	readonly row: HistoryRow;
	readonly active: number | undefined;
	readonly viewed: number | undefined;
}

function Row({ row, active, viewed }: RowProperties) {
	const { entry, changes, before, after } = row;
	const look = (record: number): void =>
		post(record === active ? { type: 'viewActive' } : { type: 'viewRecord', record });
	return (
		<li>
			<button
				type="button"
				class="history-entry pressable"
				title={numbers.time(entry.createdAt)}
				aria-current={viewed === entry.id}
				onClick={() => look(entry.id)}
			>
				<span class="history-active">{active === entry.id && <ActiveMark />}</span>
				<span class="history-number">{l10n.t('Version {0}', `${entry.number}`)}</span>
				<span class="one-line number">
					{l10n.t('{0} → {1}', numbers.whole(entry.tokensBefore), numbers.whole(entry.tokensAfter))}
				</span>
				<span class="history-age quiet">{numbers.age(entry.createdAt, Date.now())}</span>
				<ChangeBar before={before} left={before === 0 ? 0 : Math.min(after, before) / before} />
				{entry.assistant !== undefined && (
					<span class="history-assistant one-line quiet">{visibleText(entry.assistant)}</span>
				)}
				{entry.pruned !== undefined && (
					<span class="history-focus one-line quiet">
						{l10n.t('Tool results pruned: {0}', numbers.whole(entry.pruned))}
					</span>
				)}
				{entry.focus !== undefined && (
					<span class="history-focus one-line quiet">
						{l10n.t('Focus: {0}', visibleText(entry.focus))}
					</span>
				)}
			</button>
			{changes.length > 0 && (
				<ul class="history-changes">
					{changes.map((changed) => (
						<li key={changed.id}>
							<button
								type="button"
								class="history-change pressable"
								title={changeText(changed)}
								aria-current={viewed === changed.id}
								onClick={() => look(changed.id)}
							>
								<ChangeIcon kind={changed.kind} />
								<span class="one-line">{changeText(changed)}</span>
								{active === changed.id && <ActiveMark />}
							</button>
						</li>
					))}
				</ul>
			)}
		</li>
	);
}

function changeText({ kind, change }: HistoryEntry): string {
	if (change === undefined || kind === 'compaction' || kind === 'prune') {
		return l10n.t('Your changes were carried over');
	}
	const section = sectionName(change.section);
	const words = visibleText(change.after ?? change.before ?? '');
	switch (kind) {
		case 'pin':
			return change.after === undefined
				? l10n.t('Unpinned in {0}: {1}', section, words)
				: l10n.t('Pinned in {0}: {1}', section, words);
		case 'edit':
			return l10n.t('Edited in {0}: {1}', section, words);
		case 'remove':
			return l10n.t('Removed from {0}: {1}', section, words);
	}
}

function ChangeIcon({ kind }: Pick<HistoryEntry, 'kind'>) {
	const name = changeIcons[kind];
	return name === undefined ? null : <Icon name={name} />;
}

function ActiveMark() {
	return (
		<>
			<Icon name="check" />
			<span class="visually-hidden">{l10n.t('Active')}</span>
		</>
	);
}

export interface ViewedRecordProperties {
	readonly record: RecordView;
	/** How many messages the log has. */
	readonly messages: number;
	readonly isRunning: boolean;
}

/** Says that a record is only looked at, what it is, and what can be done with it. */
export function ViewedRecord({ record, messages, isRunning }: ViewedRecordProperties) {
	const { receipt } = record;
	const { id, number, pruned, tokensBefore, tokensAfter } = record.entry;
	return (
		<section class="viewed" aria-label={l10n.t('History')}>
			<p>
				<Icon name="info" />
				<span>
					{l10n.t('You are viewing version {0}, which is not the active summary.', `${number}`)}
				</span>
			</p>
			<div class="actions">
				<PostButton
					kind="small"
					text={l10n.t('Restore')}
					disabledReason={whileRunning(isRunning)}
					message={{ type: 'restore', record: id }}
				/>
				{receipt !== undefined && (
					<PostButton
						kind="smallSecondary"
						text={l10n.t('Compare')}
						message={{ type: 'compare', record: id }}
					/>
				)}
				<PostButton kind="smallSecondary" text={l10n.t('Back')} message={{ type: 'viewActive' }} />
			</div>
			{receipt !== undefined && (
				<Receipt receipt={receipt} what="viewedReceipt" messages={messages} />
			)}
			{pruned !== undefined && (
				<p class="quiet">
					{l10n.t(
						'Tool results pruned: {0}. {1} → {2} tokens',
						numbers.whole(pruned),
						numbers.whole(tokensBefore),
						numbers.whole(tokensAfter),
					)}
				</p>
			)}
		</section>
	);
}
