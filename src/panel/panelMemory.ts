import type { Foldable, ItemEdit, Toggles } from '../protocol/remembered.ts';
import { required } from './required.ts';

/** What the panel remembers while it is hidden, for those who show and change it. */
export interface PanelMemory {
	readonly toggles: Toggles;
	readonly toggle: (what: Foldable, open: boolean) => void;
	/** The item that is being edited. */
	readonly edit: ItemEdit | undefined;
	readonly setEdit: (edit: ItemEdit | undefined) => void;
}

/** Gives the memory to the components inside it; the memory of the panel a component stands in. */
export const [PanelMemoryProvider, usePanelMemory] = required<PanelMemory>();
