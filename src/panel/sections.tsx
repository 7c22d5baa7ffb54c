import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import {
	type AppendixView,
	type ReceiptView,
	type SectionView,
	type SummaryItem,
	coveredByQuotes,
} from '../protocol/conversationView.ts';
import type { Foldable } from '../protocol/remembered.ts';
import { PostButton } from './buttons.tsx';
import { Fold } from './fold.tsx';
import { Icon } from './icons.tsx';
import { SourceChips } from './item.tsx';
import { ItemList } from './itemList.tsx';
import { isOpenAtFirst, type ShownSection } from './items.ts';
import { sectionName } from './sectionNames.ts';
import { writerName } from './receipt.tsx';
import { numbers } from './text.ts';
import { visibleText } from './visibleText.ts';

interface SectionsProperties {
	readonly sections: readonly ShownSection[];
	/** Size of the handoff with its frame, as in the meter: more than the sum of the sections. */
	readonly tokens: number;
	/** Id of the record that can be changed; undefined: read-only. */
	readonly record: number | undefined;
	/** Whether it is the active summary, which can be handed over. */
	readonly isActive: boolean;
	/** Undefined: not written yet. */
	readonly writer: ReceiptView['summariser'] | undefined;
	/** Shows who writes the next summary. */
	readonly next: ComponentChildren;
	/** The handoff's parts after its sections. */
	readonly appendix: AppendixView | undefined;
}

/** The summary: sections with their items; one line lists the empty ones. */
export function Sections(properties: SectionsProperties) {
	const { sections, tokens, record, isActive, writer, next, appendix = {} } = properties;
	const empty = sections.filter(
		({ title, items }) =>
			items.length === 0 && !(writer?.kind === 'built-in' && coveredByQuotes.has(title)),
	);
	return (
		<Frame
			note={
				<>
					{writer !== undefined && (
						<PostButton
							kind="link"
							text={
								writer.kind === 'built-in'
									? l10n.t('Built-in summary')
									: l10n.t('Written by {0}', writerName(writer))
							}
							title={l10n.t('Choose who writes summaries')}
							message={{ type: 'chooseModel' }}
						/>
					)}
					<span class="section-tokens">{l10n.t('{0} tokens', numbers.tokens(tokens))}</span>
				</>
			}
			action={
				isActive && (
					<PostButton icon="copy" text={l10n.t('Copy Handoff')} message={{ type: 'copyHandoff' }} />
				)
			}
		>
			{next}
			{sections.map((section) => (
				<Section
					key={section.title}
					section={section}
					isOpenAtFirst={isOpenAtFirst(section)}
					record={record}
				/>
			))}
			<Appendix
				what="open"
				title={l10n.t('Open Work in the Recent Messages')}
				items={appendix.open ?? []}
				isOpenAtFirst
			/>
			<Appendix
				what="added"
				title={l10n.t('Added by Precis from the Conversation')}
				items={appendix.added ?? []}
			/>
			<Appendix
				what="quotes"
				title={l10n.t('Your Messages, Newest First')}
				items={appendix.quotes ?? []}
			/>
			<footer class="quiet">
				{empty.length > 0 && (
					<p>{emptyText(empty.map(({ title }) => sectionName(title)).join(', '), writer)}</p>
				)}
				<p>{l10n.t('The summary was generated. The originals are kept in the transcript.')}</p>
			</footer>
		</Frame>
	);
}

/** The built-in summariser covers only what a conversation's structure shows. A model has read everything. */
function emptyText(titles: string, writer: SectionsProperties['writer']): string {
	return writer?.kind === 'built-in'
		? l10n.t('The built-in summary does not cover {0}.', titles)
		: l10n.t('The summary has nothing under {0}.', titles);
}

interface DraftProperties {
	/** Sections of the model so far. */
	readonly draft: readonly SectionView[];
	/** Built-in sections in place of those that the model has not written yet. */
	readonly meanwhile: readonly SectionView[] | undefined;
	/** Whether a model writes; if not, the built-in sections are the summary. */
	readonly isByModel: boolean;
}

/**
 * The summary while it is written. It only grows at its end and nothing folds automatically, so that text stays
 * in place while it is read.
 */
export function DraftSections({ draft, meanwhile, isByModel }: DraftProperties) {
	const sections =
		meanwhile?.map((section) => draft.find(({ title }) => title === section.title) ?? section) ??
		draft;
	const note =
		meanwhile === undefined || draft.length > 0
			? l10n.t('being written')
			: isByModel
				? l10n.t('built in, until the model writes')
				: l10n.t('built in');
	return (
		<Frame note={<span>{note}</span>} class="sections-draft">
			{sections.map((section) => (
				<Section
					key={section.title}
					section={section}
					isOpenAtFirst
					isBeingWritten={section.title === draft.at(-1)?.title}
					record={undefined}
				/>
			))}
		</Frame>
	);
}

interface FrameProperties {
	readonly note: ComponentChildren;
	readonly class?: string;
	readonly action?: ComponentChildren;
	readonly children: ComponentChildren;
}

function Frame({ note, class: kind = '', action, children }: FrameProperties) {
	return (
		<section class={`sections ${kind}`} aria-labelledby="summary-heading">
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

interface SectionProperties {
	readonly section: ShownSection;
	readonly isOpenAtFirst: boolean;
	readonly isBeingWritten?: boolean;
	readonly record: number | undefined;
}

/** One section; nothing if it is empty. */
function Section({ section, isBeingWritten, record, ...properties }: SectionProperties) {
	const { title, items, tokens } = section;
	const name = sectionName(title);
	return items.length === 0 ? null : (
		<ListFold
			{...properties}
			what={title}
			title={name}
			count={items.length}
			note={
				<>
					{isBeingWritten === true && <Icon name="loading" />}
					<span class="section-tokens quiet number">
						{l10n.t('{0} tokens', numbers.tokens(tokens))}
					</span>
				</>
			}
		>
			{() => <ItemList label={name} section={section} record={record} />}
		</ListFold>
	);
}

interface ListFoldProperties {
	readonly what: Foldable;
	readonly title: string;
	readonly count: number;
	readonly isOpenAtFirst?: boolean;
	readonly note?: ComponentChildren;
	readonly children: () => ComponentChildren;
}

/** A list that folds below its title and count. */
function ListFold({ title, count, note, ...properties }: ListFoldProperties) {
	const items = l10n.t('Items: {0}', numbers.whole(count));
	return (
		<Fold
			{...properties}
			class="section"
			summary={
				<>
					<h3>
						{title}
						{'\u00a0'}
						<span class="section-count quiet number" title={items}>
							<span aria-hidden="true">{numbers.whole(count)}</span>
							<span class="visually-hidden">{items}</span>
						</span>
					</h3>
					{note}
				</>
			}
		/>
	);
}

interface AppendixProperties {
	readonly what: 'open' | 'added' | 'quotes';
	readonly title: string;
	readonly items: readonly SummaryItem[];
	readonly isOpenAtFirst?: boolean;
}

/** A read-only part of the handoff after its sections. */
function Appendix({ items, ...properties }: AppendixProperties) {
	return items.length === 0 ? null : (
		<ListFold {...properties} count={items.length}>
			{() => (
				<ul class="appendix">
					{items.map(({ text, sources }, index) => (
						<li key={index} dir="auto">
							{visibleText(text)} <SourceChips sources={sources} tabIndex={0} />
						</li>
					))}
				</ul>
			)}
		</ListFold>
	);
}
