import * as l10n from '@vscode/l10n';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ConversationView, SectionView } from '../protocol/conversationView.ts';
import type { Foldable, RememberedState } from '../protocol/remembered.ts';
import { builtInId, type PanelState } from '../protocol/toPanel.ts';
import { Announcer } from './announcer.tsx';
import { PostButton } from './buttons.tsx';
import { CompactBar, ProgressBar } from './compactBar.tsx';
import { ConversationHeader } from './conversationHeader.tsx';
import { NotCompacted, NothingOpen } from './emptyStates.tsx';
import { useFocusKept } from './focusKept.ts';
import { PanelContext } from './fold.tsx';
import { History, ViewedRecord } from './history.tsx';
import { markedSections, locateEdit, type ShownSection } from './items.ts';
import { Meter } from './meter.tsx';
import { Preview } from './preview.tsx';
import { Receipt } from './receipt.tsx';
import { followLinks } from './renderItem.ts';
import { useResultInView, useScrollMemory } from './scroll.ts';
import { DraftSections, Sections } from './sections.tsx';
import {
	ChangeNotice,
	ModelFailed,
	Notice,
	OrphanedEdit,
	Problems,
	StatusNotices,
} from './statusNotices.tsx';
import { numbers } from './text.ts';
import { visibleText } from './visibleText.ts';
import { post } from './vsCode.ts';
import { Writer } from './writer.tsx';

interface PanelProperties {
	readonly state: PanelState;
	/** Time of arrival of the state, by this page's clock. */
	readonly receivedAt: number;
	/** The remembered state of the conversation on screen. */
	readonly remembered: RememberedState;
	readonly remember: (value: RememberedState) => void;
}

/** The whole Summary view. */
export function Panel(properties: PanelProperties) {
	const { conversation } = properties.state;
	return conversation === undefined ? (
		<NothingOpen />
	) : (
		<Conversation {...properties} key={conversation.id} conversation={conversation} />
	);
}

interface ConversationProperties extends PanelProperties {
	readonly conversation: ConversationView;
}

