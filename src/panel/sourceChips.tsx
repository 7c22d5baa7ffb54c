import { useState } from 'preact/hooks';
import { usePanel } from './panelContext.ts';
import { sourceRanges } from './sourceRanges.ts';
import { fill } from './text.ts';

export interface SourceChipsProperties {
	readonly sources: readonly number[];
	readonly tabIndex: number;
}

/** Chips that an item shows at first: as many as a line of a narrow panel holds. */
const shownAtFirst = 4;

/** Where an item was taken from. Each chip opens the original turn. */
export function SourceChips({ sources, tabIndex }: SourceChipsProperties) {
	const { strings, post } = usePanel();
	const [isOpen, setOpen] = useState(false);
	const texts = strings.items;
	const ranges = sourceRanges(sources);
	// One chip that says "1 more" would take the place of the one it stands for.
	const isFolded = !isOpen && ranges.length > shownAtFirst + 1;
	const shown = isFolded ? ranges.slice(0, shownAtFirst) : ranges;
	return (
		<>
			{shown.map(({ first, last }) => {
				const numbers = [`${first}`, `${last}`] as const;
				const title = fill(first === last ? texts.openSource : texts.openSources, ...numbers);
				return (
					<button
						key={first}
						type="button"
						class="source"
						title={title}
						tabIndex={tabIndex}
						onClick={() => post({ type: 'openTurn', number: first })}
					>
						{fill(first === last ? texts.source : texts.sources, ...numbers)}
					</button>
				);
			})}
			{isFolded && (
				<button type="button" class="source" tabIndex={tabIndex} onClick={() => setOpen(true)}>
					{fill(texts.moreSources, `${ranges.length - shown.length}`)}
				</button>
			)}
		</>
	);
}
