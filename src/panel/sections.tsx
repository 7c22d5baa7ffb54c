import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { BesideView, SectionView, SummaryItem } from '../protocol/conversationView.ts';
import type { RemovalNotice } from '../protocol/summaryChanges.ts';
import { IconButton, PostButton } from './buttons.tsx';
import { Fold } from './fold.tsx';
import { Icon } from './icons.tsx';
import { SourceChips } from './item.tsx';
import { type ChangeableRecord, ItemList, type ItemListProperties } from './itemList.tsx';
import { isOpenAtFirst, type ShownSection } from './items.ts';
import { numbers } from './text.ts';
import { visibleText } from './visibleText.ts';
import { post } from './vsCode.ts';

interface SectionsProperties {
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
	/** Who wrote it; absent: nobody yet. */
	readonly writer: string | undefined;
	/** What the handoff has beside its sections. */
	readonly beside: BesideView | undefined;
}

/** The summary: sections with items one by one, empty ones in one line. */
export function Sections({
	sections,
	tokens,
	record,
	removed,
	neededOf,
	isActive,
	writer,
	beside = {},
}: SectionsProperties) {
	const isEmpty = ({ title, items }: SectionView): boolean =>
		items.length === 0 && removed?.section !== title;
	const empty = sections.filter(isEmpty);
	return (
		<Frame
			note={
				<>
					{writer !== undefined && <Writer name={writer} />}
					<span>{l10n.t('{0} tokens', numbers.whole(tokens))}</span>
				</>
			}
			action={
				isActive && (
					<IconButton
						icon="copy"
						label={l10n.t('Copy Handoff')}
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
			<Beside
				what="added"
				title={l10n.t('Added by Precis from the Conversation')}
				items={beside.added ?? []}
			/>
			<Beside what="quotes" title={l10n.t('Your Messages')} items={beside.quotes ?? []} />
			<footer class="quiet">
				{empty.length > 0 && (
					<p>
						{l10n.t(
							'Nothing in the summarised messages under {0}.',
							empty.map(({ title }) => sectionName(title)).join(', '),
						)}
					</p>
				)}
				<p>{l10n.t('The summary was generated. The originals are kept in the transcript.')}</p>
			</footer>
		</Frame>
	);
}

interface DraftProperties {
	/** What the model has written so far. */
	readonly draft: readonly SectionView[];
	/** What the built-in summariser writes, in the place of what the model has not written. */
	readonly meanwhile: readonly SectionView[] | undefined;
}

/**
 * The summary while it is written: its place is there from the start, and grows at its end only.
 * Nothing folds by itself, so that what is being read stays where it is.
 */
export function DraftSections({ draft, meanwhile }: DraftProperties) {
	const last = draft.at(-1)?.title;
	const sections =
		meanwhile?.map((section) => draft.find(({ title }) => title === section.title) ?? section) ??
		draft;
	const note =
		meanwhile === undefined || draft.length > 0
			? l10n.t('being written')
			: l10n.t('built in, until the model writes');
	return (
		<Frame note={<span>{note}</span>} isDraft>
			{sections
				.filter(({ items }) => items.length > 0)
				.map((section) => (
					<Section
						key={section.title}
						section={section}
						isOpenAtFirst
						isBeingWritten={section.title === last}
						record={undefined}
						removed={undefined}
						needed={0}
					/>
				))}
		</Frame>
	);
}

interface FrameProperties {
	readonly note: ComponentChildren;
	readonly isDraft?: boolean;
	readonly action?: ComponentChildren;
	readonly children: ComponentChildren;
}

function Frame({ note, isDraft = false, action, children }: FrameProperties) {
	return (
		<section
			class={isDraft ? 'sections sections-draft' : 'sections'}
			aria-labelledby="summary-heading"
		>
			<header class="sections-header">
				<h2 id="summary-heading" class="visually-hidden">
					{l10n.t('Summary')}
				</h2>
				<span class="sections-note quiet number">{note}</span>
				{action}
			</header>
			{children}
		</section>
	);
}

/** Who wrote the summary, and the way to another writer. */
function Writer({ name }: { readonly name: string }) {
	return (
		<PostButton
			kind="link"
			text={name}
			title={l10n.t('Choose who writes summaries')}
			message={{ type: 'chooseModel' }}
		/>
	);
}

interface SectionProperties extends Omit<ItemListProperties, 'label'> {
	readonly isOpenAtFirst: boolean;
	readonly isBeingWritten: boolean;
}

/** One section. Its items exist only while it is open. */
function Section(properties: SectionProperties) {
	const { section, isOpenAtFirst, isBeingWritten, record, removed, needed } = properties;
	const title = sectionName(section.title);
	const count = numbers.whole(section.items.length);
	return (
		<Fold
			what={section.title}
			class="section"
			isOpenAtFirst={isOpenAtFirst}
			summary={
				<>
					<h3 class="one-line" title={title}>
						{title}
					</h3>
					<span class="quiet number" title={l10n.t('Items: {0}', count)}>
						<span aria-hidden="true">{count}</span>
						<span class="visually-hidden">{l10n.t('Items: {0}', count)}</span>
					</span>
					{isBeingWritten && <Icon name="loading" />}
					<span class="section-tokens quiet number">
						{l10n.t('{0} tokens', numbers.whole(section.tokens))}
					</span>
				</>
			}
		>
			{() => (
				<>
					<ItemList
						label={title}
						section={section}
						record={record}
						removed={removed}
						needed={needed}
					/>
					{section.pointsTo !== undefined && (
						<blockquote class="points-to" dir="auto">
							{visibleText(section.pointsTo)}
						</blockquote>
					)}
				</>
			)}
		</Fold>
	);
}

interface BesideProperties {
	readonly what: 'added' | 'quotes';
	readonly title: string;
	readonly items: readonly SummaryItem[];
}

/** Statements that the handoff has beside its sections. They can only be looked at. */
function Beside({ what, title, items }: BesideProperties) {
	const count = numbers.whole(items.length);
	return items.length === 0 ? null : (
		<Fold
			what={what}
			class="section"
			summary={
				<>
					<h3 class="one-line" title={title}>
						{title}
					</h3>
					<span class="quiet number" title={l10n.t('Items: {0}', count)}>
						<span aria-hidden="true">{count}</span>
						<span class="visually-hidden">{l10n.t('Items: {0}', count)}</span>
					</span>
				</>
			}
		>
			{() => (
				<ul class="beside">
					{items.map(({ text, sources }, index) => (
						<li key={index} dir="auto">
							{visibleText(text)} <SourceChips sources={sources} tabIndex={0} />
						</li>
					))}
				</ul>
			)}
		</Fold>
	);
}

type SectionTitle = SectionView['title'];

/** The title of a section in the person's language. */
export function sectionName(title: SectionTitle): string {
	const names: Readonly<Record<SectionTitle, string>> = {
		'Active Task': l10n.t('Active Task'),
		Goal: l10n.t('Goal'),
		'Constraints & Preferences': l10n.t('Constraints & Preferences'),
		'Completed Actions': l10n.t('Completed Actions'),
		'Active State': l10n.t('Active State'),
		'In Progress': l10n.t('In Progress'),
		Blocked: l10n.t('Blocked'),
		'Key Decisions': l10n.t('Key Decisions'),
		'Resolved Questions': l10n.t('Resolved Questions'),
		'Pending User Asks': l10n.t('Pending User Asks'),
		'Relevant Files': l10n.t('Relevant Files'),
		'Remaining Work': l10n.t('Remaining Work'),
		'Critical Context': l10n.t('Critical Context'),
	};
	return names[title];
}
