import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { memo } from 'preact/compat';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SummaryItem } from '../protocol/conversationView.ts';
import { Icon } from './icons.tsx';
import { IconButton } from './buttons.tsx';
import type { ItemActions } from './itemTools.tsx';
import { type ItemMark, shortened, sourceRanges, splitNumber } from './items.ts';
import { renderItem } from './renderItem.ts';
import { numbers } from './text.ts';
import { post } from './vsCode.ts';

/** What the menu's clauses in `package.json` ask of an item. */
interface ItemMenuContext {
	readonly webviewSection: 'item';
	readonly hasSource: boolean;
	/** Whether it can be changed at all: items of an earlier summary cannot. */
	readonly isChangeable: boolean;
	readonly isKept: boolean;
	/** Cut, Copy and Paste, which are for text fields. */
	readonly preventDefaultContextMenuItems: true;
}

interface ItemProperties {
	readonly index: number;
	readonly item: SummaryItem;
	/** What a preview says of it. */
	readonly mark: ItemMark | undefined;
	/** Names the place in the page, to scroll back to. */
	readonly anchor: string;
	/** Whether the Tab key stops here. */
	readonly isCurrent: boolean;
	readonly isHovered: boolean;
	/** Whether it is shown at once. */
	readonly isNear: boolean;
	readonly actions: ItemActions | undefined;
}

/** As in a diff. */
const signs: Readonly<Record<ItemMark, string>> = { new: '+', dropped: '−' };

function ItemView(properties: ItemProperties) {
	const { index, item, mark, anchor, isCurrent, isHovered, isNear, actions } = properties;
	const place = useRef<HTMLLIElement>(null);
	const { number, text } = useMemo(() => splitNumber(item.text), [item.text]);
	const tabIndex = isCurrent ? 0 : -1;
	const context: ItemMenuContext = {
		webviewSection: 'item',
		hasSource: item.sources.length > 0,
		isChangeable: actions !== undefined,
		isKept: item.kept !== undefined,
		preventDefaultContextMenuItems: true,
	};
	return (
		<li
			ref={place}
			class={classOf(item, mark)}
			tabIndex={tabIndex}
			data-index={index}
			data-anchor={anchor}
			data-vscode-context={JSON.stringify(context)}
		>
			<div class="item-row">
				<span
					class={number === '' ? 'item-marker' : 'item-marker number'}
					title={mark === undefined ? undefined : markName(mark)}
				>
					{mark === undefined ? number || '•' : `${signs[mark]}${number}`}
				</span>
				<div class="item-content">
					{mark !== undefined && <span class="visually-hidden">{markName(mark)}: </span>}
					<ItemBody item={place} markdown={text} isNear={isNear} tabIndex={tabIndex} />
					<span class="item-notes">
						{item.kept !== undefined && (
							<span class="item-kept" title={keptReason(item.kept)}>
								<Icon name={item.kept === 'pinned' ? 'pinned' : 'edit'} />
								<span class="visually-hidden">{keptReason(item.kept)}</span>
							</span>
						)}
						{item.place === 'earlier' && (
							<span
								class="item-doubt"
								title={l10n.t(
									'An earlier summary says this, of messages that this one was not written from.',
								)}
							>
								{l10n.t('from an earlier summary')}
							</span>
						)}
						{item.doubt !== undefined && (
							<span class="item-doubt" title={doubtTexts(item.doubt).tooltip}>
								{doubtTexts(item.doubt).label}
							</span>
						)}
						<SourceChips sources={item.sources} tabIndex={tabIndex} />
						{item.sources.length === 0 && item.place !== 'within' && (
							<span
								class="item-unsourced quiet"
								title={l10n.t('Precis found no message that this line comes from.')}
							>
								{l10n.t('no source')}
							</span>
						)}
					</span>
				</div>
				{/* The room for it is always there, so that it covers and moves nothing. */}
				<div class="item-more">
					{(isCurrent || isHovered) && (
						<IconButton
							icon="more"
							label={l10n.t('Actions')}
							tabIndex={tabIndex}
							onPress={() => openMenuOf(place.current)}
						/>
					)}
				</div>
			</div>
		</li>
	);
}

function classOf({ sources }: SummaryItem, mark: ItemMark | undefined): string {
	const kinds = ['item', ...(mark === undefined ? [] : [`item-${mark}`])];
	return [...kinds, ...(sources.length > 0 ? ['item-sourced'] : [])].join(' ');
}

/** Opens the item's context menu, which VS Code draws, below its button. */
function openMenuOf(item: HTMLElement | null): void {
	const { left = 0, bottom = 0 } = item?.querySelector('.item-more')?.getBoundingClientRect() ?? {};
	const at = { bubbles: true, cancelable: true, clientX: left, clientY: bottom };
	item?.dispatchEvent(new MouseEvent('contextmenu', at));
}

function markName(mark: ItemMark): string {
	return mark === 'new' ? l10n.t('New') : l10n.t('Dropped');
}

function keptReason(kept: NonNullable<SummaryItem['kept']>): string {
	return kept === 'pinned'
		? l10n.t('Pinned: stays word for word')
		: l10n.t('Edited: stays word for word');
}

