import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Foldable, ItemEdit, Toggles } from '../protocol/remembered.ts';
import { Icon } from './icons.tsx';

/** What all of the panel's parts know. */
interface PanelContextValue {
	/** Whether a compaction runs. */
	readonly isRunning: boolean;
	readonly toggles: Toggles;
	readonly toggle: (what: Foldable, open: boolean) => void;
	/** The item that is being edited. */
	readonly edit: ItemEdit | undefined;
	readonly setEdit: (edit: ItemEdit | undefined) => void;
}

/** What the panel that a component stands in is doing, and what it remembers while it is hidden. */
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
	/** Before the person has touched it; absent: it is closed. */
	readonly isOpenAtFirst?: boolean;
	/** What is always there. */
	readonly summary: ComponentChildren;
	/** Made only while it is open. */
	readonly children: () => ComponentChildren;
}

/** Something that opens and closes, and stays so while the panel is hidden. */
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
	/** How much there was, percent of the width; absent: all of it. */
	readonly before?: number;
	/** How much is left of that, from 0 to 1. */
	readonly left: number;
}

/** How much there was, and how much is left of it. Decoration: the numbers stand beside it. */
export function ChangeBar({ before = 100, left }: ChangeBarProperties) {
	return (
		<span class="change-bar" style={{ width: `${before}%` }} aria-hidden="true">
			<span class="change-bar-after" style={{ width: `${left * 100}%` }} />
		</span>
	);
}
