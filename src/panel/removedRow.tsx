import type { RemovalNotice } from '../protocol/summaryChanges.ts';
import { IconButton } from './iconButton.tsx';
import { usePanel } from './panelContext.ts';
import { PostButton } from './textButton.tsx';

export interface RemovedRowProperties {
	readonly removed: RemovalNotice;
	/** Whether a change would not be taken now. */
	readonly isPaused: boolean;
}

/**
 * Stands where an item was removed, with the way back. What can be pressed is at its start: where
 * the item's own buttons were there is nothing, so that a second click removes nothing more.
 */
export function RemovedRow({ removed, isPaused }: RemovedRowProperties) {
	const { strings, post } = usePanel();
	return (
		<li class="item-removed">
			<span class="quiet">{removed.text}</span>
			<PostButton
				kind="link"
				text={strings.changeNotice.undo}
				disabledReason={isPaused ? strings.disabled.running : undefined}
				message={{ type: 'restore', record: removed.before }}
			/>
			<IconButton
				icon="close"
				label={strings.changeNotice.dismiss}
				onPress={() => post({ type: 'dismissChangeNotice' })}
			/>
		</li>
	);
}

/** The way back of a list's row, to be given the focus. */
export function undoButton(list: Element | null): HTMLElement | undefined {
	return list?.querySelector<HTMLElement>('.item-removed > .link') ?? undefined;
}
