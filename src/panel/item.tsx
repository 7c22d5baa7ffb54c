import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SummaryItem } from '../protocol/conversationView.ts';
import { Button } from './buttons.tsx';
import { Icon } from './icons.tsx';
import { type ShownItem, displayedText, sourceRanges, splitNumber } from './items.ts';
import { renderItem } from './renderItem.ts';
import { localizedItem } from './sectionNames.ts';
import { numbers } from './text.ts';
import { visibleText } from './visibleText.ts';
import { post } from './vsCode.ts';

/** Keys of an item for the menu's clauses in `package.json`. */
interface ItemMenuContext {
	readonly webviewSection: 'item';
	readonly hasSource: boolean;
	/** Items of earlier summaries cannot be changed. */
	readonly isChangeable: boolean;
	readonly isKept: boolean;
	/** Hides Cut, Copy and Paste, which are for text fields. */
	readonly preventDefaultContextMenuItems: true;
}

interface ItemProperties {
	readonly index: number;
	readonly item: ShownItem;
	/** Whether the Tab key stops here. */
	readonly isCurrent: boolean;
	readonly isChangeable: boolean;
}

/** One statement of the summary. */
export function Item({ index, item, isCurrent, isChangeable }: ItemProperties) {
	const place = useRef<HTMLLIElement>(null);
	const { number, text } = splitNumber(localizedItem(item.text));
	const { mark, kept, doubt, request, sources } = item;
	const tabIndex = isCurrent ? 0 : -1;
	const change = mark === 'new' ? l10n.t('New') : l10n.t('Dropped');
	const context: ItemMenuContext = {
		webviewSection: 'item',
		hasSource: sources.length > 0,
		isChangeable,
		isKept: kept !== undefined,
		preventDefaultContextMenuItems: true,
	};
	const kinds = [
		'item',
		...(mark === undefined ? [] : [`item-${mark}`]),
		...(sources.length > 0 ? ['item-sourced'] : []),
	];
	return (
		<li
			ref={place}
			class={kinds.join(' ')}
			tabIndex={tabIndex}
			data-index={index}
			data-vscode-context={JSON.stringify(context)}
		>
			{kept !== undefined && (
				<span class="item-kept" title={keptReason(kept)}>
					<Icon name={kept === 'pinned' ? 'pinned' : 'edit'} />
					<span class="visually-hidden">{keptReason(kept)}</span>
				</span>
			)}
			<span class="item-marker number" title={mark && change}>
				{/* Signs as in a diff. */}
				{mark === undefined ? number || '•' : `${mark === 'new' ? '+' : '−'}${number}`}
			</span>
			<div class="item-content">
				{mark !== undefined && <span class="visually-hidden">{change}: </span>}
				{request === undefined ? (
					<ItemBody markdown={text} isUnfound={doubt === 'unfound'} tabIndex={tabIndex} />
				) : (
					<>
						<p class="quiet">{text}</p>
						<Request text={request} tabIndex={tabIndex} />
					</>
				)}
				<span class="item-notes">
					{item.place === 'earlier' && (
						<span
							class="item-doubt"
							title={l10n.t(
								'From an earlier summary, about messages that this summary was not written from.',
							)}
						>
							{l10n.t('from an earlier summary')}
						</span>
					)}
					{doubt !== undefined && <Doubt doubt={doubt} />}
					<SourceChips sources={sources} tabIndex={tabIndex} />
				</span>
			</div>
			{/* Always takes up its space, so that it covers and moves nothing. */}
			<div class="item-more">
				<Button
					icon="more"
					text={l10n.t('Actions')}
					tabIndex={tabIndex}
					onPress={() => openMenuOf(place.current)}
				/>
			</div>
		</li>
	);
}

/** Opens the item's context menu, which VS Code draws, below its button. */
function openMenuOf(item: HTMLElement | null): void {
	const { left = 0, bottom = 0 } =
		item?.querySelector('.item-more button')?.getBoundingClientRect() ?? {};
	const at = { bubbles: true, cancelable: true, clientX: left, clientY: bottom };
	item?.dispatchEvent(new MouseEvent('contextmenu', at));
}

function keptReason(kept: NonNullable<SummaryItem['kept']>): string {
	return kept === 'pinned'
		? l10n.t('Pinned: stays word for word')
		: l10n.t('Edited: stays word for word');
}

