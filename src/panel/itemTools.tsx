import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SummaryItem } from '../protocol/conversationView.ts';
import type { RemovalNotice } from '../protocol/summaryChanges.ts';
import { IconButton, PostButton, TextButton, whileRunning } from './buttons.tsx';
import type { IconName } from './icons.tsx';
import { toolbarPlace } from './toolbarPlace.ts';
import { post } from './vsCode.ts';

/** What can be done to an item beside reading it. */
export interface ItemActions {
	/** Whether a change would be taken now. */
	readonly isPaused: boolean;
	readonly onPin: (index: number, item: SummaryItem) => void;
	readonly onEdit: (index: number, item: SummaryItem) => void;
	readonly onRemove: (index: number, item: SummaryItem) => void;
}

interface ItemToolbarProperties {
	readonly item: SummaryItem;
	readonly index: number;
	/** Undefined: it can only be looked at and copied. */
	readonly actions: ItemActions | undefined;
	readonly tabIndex: number;
}

/** The small buttons of an item. */
export function ItemToolbar({ item, index, actions, tabIndex }: ItemToolbarProperties) {
	const toolbar = useRef<HTMLDivElement>(null);
	useToolbarPlace(toolbar);
	const reason = whileRunning(actions?.isPaused === true);
	const isKept = item.kept !== undefined;
	const buttons: readonly (readonly [IconName, string, ItemActions['onPin']])[] =
		actions === undefined
			? []
			: [
					[
						isKept ? 'pinned' : 'pin',
						isKept ? l10n.t('Unpin') : l10n.t('Pin: Keep Word for Word'),
						actions.onPin,
					],
					['edit', l10n.t('Edit'), actions.onEdit],
					['trash', l10n.t('Remove'), actions.onRemove],
				];
	return (
		<div ref={toolbar} class="item-toolbar" role="toolbar" aria-label={l10n.t('Item')}>
			<CopyButton text={item.text} tabIndex={tabIndex} />
			{buttons.map(([icon, label, onPress], at) => (
				<IconButton
					key={at}
					icon={icon}
					label={label}
					disabledReason={reason}
					tabIndex={tabIndex}
					onPress={() => onPress(index, item)}
				/>
			))}
		</div>
	);
}

/** How long the button says that it has copied, milliseconds. */
const shownMs = 1_500;

interface CopyButtonProperties {
	readonly text: string;
	readonly tabIndex: number;
}

function CopyButton({ text, tabIndex }: CopyButtonProperties) {
	const [isCopied, setCopied] = useState(false);
	useEffect(() => {
		if (!isCopied) {
			return undefined;
		}
		const timer = setTimeout(() => setCopied(false), shownMs);
		return () => clearTimeout(timer);
	}, [isCopied]);
	return (
		<IconButton
			icon={isCopied ? 'check' : 'copy'}
			label={isCopied ? l10n.t('Copied') : l10n.t('Copy')}
			tabIndex={tabIndex}
			onPress={() => {
				post({ type: 'copyText', text });
				setCopied(true);
			}}
		/>
	);
}

/** Keeps an item's toolbar off the links, chips and buttons of the item. */
function useToolbarPlace(toolbar: RefObject<HTMLElement | null>): void {
	useLayoutEffect(() => {
		const bar = toolbar.current;
		const item = bar?.parentElement;
		if (bar === null || !(item instanceof HTMLElement)) {
			return;
		}
		const whole = item.getBoundingClientRect();
		const taken = [...item.querySelectorAll('a, button, .item-notes > *')]
			.filter((element) => !bar.contains(element))
			.flatMap((element) => [...element.getClientRects()])
			.map(({ left, top, right, bottom }) => ({
				left: left - whole.left,
				top: top - whole.top,
				right: right - whole.left,
				bottom: bottom - whole.top,
			}));
		const place = toolbarPlace(whole, bar.getBoundingClientRect(), taken);
		// From the right: what gets narrower takes it along, and nothing has to be scrolled to sideways.
		bar.style.right = `${whole.width - place.left - bar.offsetWidth}px`;
		bar.style.top = `${place.top}px`;
	});
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

/**
 * Stands where an item was removed, with the way back. What can be pressed is at its start: where
 * the item's own buttons were there is nothing, so that a second click removes nothing more.
 */
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
