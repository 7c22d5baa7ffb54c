import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ItemView, SummaryItem } from '../protocol/conversationView.ts';
import type { ItemAction, ItemChange } from '../protocol/toPanel.ts';
import type { ItemEdit } from '../protocol/remembered.ts';
import { Button } from './buttons.tsx';
import { PanelContext } from './fold.tsx';
import { Item } from './item.tsx';
import type { ShownSection } from './items.ts';
import { numbers } from './text.ts';
import { post } from './vsCode.ts';

/** Number of visible items before *Show More*. */
const shownAtFirst = 12;

interface ItemListProperties {
	readonly label: string;
	readonly section: ShownSection;
	/** Id of the record that can be changed; undefined: read-only. */
	readonly record: number | undefined;
}

/** The items of a section: one stop for the Tab key, arrow keys from item to item. */
export function ItemList({ label, section: { title, items }, record }: ItemListProperties) {
	const { edit: open, setEdit, isRunning, toggles, toggle } = useContext(PanelContext);
	const list = useRef<HTMLUListElement>(null);
	const [wanted, setCurrent] = useState(0);
	const edit = record !== undefined && open?.section === title ? open : undefined;
	// The button would take the space of a single hidden item.
	const isWhole =
		toggles[`all ${title}`] === true ||
		items.length <= shownAtFirst + 1 ||
		(edit?.index ?? 0) >= shownAtFirst;
	const count = isWhole ? items.length : shownAtFirst;
	const current = Math.min(wanted, count - 1);
	const itemAt = (index: number): HTMLElement | null =>
		list.current?.querySelector<HTMLElement>(`:scope > [data-index="${index}"]`) ?? null;
	useRestoredFocus(list, () => list.current?.querySelector('textarea') ?? itemAt(current));

	function change(index: number, { text }: SummaryItem, what: ItemChange): void {
		if (record !== undefined) {
			const place = { record, section: title, index, text };
			post({ type: 'changeItem', place, change: what });
		}
	}

	/** Actions on an item in its present state. */
	function actionsOf(index: number, item: ItemView): Readonly<Record<ItemAction, () => void>> {
		return {
			showSource: () => openSource(item),
			copy: () => post({ type: 'copyText', text: item.request ?? item.text }),
			pin: () => change(index, item, { kind: 'pin' }),
			unpin: () => change(index, item, { kind: 'unpin' }),
			remove: () => change(index, item, { kind: 'remove' }),
			edit() {
				if (open !== undefined && open.draft !== open.text) {
					// Never discard an unsaved draft without asking.
					document.querySelector<HTMLElement>('.item-editor textarea')?.focus();
				} else if (record !== undefined) {
					const { text } = item;
					// The menu drops the focus. A focused item passes the focus on to its text field.
					itemAt(index)?.focus();
					setEdit({ record, section: title, index, text, draft: text });
				}
			},
		};
	}

	function press(event: KeyboardEvent): void {
		const moves: Readonly<Record<string, number>> = {
			ArrowDown: Math.min(current + 1, count - 1),
			ArrowUp: Math.max(current - 1, 0),
			Home: 0,
			End: count - 1,
		};
		const next = moves[event.key];
		const item = event.target instanceof HTMLLIElement ? items[current] : undefined;
		const actions = item === undefined ? undefined : actionsOf(current, item);
		const act = {
			Enter: actions?.showSource,
			F2: isRunning ? undefined : actions?.edit,
			Delete: isRunning ? undefined : actions?.remove,
		}[event.key];
		if (event.target instanceof HTMLTextAreaElement) {
			return;
		}
		if (next !== undefined || act !== undefined) {
			event.preventDefault();
			act?.();
			itemAt(next ?? current)?.focus();
		}
	}

	function click({ target }: MouseEvent): void {
		const index = indexOf(target);
		const item = index === undefined || index === edit?.index ? undefined : items[index];
		const isOnControl = target instanceof Element && target.closest('a, button, [role=button]');
		// Selecting text is not a click.
		if (item !== undefined && isOnControl === null && getSelection()?.isCollapsed !== false) {
			openSource(item);
		}
	}

	function openMenu({ target }: MouseEvent): void {
		const index = indexOf(target);
		const item = index === undefined ? undefined : items[index];
		if (index !== undefined && item !== undefined && index !== edit?.index) {
			// The menu leaves the focus nowhere.
			itemAt(index)?.focus({ preventScroll: true });
			menuActions = actionsOf(index, item);
		}
	}

	return (
		<>
			<ul
				class="items"
				ref={list}
				aria-label={label}
				onClick={click}
				onKeyDown={press}
				onContextMenu={openMenu}
				onFocusCapture={({ target }) => setCurrent(indexOf(target) ?? wanted)}
			>
				{items.slice(0, count).map((item, index) =>
					index === edit?.index ? (
						<li key={index} class="item" data-index={index}>
							<ItemEditor edit={edit} />
						</li>
					) : (
						<Item
							key={index}
							index={index}
							item={item}
							isCurrent={index === current}
							isChangeable={record !== undefined}
						/>
					),
				)}
			</ul>
			{!isWhole && (
				<p class="items-more">
					<Button
						kind="link"
						text={l10n.t('Show {0} More', numbers.whole(items.length - count))}
						onPress={() => toggle(`all ${title}`, true)}
					/>
				</p>
			)}
		</>
	);
}