/** The doubt about an item. */
function Doubt({ doubt }: { readonly doubt: NonNullable<SummaryItem['doubt']> }) {
	const texts: Readonly<Record<typeof doubt, readonly [label: string, explanation: string]>> = {
		unsaid: [
			l10n.t('not found in what you said'),
			l10n.t(
				'The model wrote this in your name, but your messages do not say it. Remove the item, or pin or edit it to make it yours.',
			),
		],
		unfound: [
			l10n.t('not found in the conversation'),
			l10n.t(
				'The model wrote this, but what it names does not occur in the conversation. Check it before you rely on it.',
			),
		],
		unsourced: [
			l10n.t('no source'),
			l10n.t(
				'Precis found no message that this line comes from. It may be true; check it before you rely on it.',
			),
		],
	};
	const [label, explanation] = texts[doubt];
	return (
		<span class={doubt === 'unsourced' ? 'item-unsourced quiet' : 'item-doubt'} title={explanation}>
			{label}
		</span>
	);
}

interface ItemBodyProperties {
	readonly markdown: string;
	/** Whether it names something that the conversation lacks: no file is known to exist then. */
	readonly isUnfound: boolean;
	/** Whether the Tab key stops at its controls. */
	readonly tabIndex: number;
}

function ItemBody({ markdown, isUnfound, tabIndex }: ItemBodyProperties) {
	const body = useRef<HTMLDivElement>(null);
	const { text, left } = useMemo(() => displayedText(markdown), [markdown]);
	useLayoutEffect(() => {
		body.current?.replaceChildren(
			renderItem(text, {
				linksFiles: !isUnfound,
				onCopy: (code) => post({ type: 'copyText', text: code }),
			}),
		);
	}, [text, isUnfound]);
	// Only the current item's links and buttons are stops for the Tab key.
	useLayoutEffect(() => {
		for (const control of body.current?.querySelectorAll<HTMLElement>('a, [role=button]') ?? []) {
			control.tabIndex = tabIndex;
		}
	}, [tabIndex, text, isUnfound]);
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

/** The words of a request that the item refers to: two lines until the user wants to see more. */
function Request({ text, tabIndex }: { readonly text: string; readonly tabIndex: number }) {
	const words = useRef<HTMLQuoteElement>(null);
	const [isWhole, setWhole] = useState(false);
	const [isCut, setCut] = useState(false);
	useLayoutEffect(() => {
		const { scrollHeight = 0, clientHeight = 0 } = words.current ?? {};
		setCut(scrollHeight > clientHeight + 1);
	}, [text, isWhole]);
	return (
		<>
			<q class={`request ${isWhole ? '' : 'request-cut'}`} ref={words} dir="auto">
				{visibleText(text)}
			</q>
			{isCut && (
				<Button
					kind="link"
					text={l10n.t('More')}
					tabIndex={tabIndex}
					onPress={() => setWhole(true)}
				/>
			)}
		</>
	);
}

/** Number of visible chips before the rest is folded. */
const shownAtFirst = 4;

interface SourceChipsProperties {
	/** Numbers of messages, from 1. */
	readonly sources: readonly number[];
	readonly tabIndex: number;
}

/** Chips for sources: each opens the original turn. */
export function SourceChips({ sources, tabIndex }: SourceChipsProperties) {
	const [isOpen, setOpen] = useState(false);
	const ranges = sourceRanges(sources);
	// "1 more" would take the same space as the hidden chip.
	const isFolded = !isOpen && ranges.length > shownAtFirst + 1;
	const shown = isFolded ? ranges.slice(0, shownAtFirst) : ranges;
	return (
		<>
			{shown.map(({ first, last }) => (
				<button
					key={first}
					type="button"
					class="source"
					title={
						first === last
							? l10n.t('Open Original #{0}', first)
							: l10n.t('Open Originals #{0}–{1}', first, last)
					}
					tabIndex={tabIndex}
					onClick={() => post({ type: 'openTurn', number: first })}
				>
					{first === last ? l10n.t('#{0}', first) : l10n.t('#{0}–{1}', first, last)}
				</button>
			))}
			{isFolded && (
				<button type="button" class="source" tabIndex={tabIndex} onClick={() => setOpen(true)}>
					{l10n.t('{0} more', ranges.length - shown.length)}
				</button>
			)}
		</>
	);
}
