import type { ItemAction } from '../protocol/itemAction.ts';

/**
 * The item whose context menu was opened last. VS Code draws the menu and runs its commands in the
 * host, which sends the choice back. The summary may have changed since: what is chosen is done to
 * the item as it was, so that the host refuses it instead of changing another one.
 */
export class ItemMenu {
	#act: ((action: ItemAction) => void) | undefined;

	/** @param act Does what the person chooses. */
	open(act: (action: ItemAction) => void): void {
		this.#act = act;
	}

	choose(action: ItemAction): void {
		const act = this.#act;
		this.#act = undefined;
		act?.(action);
	}
}

/** What the menu's clauses in `package.json` ask of an item. */
export interface ItemMenuContext {
	readonly webviewSection: 'item';
	readonly hasSource: boolean;
	/** Whether it can be changed at all: items of an earlier summary cannot. */
	readonly isChangeable: boolean;
	readonly isKept: boolean;
	/** Cut, Copy and Paste, which are for text fields. */
	readonly preventDefaultContextMenuItems: true;
}
