import type { SectionView } from '../protocol/conversationView.ts';
import { Icon } from './icon.tsx';
import { usePanel } from './panelContext.ts';
import { Section } from './section.tsx';
import { isOpenAtFirst, type Toggles } from './sectionState.ts';
import { fill } from './text.ts';

export interface SectionsProperties {
	readonly sections: readonly SectionView[];
	/** Whether a model is still writing them. */
	readonly isDraft: boolean;
	readonly toggles: Toggles;
	readonly onToggle: (title: SectionView['title'], open: boolean) => void;
}

/** The summary: sections with items one by one, empty ones in one line. */
export function Sections({ sections, isDraft, toggles, onToggle }: SectionsProperties) {
	const { strings, numbers, post } = usePanel();
	const texts = strings.sections;
	const filled = sections.filter((section) => section.items.length > 0);
	const empty = sections.filter((section) => section.items.length === 0);
	const tokens = sections.reduce((sum, section) => sum + section.tokens, 0);
	return (
		<section class="sections" aria-labelledby="summary-heading">
			<header class="sections-header">
				<h2 id="summary-heading">{texts.heading}</h2>
				<span class="quiet number">
					{isDraft ? texts.writing : fill(texts.tokens, numbers.whole(tokens))}
				</span>
				{!isDraft && (
					<button
						type="button"
						class="icon-button"
						title={strings.receipt.copyHandoff}
						aria-label={strings.receipt.copyHandoff}
						onClick={() => post({ type: 'copyHandoff' })}
					>
						<Icon name="copy" />
					</button>
				)}
			</header>
			{filled.map((section) => (
				<Section
					key={section.title}
					section={section}
					isOpen={toggles[section.title] ?? isOpenAtFirst(section)}
					onToggle={onToggle}
				/>
			))}
			{!isDraft && (
				<footer class="quiet">
					{empty.length > 0 && (
						<p>{fill(texts.none, empty.map(({ title }) => texts.titles[title]).join(', '))}</p>
					)}
					<p>{texts.generated}</p>
				</footer>
			)}
		</section>
	);
}
