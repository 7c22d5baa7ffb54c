import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SectionChanges } from './itemChanges.ts';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';
import { TextButton } from './textButton.tsx';

export interface ItemEditorProperties
	extends Pick<SectionChanges, 'onDraft' | 'onSave' | 'onCancel'> {
	readonly text: string;
	readonly draft: string;
	readonly canSave: boolean;
	readonly takesFocus: boolean;
}

/** What VS Code's shortcuts begin with here. */
const key = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';

/** The text of an item as a person writes it anew. */
export function ItemEditor(properties: ItemEditorProperties) {
	const { text, draft, canSave, takesFocus, onDraft, onSave, onCancel } = properties;
	const { strings } = usePanel();
	const texts = strings.items;
	const field = useRef<HTMLTextAreaElement>(null);
	const keys = fill(texts.keys, key);
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
				aria-label={texts.text}
				aria-keyshortcuts="Control+Enter"
				dir="auto"
				onInput={(event) => onDraft(event.currentTarget.value)}
			/>
			<div class="item-editor-actions">
				<button
					type="button"
					class="button button-small"
					title={
						canSave ? (isChanged ? keys : strings.disabled.unchanged) : strings.disabled.running
					}
					disabled={!isChanged || !canSave}
					onClick={onSave}
				>
					{texts.save}
				</button>
				<TextButton kind="smallSecondary" text={texts.cancel} onPress={onCancel} />
				<span class="quiet item-editor-keys">{keys}</span>
			</div>
		</div>
	);
}
