import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SummaryItem } from '../protocol/conversationView.ts';
import type { RemovalNotice } from '../protocol/summaryChanges.ts';
import { IconButton, PostButton, TextButton, whileRunning } from './buttons.tsx';
import { post } from './vsCode.ts';

/** How an item can be changed. */
export interface ItemActions {
	/** Whether a change would be taken now. */
	readonly isPaused: boolean;
	readonly onPin: (index: number, item: SummaryItem) => void;
	readonly onEdit: (index: number, item: SummaryItem) => void;
	readonly onRemove: (index: number, item: SummaryItem) => void;
}

interface ItemEditorProperties {
	readonly text: string;
	readonly draft: string;
	readonly canSave: boolean;
	readonly takesFocus: boolean;
	readonly onDraft: (draft: string) => void;
	readonly onSave: () => void;
	readonly onCancel: () => void;
}

/** What VS Code's shortcuts begin with here. */
const key = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';

/** The text of an item as a person writes it anew. */
export function ItemEditor(properties: ItemEditorProperties) {
	const { text, draft, canSave, takesFocus, onDraft, onSave, onCancel } = properties;
	const field = useRef<HTMLTextAreaElement>(null);
	const keys = l10n.t('{0}+Enter saves, Escape cancels', key);
	const isChanged = draft.trim() !== '' && draft.trim() !== text.trim();

	useLayoutEffect(() => {
		if (takesFocus) {
			field.current?.focus();
			field.current?.setSelectionRange(draft.length, draft.length);
		}
	}, []);

	function press(event: KeyboardEvent): void {
		const isSaving = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
		if (!isSaving && event.key !== 'Escape') {
			return;
		}
		// Other keys are VS Code's as ever; these it would take for its own.
		event.preventDefault();
		event.stopPropagation();
		if (!isSaving) {
			onCancel();
		} else if (isChanged && canSave) {
			onSave();
		}
	}

	return (
		<div class="item-editor" onKeyDown={press}>
			<textarea
				ref={field}
				value={draft}
				aria-label={l10n.t('Text of the item')}
				aria-keyshortcuts="Control+Enter"
				dir="auto"
				onInput={(event) => onDraft(event.currentTarget.value)}
			/>
			<div class="item-editor-actions">
				<TextButton
					kind="small"
					text={l10n.t('Save')}
					title={keys}
					disabledReason={
						canSave && !isChanged ? l10n.t('Change the text to save it.') : whileRunning(!canSave)
					}
					onPress={onSave}
				/>
				<TextButton kind="smallSecondary" text={l10n.t('Cancel')} onPress={onCancel} />
				<span class="quiet item-editor-keys">{keys}</span>
			</div>
		</div>
	);
}

interface RemovedRowProperties {
	readonly removed: RemovalNotice;
	/** Whether a change would not be taken now. */
	readonly isPaused: boolean;
}

/** Stands where an item was removed, with the way back. */
export function RemovedRow({ removed, isPaused }: RemovedRowProperties) {
	return (
		<li class="item-removed">
			<span class="quiet">{removed.text}</span>
			<PostButton
				kind="link"
				text={l10n.t('Undo')}
				disabledReason={whileRunning(isPaused)}
				message={{ type: 'restore', record: removed.before }}
			/>
			<IconButton
				icon="close"
				label={l10n.t('Dismiss')}
				onPress={() => post({ type: 'dismissChangeNotice' })}
			/>
		</li>
	);
}

/** The way back of a list's row, to be given the focus. */
export function undoButton(list: Element | null): HTMLElement | undefined {
	return list?.querySelector<HTMLElement>('.item-removed > .link') ?? undefined;
}
