import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ConversationView, RecordView, SectionView } from '../protocol/conversationView.ts';
import type { PreviewView } from '../protocol/previewView.ts';
import {
	type Foldable,
	type ItemEdit,
	rememberedOf,
	type RememberedState,
	type ScrollAnchor,
} from '../protocol/remembered.ts';
import type { PanelState } from '../protocol/toPanel.ts';
import { Announcer } from './announcer.tsx';
import { CompactBar } from './compactBar.tsx';
import { ConversationHeader } from './conversationHeader.tsx';
import { NotCompacted, NothingOpen } from './emptyStates.tsx';
import { WriterChoice } from './writerChoice.tsx';
import { PanelMemory } from './fold.tsx';
import { History, ViewedRecord } from './history.tsx';
import { markedSections, placeOfEdit, type ShownSection } from './items.ts';
import { LookUps } from './lookUps.tsx';
import { Meter } from './meter.tsx';
import { Preview } from './preview.tsx';
import { ModelFailed, Receipt, writerName } from './receipt.tsx';
import { followLinks } from './renderItem.ts';
import { itemsNeeded, useResultInView, useScrollMemory } from './scroll.ts';
import { DraftSections, Sections } from './sections.tsx';
import { ChangeNotice, Notice, OrphanedEdit, Problems, Standing } from './standing.tsx';
import { post } from './vsCode.ts';

interface PanelProperties {
	readonly state: PanelState;
	/** When the state arrived, on this page's clock. */
	readonly receivedAt: number;
	readonly remembered: RememberedState;
	readonly remember: (value: RememberedState) => void;
}

/** The whole Summary view. */
export function Panel(properties: PanelProperties) {
	const { conversation } = properties.state;
	return conversation === undefined ? (
		<NothingOpen />
	) : (
		<Conversation
			{...properties}
			key={conversation.id}
			conversation={conversation}
			remembered={rememberedOf(properties.remembered, conversation.id)}
		/>
	);
}

interface ConversationProperties extends PanelProperties {
	readonly conversation: ConversationView;
}

function Conversation(properties: ConversationProperties) {
	const { conversation, state, receivedAt, remembered, remember } = properties;
	const { running, notice, changeNotice, preview, viewed } = state;
	const { standing, receipt } = conversation;
	const isRunning = running !== undefined;
	const [kept, setKept] = useState(remembered);
	const start = useRef(remembered.anchor).current;
	// At once: the page may be gone before the next frame.
	useLayoutEffect(() => remember(kept), [kept]);

	const setAnchor = useCallback(
		(anchor: ScrollAnchor | undefined) => setKept((now) => withPart(now, 'anchor', anchor)),
		[],
	);
	useScrollMemory(start, setAnchor);
	useUndoKeys({
		canUndo: standing.canUndo && !isRunning,
		canRedo: standing.canRedo && !isRunning,
	});
	const toggle = useCallback(
		(what: Foldable, open: boolean) =>
			setKept((now) => ({ ...now, toggles: { ...now.toggles, [what]: open } })),
		[],
	);
	const setEdit = useCallback(
		(edit: ItemEdit | undefined) => setKept((now) => withPart(now, 'edit', edit)),
		[],
	);

	const place =
		kept.edit === undefined
			? undefined
			: placeOfEdit(kept.edit, standing.active, conversation.sections ?? []);
	useEffect(() => {
		if (place?.kind === 'saved') {
			setEdit(undefined);
		}
	}, [place?.kind]);
	const edit = place?.kind === 'open' ? place.edit : undefined;
	const memory = useMemo(
		() => ({ toggles: kept.toggles, toggle, edit, setEdit }),
		[kept.toggles, kept.edit, edit?.record, edit?.index, place?.kind],
	);

	const previewed = isRunning ? undefined : preview;
	const looked = previewed === undefined ? viewed : undefined;
	const sections = sectionsOf(conversation, previewed, looked);
	const draft = looked === undefined ? draftOf(state, sections !== undefined) : undefined;
	useResultInView({
		isRunning,
		standing,
		viewed: looked?.entry.id,
		isPreviewed: previewed !== undefined,
	});
	const isActive = looked === undefined && previewed === undefined;
	const shownReceipt = looked === undefined ? receipt : looked.receipt;
	return (
		<PanelMemory.Provider value={memory}>
			<main class="panel" onClick={(event) => followLinks(event, post)}>
				<ConversationHeader conversation={conversation} isRunning={isRunning} />
				<CompactBar
					running={running}
					receivedAt={receivedAt}
					isAnswering={standing.answering}
					isTooShort={standing.tooShort === true}
					recent={state.recentFocuses}
					focus={kept.focus}
					onFocus={(focus) => setKept((now) => ({ ...now, focus }))}
				/>
				<Meter meter={conversation.meter} />
				{receipt === undefined ? (
					<NotCompacted conversation={conversation} writer={state.writer} isRunning={isRunning} />
				) : (
					<>
						<Receipt receipt={receipt} what="receipt" messages={conversation.messages} />
						<ModelFailed receipt={receipt} isRunning={isRunning} />
					</>
				)}
				{(receipt === undefined || receipt.summariser.kind === 'built-in') && (
					<WriterChoice writer={state.writer} isRunning={isRunning} />
				)}
				<Standing conversation={conversation} isRunning={isRunning} />
				{notice !== undefined && <Notice text={notice} />}
				{changeNotice !== undefined && changeNotice.kind !== 'removed' && (
					<ChangeNotice notice={changeNotice} isRunning={isRunning} />
				)}
				{place?.kind === 'orphan' && (
					<OrphanedEdit text={place.edit.draft} onDismiss={() => setEdit(undefined)} />
				)}
				<Problems problems={conversation.problems} />
				{previewed !== undefined && <Preview preview={previewed} />}
				{looked !== undefined && (
					<ViewedRecord record={looked} messages={conversation.messages} isRunning={isRunning} />
				)}
				{draft !== undefined ? (
					<DraftSections draft={draft} meanwhile={running?.meanwhile} />
				) : (
					sections !== undefined && (
						<Sections
							key={previewed === undefined ? looked?.entry.id : 'preview'}
							sections={sections}
							tokens={
								previewed?.written?.handoffTokens ??
								looked?.handoffTokens ??
								conversation.meter.summary
							}
							record={
								standing.active === undefined || !isActive
									? undefined
									: { id: standing.active, isPaused: isRunning }
							}
							removed={isActive && changeNotice?.kind === 'removed' ? changeNotice : undefined}
							neededOf={(title) => itemsNeeded(start, title)}
							isActive={isActive}
							writer={
								previewed === undefined && shownReceipt !== undefined
									? writerName(shownReceipt.summariser)
									: undefined
							}
							beside={previewed === undefined ? (looked ?? conversation).beside : undefined}
						/>
					)
				)}
				{standing.history.length > 0 && (
					<History standing={standing} viewed={viewed?.entry.id} isRunning={isRunning} />
				)}
				<LookUps conversation={conversation} />
				<Announcer state={state} conversation={conversation} />
			</main>
		</PanelMemory.Provider>
	);
}

