import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Foldable, ItemEdit, Toggles } from '../protocol/remembered.ts';
import { Icon } from './icons.tsx';

/** State that all parts of the panel share. */
interface PanelContextValue {
	/** Whether a compaction runs. */
	readonly isRunning: boolean;
	readonly toggles: Toggles;
	readonly toggle: (what: Foldable, open: boolean) => void;
	/** The item that is being edited. */
	readonly edit: ItemEdit | undefined;
	readonly setEdit: (edit: ItemEdit | undefined) => void;
}

/** Shared state of the panel; toggles and edit survive while it is hidden. */
export const PanelContext = createContext<PanelContextValue>({
	isRunning: false,
	toggles: {},
	toggle: () => undefined,
	edit: undefined,
	setEdit: () => undefined,
});

interface FoldProperties {
	readonly what: Foldable;
	readonly class: string;
	/** Initial state; absent: closed. */
	readonly isOpenAtFirst?: boolean;
	/** The line that is always visible. */
	readonly summary: ComponentChildren;
	/** Rendered only while it is open. */
	readonly children: () => ComponentChildren;
}

/** A part that opens and closes; its state survives while the panel is hidden. */
export function Fold(properties: FoldProperties) {
	const { what, class: kind, isOpenAtFirst = false, summary, children } = properties;
	const { toggles, toggle } = useContext(PanelContext);
	const isOpen = toggles[what] ?? isOpenAtFirst;
	return (
		<details
			class={kind}
			open={isOpen}
			onToggle={({ currentTarget: { open } }) => open !== isOpen && toggle(what, open)}
		>
			<summary>
				<Icon name="chevron" />
				{summary}
			</summary>
			{isOpen && children()}
		</details>
	);
}

interface ChangeBarProperties {
	/** Size before, percent of the width; absent: all of it. */
	readonly before?: number;
	/** Remaining share of it, from 0 to 1. */
	readonly left: number;
}

/** Bar of the sizes before and after. Decorative: the numbers are next to it. */
export function ChangeBar({ before = 100, left }: ChangeBarProperties) {
	return (
		<span class="change-bar" style={{ width: `${before}%` }} aria-hidden="true">
			<span class="change-bar-after" style={{ width: `${left * 100}%` }} />
		</span>
	);
}
