import { useRef, useEffect, useState } from 'preact/hooks';
import type { SummaryItem } from '../protocol/conversationView.ts';
import type { IconName } from './icon.tsx';
import { IconButton } from './iconButton.tsx';
import { usePanel } from './panelContext.ts';
import { useToolbarPlace } from './placedToolbar.ts';

/** What can be done to an item beside reading it. */
export interface ItemActions {
	/** Whether a change would be taken now. */
	readonly isPaused: boolean;
	readonly onPin: (index: number, item: SummaryItem) => void;
	readonly onEdit: (index: number, item: SummaryItem) => void;
	readonly onRemove: (index: number, item: SummaryItem) => void;
}

export interface ItemToolbarProperties {
	readonly item: SummaryItem;
	readonly index: number;
	/** Undefined: it can only be looked at and copied. */
	readonly actions: ItemActions | undefined;
	readonly tabIndex: number;
}

/** The small buttons of an item. */
export function ItemToolbar({ item, index, actions, tabIndex }: ItemToolbarProperties) {
	const { strings } = usePanel();
	const texts = strings.items;
	const toolbar = useRef<HTMLDivElement>(null);
	useToolbarPlace(toolbar);
	const reason = actions?.isPaused === true ? strings.disabled.running : undefined;
	const isKept = item.kept !== undefined;
	const buttons: readonly (readonly [IconName, string, ItemActions['onPin']])[] =
		actions === undefined
			? []
			: [
					[isKept ? 'pinned' : 'pin', isKept ? texts.unpin : texts.pin, actions.onPin],
					['edit', texts.edit, actions.onEdit],
					['trash', texts.remove, actions.onRemove],
				];
	return (
		<div ref={toolbar} class="item-toolbar" role="toolbar" aria-label={texts.actions}>
			<CopyButton text={item.text} tabIndex={tabIndex} />
			{buttons.map(([icon, label, onPress], at) => (
				<IconButton
					key={at}
					icon={icon}
					label={label}
					disabledReason={reason}
					tabIndex={tabIndex}
					onPress={() => onPress(index, item)}
				/>
			))}
		</div>
	);
}

/** How long the button says that it has copied, milliseconds. */
const shownMs = 1_500;

interface CopyButtonProperties {
	readonly text: string;
	readonly tabIndex: number;
}

function CopyButton({ text, tabIndex }: CopyButtonProperties) {
	const { strings, post } = usePanel();
	const [isCopied, setCopied] = useState(false);
	useEffect(() => {
		if (!isCopied) {
			return undefined;
		}
		const timer = setTimeout(() => setCopied(false), shownMs);
		return () => clearTimeout(timer);
	}, [isCopied]);
	return (
		<IconButton
			icon={isCopied ? 'check' : 'copy'}
			label={isCopied ? strings.sections.copied : strings.sections.copy}
			tabIndex={tabIndex}
			onPress={() => {
				post({ type: 'copyText', text });
				setCopied(true);
			}}
		/>
	);
}
