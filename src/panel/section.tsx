import { Fold } from './fold.tsx';
import { Icon } from './icon.tsx';
import { ItemList, type ItemListProperties } from './itemList.tsx';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';
import { visibleText } from './visibleText.ts';

export interface SectionProperties extends Omit<ItemListProperties, 'label'> {
	readonly isOpenAtFirst: boolean;
	readonly isBeingWritten: boolean;
}

/** One section. Its items exist only while it is open. */
export function Section(properties: SectionProperties) {
	const { section, isOpenAtFirst, isBeingWritten, record, removed, needed } = properties;
	const { strings, numbers } = usePanel();
	const texts = strings.sections;
	const title = texts.titles[section.title];
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
					<span class="quiet number" title={fill(texts.items, count)}>
						<span aria-hidden="true">{count}</span>
						<span class="visually-hidden">{fill(texts.items, count)}</span>
					</span>
					{isBeingWritten && <Icon name="loading" />}
					<span class="section-tokens quiet number">
						{fill(texts.tokens, numbers.whole(section.tokens))}
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
