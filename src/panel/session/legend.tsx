import * as l10n from '@vscode/l10n';
import type { ContextPart, SessionOutline, SessionSide } from '../../protocol/session.ts';
import { numbers } from '../text.ts';
import { stretchesOf, tokensByPlace, type Zone } from './outlineRows.ts';
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
	return (
		<ul class="legend">
			{[...tokensByPlace(zones).keys()].map((place) => {
				const first = zones.find((zone) => zone.place === place)?.start ?? 0;
				return (
					<li key={place}>
						<button
							type="button"
							class="legend-part"
							title={placeTexts(place).note}
							onClick={() => onGo(first)}
						>
							<span class={`swatch place-${place}`} />
							{placeTexts(place).name}
							<span class="number">{tokensText(figures.get(place))}</span>
						</button>
					</li>
				);
			})}
		</ul>
	);
}

/** Tokens of a place, and those that a compaction leaves of them. */
interface PlaceFigures {
	readonly before: number;
	readonly after: number;
}

function tokensText({ before, after }: PlaceFigures = { before: 0, after: 0 }): string {
	return before === after
		? l10n.t('{0} tokens', numbers.whole(before))
		: l10n.t('{0} → {1} tokens', numbers.whole(before), numbers.whole(after));
}

/** The digested rows are part of the start and of the recent messages. */
function placeFigures(
	{ compaction }: SessionOutline,
	side: SessionSide,
	zones: readonly Zone[],
): ReadonlyMap<ContextPart, PlaceFigures> {
	const digested = tokensByPlace(zones.filter(({ place }) => place === 'digested'));
	const sums = [...tokensByPlace(stretchesOf(zones)), ...digested];
	const { head = 0, tail = 0 } = side === 'context' ? {} : (compaction?.digestsSave ?? {});
	const saved: Readonly<Partial<Record<ContextPart, number>>> = {
		head,
		tail,
		digested: head + tail,
	};
	return new Map(
		sums.map(([place, before]) => {
			const after =
				place === 'summarised' ? (compaction?.summary ?? 0) : before - (saved[place] ?? 0);
			return [place, { before, after }];
		}),
	);
}

/** Headings above the first row of each zone of a compacted session. */
export function headingsOf(
	outline: SessionOutline,
	side: SessionSide,
	zones: readonly Zone[],
): ReadonlyMap<number, ZoneHeading> {
	if (outline.compaction === undefined) {
		return new Map();
	}
	const figures = placeFigures(outline, side, zones);
	const stretches = stretchesOf(zones);
	return new Map(
		stretches.map(({ place, start }) => {
			const messages = stretches
				.filter((zone) => zone.place === place)
				.reduce((sum, zone) => sum + zone.messages, 0);
			const texts = [numbers.messages(messages), tokensText(figures.get(place))];
			return [start, { place, figures: texts.join(' · ') }];
		}),
	);
}
