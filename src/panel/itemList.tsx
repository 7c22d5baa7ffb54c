import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ItemAction } from '../protocol/itemAction.ts';
import type { RemovalNotice } from '../protocol/summaryChanges.ts';
import { Item } from './item.tsx';
import { useItemChanges, type ChangeableRecord } from './itemChanges.ts';
import { ItemEditor } from './itemEditor.tsx';
import { itemAt, targetOf, useFocusKept } from './itemKeys.ts';
import type { ShownSection } from './markedSections.ts';
import { usePanel } from './panelContext.ts';
import { RemovedRow, undoButton } from './removedRow.tsx';
import { sourceRanges } from './sourceRanges.ts';

/** Items that are there at once: more than a screen shows. */
const first = 100;

/** Items that are rendered at once: about a screen; others when they come near it. */
const rendered = 30;

/** Items that are added in an idle moment; what is far from the screen is cheap. */
const step = 300;

export interface ItemListProperties {
	readonly label: string;
	readonly section: ShownSection;
	/** Undefined: the items can only be looked at. */
	readonly record: ChangeableRecord | undefined;
	readonly removed: RemovalNotice | undefined;
	/** The place to scroll back to has to be there at once. */
	readonly needed: number;
}

/**
 * The items of a section: one stop for the Tab key, arrow keys from item to item. A long list
 * grows while the page is idle; what is not on screen is not laid out (see the style sheet).
 */
export function ItemList({ label, section, record, removed, needed }: ItemListProperties) {
	const { items, title } = section;
	const { menu, post } = usePanel();
	const list = useRef<HTMLUListElement>(null);
	const [wanted, setCurrent] = useState(0);
	const [hovered, setHovered] = useState<number>();
	const count = useGrowingCount(items.length, Math.max(first, needed));
	const current = Math.min(wanted, count - 1);
	const { edit, actions, onDraft, onSave, onCancel, startedHere } = useItemChanges(section, record);
	useFocusKept(list, () =>
		// What stood at the end has no next one: the row in its place has the way back.
		removed !== undefined && wanted >= items.length
			? undoButton(list.current)
			: itemAt(list.current, current),
	);

	function press(event: KeyboardEvent): void {
		if (event.target instanceof HTMLTextAreaElement) {
			return;
		}
		const item = event.target instanceof HTMLLIElement ? event.target : undefined;
		const target = targetOf(event.key, current, count);
		if (target !== undefined) {
			event.preventDefault();
			itemAt(list.current, target)?.focus();
		} else if (item !== undefined && actions?.isPaused === false) {
			const shown = items[current];
			if (shown === undefined) {
				return;
			}
			if (event.key === 'F2') {
				event.preventDefault();
				actions.onEdit(current, shown);
			} else if (event.key === 'Delete') {
				event.preventDefault();
				actions.onRemove(current, shown);
			}
		}
	}

	function openMenu(index: number | undefined): void {
		const item = index === undefined ? undefined : items[index];
		if (index === undefined || item === undefined || index === edit?.index) {
			return;
		}
		const [source] = sourceRanges(item.sources);
		const acts: Readonly<Record<ItemAction, () => void>> = {
			showSource: () => source !== undefined && post({ type: 'openTurn', number: source.first }),
			copy: () => post({ type: 'copyText', text: item.text }),
			pin: () => actions?.onPin(index, item),
			unpin: () => actions?.onPin(index, item),
			edit: () => actions?.onEdit(index, item),
			remove: () => actions?.onRemove(index, item),
		};
		menu.open((action) => acts[action]());
	}

	return (
		<ul
			class="items"
			ref={list}
			aria-label={label}
			onKeyDown={press}
			onContextMenu={({ target }) => openMenu(indexOf(target))}
			onPointerOver={({ target }) => setHovered(indexOf(target))}
			onPointerLeave={() => setHovered(undefined)}
			onFocusCapture={({ target }) => setCurrent(indexOf(target) ?? wanted)}
		>
			{items.slice(0, count).map((item, index) => (
				<Fragment key={index}>
					{index === removed?.index && (
						<RemovedRow removed={removed} isPaused={record?.isPaused === true} />
					)}
					{index === edit?.index ? (
						<li class="item" data-index={index}>
							<ItemEditor
								text={edit.text}
								draft={edit.draft}
								canSave={actions?.isPaused === false}
								takesFocus={startedHere}
								onDraft={onDraft}
								onSave={onSave}
								onCancel={onCancel}
							/>
						</li>
					) : (
						<Item
							index={index}
							item={item}
							mark={section.marks?.[index]}
							anchor={`${title}/${index}`}
							isCurrent={index === current}
							isHovered={index === hovered}
							isNear={index < rendered}
							actions={actions}
						/>
					)}
				</Fragment>
			))}
			{removed?.index === items.length && (
				<RemovedRow removed={removed} isPaused={record?.isPaused === true} />
			)}
		</ul>
	);
}

function indexOf(target: EventTarget | null): number | undefined {
	const index =
		target instanceof Element ? target.closest<HTMLElement>('.item')?.dataset : undefined;
	return index?.['index'] === undefined ? undefined : Number(index['index']);
}

function useGrowingCount(total: number, atOnce: number): number {
	const [grown, setGrown] = useState(atOnce);
	const count = Math.min(grown, total);
	useEffect(() => {
		if (count === total) {
			return undefined;
		}
		const handle = requestIdleCallback(() => setGrown(count + step));
		return () => cancelIdleCallback(handle);
	}, [count, total]);
	return count;
}
