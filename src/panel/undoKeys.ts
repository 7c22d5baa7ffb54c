import { useEffect } from 'preact/hooks';
import type { FromPanel } from '../protocol/fromPanel.ts';

/** What can be undone and redone now. */
export interface Reversible {
	readonly canUndo: boolean;
	readonly canRedo: boolean;
	readonly post: (message: FromPanel) => void;
}

/** Undoes and redoes with the keys that do so everywhere, but in a text field, which has its own. */
export function useUndoKeys({ canUndo, canRedo, post }: Reversible): void {
	useEffect(() => {
		const press = (event: KeyboardEvent): void => {
			const type = reversalOf(event);
			if (type === undefined || event.repeat || isTextField(event.target)) {
				return;
			}
			if (type === 'undo' ? canUndo : canRedo) {
				event.preventDefault();
				post({ type });
			}
		};
		document.addEventListener('keydown', press);
		return () => document.removeEventListener('keydown', press);
	}, [canUndo, canRedo, post]);
}

function reversalOf(event: KeyboardEvent): 'undo' | 'redo' | undefined {
	if (event.altKey || event.ctrlKey === event.metaKey) {
		return undefined;
	}
	switch (event.key.toLowerCase()) {
		case 'z':
			return event.shiftKey ? 'redo' : 'undo';
		case 'y':
			return event.ctrlKey && !event.shiftKey ? 'redo' : undefined;
		default:
			return undefined;
	}
}

function isTextField(target: EventTarget | null): boolean {
	return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
