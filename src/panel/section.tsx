import type { SectionView } from '../protocol/conversationView.ts';
import { Icon } from './icon.tsx';
import { ItemList } from './itemList.tsx';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';

export interface SectionProperties {
	readonly section: SectionView;
	readonly isOpen: boolean;
	readonly onToggle: (title: SectionView['title'], open: boolean) => void;
}

/** One section. Its items exist only while it is open. */
export function Section({ section, isOpen, onToggle }: SectionProperties) {
	const { strings, numbers } = usePanel();
	const texts = strings.sections;
	const title = texts.titles[section.title];
	const count = numbers.whole(section.items.length);
	return (
		<details
			class="section"
			open={isOpen}
			onToggle={({ currentTarget }) => {
				if (currentTarget.open !== isOpen) {
					onToggle(section.title, currentTarget.open);
				}
			}}
		>
			<summary>
				<Icon name="chevron" />
				<h3 title={title}>{title}</h3>
				<span class="quiet number" title={fill(texts.items, count)}>
					<span aria-hidden="true">{count}</span>
					<span class="visually-hidden">{fill(texts.items, count)}</span>
				</span>
				<span class="section-tokens quiet number">
					{fill(texts.tokens, numbers.whole(section.tokens))}
				</span>
			</summary>
			{isOpen && <ItemList label={title} items={section.items} />}
		</details>
	);
}
