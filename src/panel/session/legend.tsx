import type { Place, SessionOutline, SessionSide } from '../../protocol/session.ts';
import { fill } from '../text.ts';
import type { Zone } from './outlineRows.ts';
import { tokensByPlace } from './outlineRows.ts';
import { useSession } from './sessionContext.ts';

export interface LegendProperties {
	readonly side: SessionSide;
	readonly outline: SessionOutline;
	readonly zones: readonly Zone[];
	readonly onGo: (row: number) => void;
}

/** The colours of the map, with the tokens of each; pressing one leads there. */
export function Legend({ side, outline, zones, onGo }: LegendProperties) {
	const { strings, numbers } = useSession();
	const sums = tokensByPlace(zones);
	const figures = placeFigures(outline, side, sums);
	return (
		<ul class="legend">
			{[...sums].map(([place, tokens]) => {
				const change = figures.get(place);
				const first = zones.find((zone) => zone.place === place)?.start ?? 0;
				return (
					<li key={place}>
						<button
							type="button"
							class="legend-part"
							title={strings.placesExplained[place]}
							onClick={() => onGo(first)}
						>
							<span class={`swatch place-${place}`} />
							{strings.places[place]}
							<span class="number">
								{change === undefined
									? fill(
											outline.isEstimated ? strings.estimated : strings.tokens,
											numbers.whole(tokens),
										)
									: fill(strings.change, ...change.map((one) => numbers.whole(one)))}
							</span>
						</button>
					</li>
				);
			})}
		</ul>
	);
}

/** What a compaction made of the tokens of a place, where it changed them. @param sums Of the conversation's rows. */
export function placeFigures(
	{ compaction }: SessionOutline,
	side: SessionSide,
	sums: ReadonlyMap<Place, number>,
): ReadonlyMap<Place, readonly [before: number, after: number]> {
	if (compaction === undefined || side === 'context') {
		return new Map();
	}
	const { summarised, summary, digested, digests } = compaction;
	// A row with a digest has more in it than the digest.
	const before = sums.get('digested') ?? 0;
	return new Map([
		['summarised', [summarised, summary]],
		['digested', [before, before - digested + digests]],
	]);
}
