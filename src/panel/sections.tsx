import type { ComponentChildren } from 'preact';
import type { SectionView } from '../protocol/conversationView.ts';
import type { RemovalNotice } from '../protocol/summaryChanges.ts';
import { IconButton } from './iconButton.tsx';
import type { ChangeableRecord } from './itemChanges.ts';
import type { ShownSection } from './markedSections.ts';
import { usePanel } from './panelContext.ts';
import { Section } from './section.tsx';
import { isOpenAtFirst } from './sectionState.ts';
import { fill } from './text.ts';

export interface SectionsProperties {
	readonly sections: readonly ShownSection[];
	/** The handoff with its frame, as the meter has it: more than the sections come to. */
	readonly tokens: number;
	/** Undefined: the items can only be looked at. */
	readonly record: ChangeableRecord | undefined;
	readonly removed: RemovalNotice | undefined;
	/** How many items of a section have to be there at once. */
	readonly neededOf: (title: SectionView['title']) => number;
	/** Whether it is the active one, which can be handed over. */
	readonly isActive: boolean;
}

/** The summary: sections with items one by one, empty ones in one line. */
export function Sections({
	sections,
	tokens,
	record,
	removed,
	neededOf,
	isActive,
}: SectionsProperties) {
	const { strings, numbers, post } = usePanel();
	const texts = strings.sections;
	const isEmpty = ({ title, items }: SectionView): boolean =>
		items.length === 0 && removed?.section !== title;
	const empty = sections.filter(isEmpty);
	return (
		<Frame
			note={fill(texts.tokens, numbers.whole(tokens))}
			action={
				isActive && (
					<IconButton
						icon="copy"
						label={strings.receipt.copyHandoff}
						onPress={() => post({ type: 'copyHandoff' })}
					/>
				)
			}
		>
			{sections
				.filter((section) => !isEmpty(section))
				.map((section) => (
					<Section
						key={section.title}
						section={section}
						isOpenAtFirst={isOpenAtFirst(section)}
						isBeingWritten={false}
						record={record}
						removed={removed?.section === section.title ? removed : undefined}
						needed={neededOf(section.title)}
					/>
				))}
			<footer class="quiet">
				{empty.length > 0 && (
					<p>{fill(texts.none, empty.map(({ title }) => texts.titles[title]).join(', '))}</p>
				)}
				<p>{texts.generated}</p>
			</footer>
		</Frame>
	);
}

/**
 * The summary while it is written: its place is there from the start, and grows at its end only.
 * Nothing folds by itself, so that what is being read stays where it is.
 */
export function DraftSections({ sections }: { readonly sections: readonly SectionView[] }) {
	const { strings } = usePanel();
	const last = sections.at(-1);
	return (
		<Frame note={strings.sections.writing} isDraft>
			{sections.map((section) => (
				<Section
					key={section.title}
					section={section}
					isOpenAtFirst
					isBeingWritten={section === last}
					record={undefined}
					removed={undefined}
					needed={0}
				/>
			))}
		</Frame>
	);
}

interface FrameProperties {
	readonly note: string;
	readonly isDraft?: boolean;
	readonly action?: ComponentChildren;
	readonly children: ComponentChildren;
}

function Frame({ note, isDraft = false, action, children }: FrameProperties) {
	const { strings } = usePanel();
	return (
		<section
			class={isDraft ? 'sections sections-draft' : 'sections'}
			aria-labelledby="summary-heading"
		>
			<header class="sections-header">
				<h2 id="summary-heading">{strings.sections.heading}</h2>
				<span class="sections-note quiet number">
					<span>{note}</span>
				</span>
				{action}
			</header>
			{children}
		</section>
	);
}