function Conversation(properties: ConversationProperties) {
	const { conversation, state, receivedAt, remembered, remember } = properties;
	const { running, notice, changeNotice, writer } = state;
	const { status, receipt, meter, messages } = conversation;
	const isRunning = running !== undefined;
	const panel = useRef<HTMLElement>(null);
	useFocusKept(panel);
	const [kept, setKept] = useState(remembered);
	// Immediately: the page may be discarded before the next frame.
	useLayoutEffect(() => remember(kept), [kept]);
	const keep = useCallback(
		(part: Partial<RememberedState>) => setKept((now) => ({ ...now, ...part })),
		[],
	);
	useScrollMemory(remembered.top, (top) => keep({ top }));
	useUndoKeys(status.canUndo && !isRunning, status.canRedo && !isRunning);

	const editPlace =
		kept.edit === undefined
			? undefined
			: locateEdit(kept.edit, status.active, conversation.sections ?? []);
	useEffect(() => {
		if (editPlace?.kind === 'saved') {
			keep({ edit: undefined });
		}
	}, [editPlace?.kind]);
	const edit = editPlace?.kind === 'open' ? editPlace.edit : undefined;
	const context = useMemo(
		() => ({
			isRunning,
			toggles: kept.toggles,
			toggle: (what: Foldable, open: boolean) =>
				setKept((now) => ({ ...now, toggles: { ...now.toggles, [what]: open } })),
			edit,
			setEdit: (value: RememberedState['edit']) => keep({ edit: value }),
		}),
		[isRunning, kept.toggles, edit?.draft, edit?.record, edit?.section, edit?.index],
	);

	const preview = isRunning ? undefined : state.preview;
	const viewed = preview === undefined ? state.viewed : undefined;
	// A model would write another summary.
	const written = preview?.summariser.kind === 'model' ? undefined : preview?.written;
	const sections = sectionsOf(conversation, written, viewed);
	const draft = viewed === undefined ? draftOf(state, sections !== undefined) : undefined;
	useResultInView({
		isRunning,
		status,
		viewed: viewed?.entry.id,
		isPreviewed: preview !== undefined,
	});
	const isActive = viewed === undefined && preview === undefined;
	const shownReceipt = viewed === undefined ? receipt : viewed.receipt;
	return (
		<PanelContext.Provider value={context}>
			<main class="panel" ref={panel} onClick={(event) => followLinks(event, post)}>
				<ConversationHeader conversation={conversation} />
				{running === undefined ? (
					<CompactBar status={status} focus={kept.focus} onFocus={(focus) => keep({ focus })} />
				) : (
					<ProgressBar running={running} receivedAt={receivedAt} isAnswering={status.answering} />
				)}
				{receipt === undefined && !isRunning && <Writer writer={writer} receipt={undefined} />}
				<Meter meter={meter} />
				{receipt === undefined ? (
					!isRunning && <NotCompacted conversation={conversation} />
				) : (
					<>
						<Receipt receipt={receipt} what="receipt" messages={messages} />
						{meter.isUntilContinued === true && !isRunning && (
							<p class="writer">
								{l10n.t(
									'The session still has {0} tokens.',
									numbers.tokens(receipt.tokensBefore, receipt.isReported),
								)}{' '}
								<PostButton
									kind="link"
									text={l10n.t('Continue from Here…')}
									message={{ type: 'handOver' }}
								/>
							</p>
						)}
						<ModelFailed receipt={receipt} />
					</>
				)}
				<StatusNotices conversation={conversation} isRunning={isRunning} />
				{notice !== undefined && (
					<Notice icon="info" label={l10n.t('Cannot compact now')}>
						<p>
							<strong>{l10n.t('Cannot compact now')}.</strong> {visibleText(notice)}
						</p>
					</Notice>
				)}
				{editPlace?.kind === 'orphan' && (
					<OrphanedEdit text={editPlace.edit.draft} onDismiss={() => keep({ edit: undefined })} />
				)}
				<Problems problems={conversation.problems} />
				{preview !== undefined && <Preview preview={preview} />}
				{viewed !== undefined && <ViewedRecord record={viewed} messages={messages} />}
				{draft !== undefined ? (
					<DraftSections
						draft={draft}
						meanwhile={running?.meanwhile}
						isByModel={writer.id !== undefined && writer.id !== builtInId}
					/>
				) : (
					sections !== undefined && (
						<Sections
							key={preview === undefined ? viewed?.entry.id : 'preview'}
							sections={sections}
							tokens={written?.handoffTokens ?? viewed?.handoffTokens ?? meter.summary}
							record={isActive ? status.active : undefined}
							isActive={isActive}
							writer={preview === undefined ? shownReceipt?.summariser : undefined}
							next={isActive && !isRunning && <Writer writer={writer} receipt={receipt} />}
							appendix={preview === undefined ? (viewed ?? conversation).appendix : undefined}
						/>
					)
				)}
				{status.history.length > 0 && <History status={status} viewed={state.viewed?.entry.id} />}
				{changeNotice !== undefined && <ChangeNotice notice={changeNotice} />}
				<Announcer state={state} conversation={conversation} />
			</main>
		</PanelContext.Provider>
	);
}

/** Sections of the previewed, viewed or active summary. */
function sectionsOf(
	{ sections }: ConversationView,
	written: NonNullable<PanelState['preview']>['written'],
	viewed: PanelState['viewed'],
): readonly ShownSection[] | undefined {
	const next = written?.sections;
	if (next !== undefined) {
		return sections === undefined ? next : markedSections(sections, next);
	}
	const shown = viewed?.sections ?? sections;
	// Prunings before the first compaction have no sections.
	return shown?.length === 0 ? undefined : shown;
}

/** Sections that are written so far; empty before the first one of a first summary. */
function draftOf(
	{ running, preview }: PanelState,
	hasSummary: boolean,
): readonly SectionView[] | undefined {
	const isExpected = running !== undefined || preview?.summariser.kind === 'not-known-yet';
	return running?.draft ?? (!isExpected || hasSummary ? undefined : []);
}

/** Handles the usual undo and redo keys, except in text fields. */
function useUndoKeys(canUndo: boolean, canRedo: boolean): void {
	useEffect(() => {
		const press = (event: KeyboardEvent): void => {
			const { key, target, shiftKey, ctrlKey, metaKey, altKey, repeat } = event;
			const keys = `${ctrlKey || metaKey ? 'Command+' : ''}${shiftKey ? 'Shift+' : ''}${key.toLowerCase()}`;
			const type =
				keys === 'Command+z'
					? 'undo'
					: keys === 'Command+Shift+z' || keys === 'Command+y'
						? 'redo'
						: undefined;
			const isText = target instanceof Element && target.matches('input, textarea');
			const can = type === 'undo' ? canUndo : canRedo;
			if (type !== undefined && can && !isText && !altKey && !repeat) {
				event.preventDefault();
				post({ type });
			}
		};
		document.addEventListener('keydown', press);
		return () => document.removeEventListener('keydown', press);
	}, [canUndo, canRedo]);
}
