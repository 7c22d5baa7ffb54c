import type { ComponentChildren } from 'preact';
import type { ItemChangeNotice } from '../protocol/summaryChanges.ts';
import { Icon, type IconName } from './icon.tsx';
import { IconButton } from './iconButton.tsx';
import { usePanel } from './panelContext.ts';
import { visibleText } from './visibleText.ts';
import { PostButton } from './textButton.tsx';

/** A notice of no place in the summary. */
type PlacelessNotice = Exclude<ItemChangeNotice, { readonly kind: 'removed' }>;

interface FrameProperties {
	readonly icon: IconName;
	readonly label: string;
	readonly children: ComponentChildren;
	readonly onDismiss?: () => void;
}

function Frame({ icon, label, children, onDismiss }: FrameProperties) {
	const { strings } = usePanel();
	return (
		<section class="notice" aria-label={label}>
			<Icon name={icon} />
			<div>{children}</div>
			{onDismiss !== undefined && (
				<IconButton icon="close" label={strings.changeNotice.dismiss} onPress={onDismiss} />
			)}
		</section>
	);
}

/** Why the last compaction was refused. */
export function Notice({ text }: { readonly text: string }) {
	const { strings } = usePanel();
	return (
		<Frame icon="info" label={strings.noticeHeading}>
			<p>
				<strong>{strings.noticeHeading}.</strong> {visibleText(text)}
			</p>
		</Frame>
	);
}

interface ChangeNoticeProperties {
	readonly notice: PlacelessNotice;
	readonly isRunning: boolean;
}

/** How the last change to an item ended, and the way back; a removal is told where the item stood. */
export function ChangeNotice({ notice, isRunning }: ChangeNoticeProperties) {
	const { strings, post } = usePanel();
	return (
		<Frame
			icon="warning"
			label={strings.items.actions}
			onDismiss={() => post({ type: 'dismissChangeNotice' })}
		>
			<p>{notice.text}</p>
			{notice.kind === 'over-budget' && (
				<PostButton
					kind="link"
					text={strings.changeNotice.undo}
					disabledReason={isRunning ? strings.disabled.running : undefined}
					message={{ type: 'restore', record: notice.before }}
				/>
			)}
		</Frame>
	);
}

export interface OrphanedEditProperties {
	/** What the person wrote. */
	readonly text: string;
	readonly onDismiss: () => void;
}

/** The item that was being edited is gone: what was written is not thrown away. */
export function OrphanedEdit({ text, onDismiss }: OrphanedEditProperties) {
	const { strings } = usePanel();
	return (
		<Frame icon="warning" label={strings.items.text} onDismiss={onDismiss}>
			<p>{strings.items.orphan}</p>
			<p class="orphan" dir="auto">
				{visibleText(text)}
			</p>
			<PostButton kind="link" text={strings.sections.copy} message={{ type: 'copyText', text }} />
		</Frame>
	);
}
