import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import { usePanelMemory } from './panelMemory.ts';
import type { Foldable } from '../protocol/remembered.ts';

export interface FoldProperties {
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
export function Fold({
	what,
	class: kind,
	isOpenAtFirst = false,
	summary,
	children,
}: FoldProperties) {
	const { toggles, toggle } = usePanelMemory();
	const isOpen = toggles[what] ?? isOpenAtFirst;
	return (
		<details
			class={kind}
			open={isOpen}
			onToggle={({ currentTarget }) => {
				if (currentTarget.open !== isOpen) {
					toggle(what, currentTarget.open);
				}
			}}
		>
			<summary data-anchor={what}>
				<Icon name="chevron" />
				{summary}
			</summary>
			{isOpen && children()}
		</details>
	);
}
