import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Foldable, ItemEdit, Toggles } from '../protocol/remembered.ts';

/** What the panel remembers while it is hidden, for those who show and change it. */
export interface PanelMemory {
	readonly toggles: Toggles;
	readonly toggle: (what: Foldable, open: boolean) => void;
	/** The item that is being edited. */
	readonly edit: ItemEdit | undefined;
	readonly setEdit: (edit: ItemEdit | undefined) => void;
}

const MemoryContext = createContext<PanelMemory | undefined>(undefined);

/** Gives the memory to the components inside it. */
export const PanelMemoryProvider = MemoryContext.Provider;

/** The memory of the panel a component stands in. */
export function usePanelMemory(): PanelMemory {
	const memory = useContext(MemoryContext);
	if (memory === undefined) {
		throw new Error('This component stands outside the panel.');
	}
	return memory;
}