/** Opens the first source of an item, if there is one. */
function openSource({ sources }: SummaryItem): void {
	if (sources.length > 0) {
		post({ type: 'openTurn', number: Math.min(...sources) });
	}
}

function indexOf(target: EventTarget | null): number | undefined {
	const item = target instanceof Element ? target.closest<HTMLElement>('.item') : null;
	const index = item?.dataset['index'];
	return index === undefined ? undefined : Number(index);
}

/**
 * Moves the focus within a list when the focused element is removed.
 * @param successor The element to focus.
 */
function useRestoredFocus(
	list: RefObject<HTMLElement | null>,
	successor: () => HTMLElement | null,
): void {
	// During rendering, the page is still in its previous state.
	const hadFocus = list.current?.contains(document.activeElement) ?? false;
	useLayoutEffect(() => {
		if (hadFocus && document.activeElement === document.body) {
			successor()?.focus();
		}
	});
}

/** Modifier key of VS Code's shortcuts on this system. */
const commandKey = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';

function ItemEditor({ edit: { draft, ...place } }: { readonly edit: ItemEdit }) {
	const { setEdit, isRunning } = useContext(PanelContext);
	const text = draft.trim();
	const keys = l10n.t('{0}+Enter saves, Escape cancels', commandKey);
	const reason = isRunning
		? l10n.t('Not available while a compaction is running.')
		: text === '' || text === place.text.trim()
			? l10n.t('Change the text to save it.')
			: undefined;

	function save(): void {
		if (reason === undefined) {
			post({ type: 'changeItem', place, change: { kind: 'edit', text } });
		}
	}

	function press(event: KeyboardEvent): void {
		const isSaving = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
		if (isSaving || event.key === 'Escape') {
			// VS Code would also handle these keys.
			event.preventDefault();
			event.stopPropagation();
			if (isSaving) {
				save();
			} else {
				setEdit(undefined);
			}
		}
	}

	return (
		<div class="item-editor" onKeyDown={press}>
			<textarea
				value={draft}
				aria-label={l10n.t('Text of the item')}
				aria-keyshortcuts="Control+Enter"
				dir="auto"
				onInput={({ currentTarget }) => setEdit({ ...place, draft: currentTarget.value })}
			/>
			<div class="actions">
				<Button
					kind="small"
					text={l10n.t('Save')}
					title={keys}
					disabledReason={reason}
					onPress={save}
				/>
				<Button kind="smallSecondary" text={l10n.t('Cancel')} onPress={() => setEdit(undefined)} />
				<span class="quiet">{keys}</span>
			</div>
		</div>
	);
}

/**
 * Actions on the item whose context menu was opened last. VS Code draws the menu and runs its
 * commands in the host, which sends the choice back. The actions refer to the item at the time of opening, so
 * that the host refuses them if the summary has changed.
 */
let menuActions: Readonly<Record<ItemAction, () => void>> | undefined;

/** Carries out a choice in the menu of an item. */
export function chooseFromItemMenu(action: ItemAction): void {
	const actions = menuActions;
	menuActions = undefined;
	actions?.[action]();
}
