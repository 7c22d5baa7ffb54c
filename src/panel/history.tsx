import type { HistoryEntry, StandingView } from '../protocol/conversationView.ts';
import type { PanelStrings } from '../protocol/panelStrings.ts';
import { ChangeBar } from './changeBar.tsx';
import { Fold } from './fold.tsx';
import { historyRows, type HistoryRow } from './historyRows.ts';
import { Icon, type IconName } from './icon.tsx';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';
import { visibleText } from './visibleText.ts';
import { PostButton } from './textButton.tsx';

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
	const { strings, numbers } = usePanel();
	const texts = strings.history;
	const { history, active } = standing;
	const rows = historyRows(history);
	return (
		<Fold
			what="history"
			class="history"
			isOpenAtFirst={active === undefined}
			summary={
				<>
					<h2>{texts.heading}</h2>
					<span class="quiet number">{numbers.whole(rows.length)}</span>
				</>
			}
		>
			{() => (
				<ol class="history-rows" aria-label={texts.heading}>
					{rows.map((row) => (
						<Row key={row.entry.id} row={row} active={active} viewed={viewed ?? active} />
					))}
					<li class="history-log">
						<span class="history-active">{active === undefined && <ActiveMark />}</span>
						<span>{texts.wholeLog}</span>
						{active !== undefined && (
							<PostButton
								kind="link"
								text={texts.restore}
								disabledReason={isRunning ? strings.disabled.running : undefined}
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
	const { strings, numbers, post } = usePanel();
	const texts = strings.history;
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
				<span class="history-number">{fill(texts.number, `${entry.number}`)}</span>
				<span class="one-line number">
					{fill(texts.tokens, numbers.whole(entry.tokensBefore), numbers.whole(entry.tokensAfter))}
				</span>
				<span class="history-age quiet">{numbers.age(entry.createdAt, Date.now())}</span>
				<ChangeBar before={before} left={before === 0 ? 0 : Math.min(after, before) / before} />
				{entry.assistant !== undefined && (
					<span class="history-assistant one-line quiet">{visibleText(entry.assistant)}</span>
				)}
				{entry.pruned !== undefined && (
					<span class="history-focus one-line quiet">
						{fill(texts.pruned, numbers.whole(entry.pruned))}
					</span>
				)}
				{entry.focus !== undefined && (
					<span class="history-focus one-line quiet">
						{fill(texts.focus, visibleText(entry.focus))}
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
								title={changeText(changed, strings)}
								aria-current={viewed === changed.id}
								onClick={() => look(changed.id)}
							>
								<ChangeIcon kind={changed.kind} />
								<span class="one-line">{changeText(changed, strings)}</span>
								{active === changed.id && <ActiveMark />}
							</button>
						</li>
					))}
				</ul>
			)}
		</li>
	);
}

function changeText({ kind, change }: HistoryEntry, strings: PanelStrings): string {
	const texts = strings.history;
	if (change === undefined || kind === 'compaction' || kind === 'prune') {
		return texts.carried;
	}
	const { section, before = '', after } = change;
	const isUnpinned = kind === 'pin' && after === undefined;
	return fill(
		texts.changes[isUnpinned ? 'unpin' : kind],
		strings.sections.titles[section],
		visibleText(after ?? before),
	);
}

function ChangeIcon({ kind }: Pick<HistoryEntry, 'kind'>) {
	const name = changeIcons[kind];
	return name === undefined ? null : <Icon name={name} />;
}

function ActiveMark() {
	const { strings } = usePanel();
	return (
		<>
			<Icon name="check" />
			<span class="visually-hidden">{strings.history.active}</span>
		</>
	);
}