/** What speaks against an item. */
function doubtTexts(doubt: NonNullable<SummaryItem['doubt']>) {
	switch (doubt) {
		case 'unsaid':
			return {
				label: l10n.t('not found in what you said'),
				tooltip: l10n.t(
					'The model wrote this in your name, but your messages do not say it. Remove the item, or pin or edit it to make it yours.',
				),
			};
		case 'unfound':
			return {
				label: l10n.t('not found in the conversation'),
				tooltip: l10n.t(
					'The model wrote this, but the conversation nowhere has what it names. Check it before you rely on it.',
				),
			};
	}
}

/** One statement of the summary. */
export const Item = memo(
	ItemView,
	(before, after) =>
		isSameItem(before.item, after.item) &&
		before.mark === after.mark &&
		before.isCurrent === after.isCurrent &&
		before.isHovered === after.isHovered &&
		before.anchor === after.anchor &&
		before.actions === after.actions,
);

/** Every snapshot brings new objects; most of them say the same. */
function isSameItem(a: SummaryItem, b: SummaryItem): boolean {
	return (
		a.text === b.text &&
		a.kept === b.kept &&
		a.doubt === b.doubt &&
		a.place === b.place &&
		a.sources.length === b.sources.length &&
		a.sources.every((source, index) => source === b.sources[index])
	);
}

interface ItemBodyProperties {
	/** The item it belongs to. */
	readonly item: RefObject<HTMLElement | null>;
	/** Markdown. */
	readonly markdown: string;
	/** Whether it is there from the start; others are rendered when they come near the screen. */
	readonly isNear: boolean;
	/** Whether the Tab key stops at what is in it. */
	readonly tabIndex: number;
}

/** What can have the focus inside a text. */
const controls = 'a, button, [role=button]';

/** The text of an item. Far from the screen it is there as it was written, to be found and read. */
function ItemBody({ item, markdown, isNear, tabIndex }: ItemBodyProperties) {
	const body = useRef<HTMLDivElement>(null);
	const isRendered = useNearScreen(item, isNear);
	const { text, left } = useMemo(() => shortened(markdown), [markdown]);

	useLayoutEffect(() => {
		body.current?.replaceChildren(
			isRendered ? renderItem(text, (code) => post({ type: 'copyText', text: code })) : text,
		);
	}, [text, isRendered]);

	// Only the current item's links and buttons are stops for the Tab key.
	useLayoutEffect(() => {
		for (const control of body.current?.querySelectorAll<HTMLElement>(controls) ?? []) {
			control.tabIndex = tabIndex;
		}
	}, [tabIndex, text, isRendered]);

	return (
		<>
			<div class="item-body" ref={body} dir="auto" />
			{left > 0 && (
				<p class="quiet">
					{l10n.t('{0} more characters are not shown; Copy takes them all.', numbers.whole(left))}
				</p>
			)}
		</>
	);
}

/** How far from the screen something counts as near: what a turn of the wheel brings up. */
const margin = '400px 0px';

const listeners = new WeakMap<Element, () => void>();

let observer: IntersectionObserver | undefined;

function observe(element: Element, onNear: () => void): () => void {
	observer ??= new IntersectionObserver(
		(entries) => {
			for (const { target, isIntersecting } of entries) {
				if (isIntersecting) {
					observer?.unobserve(target);
					listeners.get(target)?.();
				}
			}
		},
		{ rootMargin: margin },
	);
	const shared = observer;
	listeners.set(element, onNear);
	shared.observe(element);
	return () => {
		shared.unobserve(element);
		listeners.delete(element);
	};
}

/**
 * Whether an element has been near the screen.
 * @param isNear Where that is known from the start.
 */
function useNearScreen(element: RefObject<Element | null>, isNear: boolean): boolean {
	const [wasNear, setNear] = useState(isNear);
	useLayoutEffect(() => {
		const { current } = element;
		return wasNear || current === null ? undefined : observe(current, () => setNear(true));
	}, [wasNear]);
	return wasNear;
}

interface SourceChipsProperties {
	readonly sources: readonly number[];
	readonly tabIndex: number;
}

/** Chips that an item shows at first: as many as a line of a narrow panel holds. */
const shownAtFirst = 4;

/** Where an item was taken from. Each chip opens the original turn. */
export function SourceChips({ sources, tabIndex }: SourceChipsProperties) {
	const [isOpen, setOpen] = useState(false);
	const ranges = sourceRanges(sources);
	// One chip that says "1 more" would take the place of the one it stands for.
	const isFolded = !isOpen && ranges.length > shownAtFirst + 1;
	const shown = isFolded ? ranges.slice(0, shownAtFirst) : ranges;
	return (
		<>
			{shown.map(({ first, last }) => {
				const isOne = first === last;
				return (
					<button
						key={first}
						type="button"
						class="source"
						title={
							isOne
								? l10n.t('Open Original #{0}', first)
								: l10n.t('Open Originals #{0}–{1}', first, last)
						}
						tabIndex={tabIndex}
						onClick={() => post({ type: 'openTurn', number: first })}
					>
						{isOne ? l10n.t('#{0}', first) : l10n.t('#{0}–{1}', first, last)}
					</button>
				);
			})}
			{isFolded && (
				<button type="button" class="source" tabIndex={tabIndex} onClick={() => setOpen(true)}>
					{l10n.t('{0} more', ranges.length - shown.length)}
				</button>
			)}
		</>
	);
}
