import * as l10n from '@vscode/l10n';
import type { ContextTokens } from '../../protocol/contextTokens.ts';
import type { ContextPart, SessionOutline, SessionSide } from '../../protocol/session.ts';
import { notAttributedNote, numbers } from '../text.ts';
import { tokensByPlace, type Zone } from './outlineRows.ts';
import { placeTexts } from './places.ts';
import type { ZoneHeading } from './row.tsx';

interface LegendProperties {
	readonly side: SessionSide;
	readonly outline: SessionOutline;
	readonly zones: readonly Zone[];
	readonly onGo: (row: number) => void;
}

/** The colours of the map with their tokens; a click scrolls there. */
export function Legend({ side, outline, zones, onGo }: LegendProperties) {
	const figures = placeFigures(outline, side, zones);
	const { fixed = 0, other = 0, besideBefore = 0 } = outline.context ?? {};
	const beside = fixed + other;
	return (
		<ul class="legend">
			{[...tokensByPlace(zones).keys()].map((place) => {
				const first = zones.find((zone) => zone.place === place)?.start ?? 0;
				return (
					<li key={place}>
						<button
							type="button"
							class="legend-part"
							title={noteOf(place, figures.get(place))}
							onClick={() => onGo(first)}
						>
							<span class={`swatch place-${place}`} />
							{placeTexts(place).name}
							<span class="number">{tokensText(figures.get(place))}</span>
						</button>
					</li>
				);
			})}
			{beside > 0 && (
				<li
					class="legend-part"
					title={other > 0 ? notAttributedNote() : l10n.t('Tools and instructions')}
				>
					{l10n.t('Besides the messages')}
					<span class="number">
						{tokensText({ before: side === 'context' ? beside : besideBefore, after: beside })}
					</span>
				</li>
			)}
		</ul>
	);
}

/** What a compaction does to a place. Only the system prompt makes the start larger. */
function noteOf(place: ContextPart, { before, after }: PlaceFigures = nothing): string {
	const { note } = placeTexts(place);
	return place === 'head' && after > before
		? `${note} ${l10n.t('The system prompt has an added sentence about the compaction.')}`
		: note;
}

/** Tokens of a place, and those that a compaction leaves of them. */
interface PlaceFigures {
	readonly before: number;
	readonly after: number;
}

const nothing: PlaceFigures = { before: 0, after: 0 };

function tokensText({ before, after }: PlaceFigures = nothing): string {
	return before === after
		? l10n.t('{0} tokens', numbers.tokens(before))
		: l10n.t('{0} → {1} tokens', numbers.tokens(before), numbers.tokens(after));
}

function placeFigures(
	{ context }: SessionOutline,
	side: SessionSide,
	zones: readonly Zone[],
): ReadonlyMap<ContextPart, PlaceFigures> {
	return new Map(
		[...tokensByPlace(zones)].map(([place, sum]) => {
			const after = tokensLeft(place, context) ?? sum;
			// No row has the placeholders for missing results, which are sent in any case.
			const all = place === 'tail' ? Math.max(sum, after) : sum;
			return [place, { before: side === 'context' ? after : all, after }];
		}),
	);
}

/** Tokens of a place that the model sees now. */
function tokensLeft(place: ContextPart, context: ContextTokens | undefined): number | undefined {
	return place === 'conversation'
		? undefined
		: context?.[place === 'summarised' ? 'summary' : place];
}

/** Headings above the first row of each zone of a compacted session. */
export function headingsOf(
	outline: SessionOutline,
	side: SessionSide,
	zones: readonly Zone[],
): ReadonlyMap<number, ZoneHeading> {
	if (outline.context === undefined) {
		return new Map();
	}
	const figures = placeFigures(outline, side, zones);
	return new Map(
		zones.map(({ place, start }) => {
			const messages = zones
				.filter((zone) => zone.place === place)
				.reduce((sum, zone) => sum + zone.messages, 0);
			const texts = [numbers.messages(messages), tokensText(figures.get(place))];
			return [start, { place, figures: texts.join(' · ') }];
		}),
	);
}