/** What is shown of a summary: of one that is previewed or looked at, or else of the active one. */
function sectionsOf(
	{ sections }: ConversationView,
	preview: PreviewView | undefined,
	looked: RecordView | undefined,
): readonly ShownSection[] | undefined {
	const next = preview?.written?.sections;
	if (next !== undefined) {
		return sections === undefined ? next : markedSections(sections, next);
	}
	const shown = looked?.sections ?? sections;
	// A pruning before the first compaction has none.
	return shown?.length === 0 ? undefined : shown;
}

/** What of a summary is written so far: the place of a first one is there from the start. */
function draftOf(
	{ running, preview }: PanelState,
	hasSummary: boolean,
): readonly SectionView[] | undefined {
	const isComing = running !== undefined || preview?.summariser.kind === 'not-known-yet';
	return running?.draft ?? (!isComing || hasSummary ? undefined : []);
}

/** The state with a part that may be absent. */
function withPart<Part extends 'anchor' | 'edit'>(
	state: RememberedState,
	part: Part,
	value: RememberedState[Part] | undefined,
): RememberedState {
	const { [part]: _before, ...rest } = state;
	return (value === undefined ? rest : { ...rest, [part]: value }) as RememberedState;
}

/** What can be undone and redone now. */
interface Reversible {
	readonly canUndo: boolean;
	readonly canRedo: boolean;
}

/** Undoes and redoes with the keys that do so everywhere, but in a text field, which has its own. */
function useUndoKeys({ canUndo, canRedo }: Reversible): void {
	useEffect(() => {
		const press = (event: KeyboardEvent): void => {
			const type = reversalOf(event);
			if (type === undefined || event.repeat || isTextField(event.target)) {
				return;
			}
			if (type === 'undo' ? canUndo : canRedo) {
				event.preventDefault();
				post({ type });
			}
		};
		document.addEventListener('keydown', press);
		return () => document.removeEventListener('keydown', press);
	}, [canUndo, canRedo]);
}

function reversalOf(event: KeyboardEvent): 'undo' | 'redo' | undefined {
	if (event.altKey || event.ctrlKey === event.metaKey) {
		return undefined;
	}
	switch (event.key.toLowerCase()) {
		case 'z':
			return event.shiftKey ? 'redo' : 'undo';
		case 'y':
			return event.ctrlKey && !event.shiftKey ? 'redo' : undefined;
		default:
			return undefined;
	}
}

function isTextField(target: EventTarget | null): boolean {
	return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
