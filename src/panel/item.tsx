import { memo } from 'preact/compat';
import { useMemo, useRef } from 'preact/hooks';
import type { SummaryItem } from '../protocol/conversationView.ts';
import { Icon } from './icon.tsx';
import { ItemBody } from './itemBody.tsx';
import { ItemToolbar, type ItemActions } from './itemActions.tsx';
import type { ItemMenuContext } from './itemMenu.ts';
import { splitNumber } from './numberedText.ts';
import type { ItemMark } from './markedSections.ts';
import { usePanel } from './panelContext.ts';
import { SourceChips } from './sourceChips.tsx';

export interface ItemProperties {
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
	const { strings } = usePanel();
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
			class={mark === undefined ? 'item' : `item item-${mark}`}
			tabIndex={tabIndex}
			data-index={index}
			data-anchor={anchor}
			data-vscode-context={JSON.stringify(context)}
		>
			<div class="item-row">
				<span
					class={number === '' ? 'item-marker' : 'item-marker number'}
					title={mark === undefined ? undefined : strings.items.marks[mark]}
				>
					{mark === undefined ? number || '•' : `${signs[mark]}${number}`}
				</span>
				<div class="item-content">
					{mark !== undefined && <span class="visually-hidden">{strings.items.marks[mark]}: </span>}
					<ItemBody item={place} markdown={text} isNear={isNear} tabIndex={tabIndex} />
					<span class="item-notes">
						{item.kept !== undefined && (
							<span class="item-kept" title={strings.items.kept[item.kept]}>
								<Icon name={item.kept === 'pinned' ? 'pinned' : 'edit'} />
								<span class="visually-hidden">{strings.items.kept[item.kept]}</span>
							</span>
						)}
						{item.doubt !== undefined && (
							<span class="item-doubt" title={strings.items.doubt[item.doubt].tooltip}>
								{strings.items.doubt[item.doubt].label}
							</span>
						)}
						<SourceChips sources={item.sources} tabIndex={tabIndex} />
					</span>
				</div>
			</div>
			{(isCurrent || isHovered) && (
				<ItemToolbar item={item} index={index} actions={actions} tabIndex={tabIndex} />
			)}
		</li>
	);
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
		a.sources.length === b.sources.length &&
		a.sources.every((source, index) => source === b.sources[index])
	);
}
