import * as l10n from '@vscode/l10n';
import type { ContextPart, SessionOutline, SessionSide } from '../../protocol/session.ts';
import { numbers } from '../text.ts';
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
							title={placeTexts(place).note}
							onClick={() => onGo(first)}
						>
							<span class={`swatch place-${place}`} />
							{placeTexts(place).name}
							<span class="number">
								{change === undefined
									? l10n.t('{0} tokens', numbers.whole(tokens))
									: l10n.t('{0} → {1} tokens', ...change.map((one) => numbers.whole(one)))}
							</span>
						</button>
					</li>
				);
			})}
		</ul>
	);
}

/** Tokens of changed places before and after a compaction. @param sums Tokens of the conversation's rows. */
function placeFigures(
	{ compaction }: SessionOutline,
	side: SessionSide,
	sums: ReadonlyMap<ContextPart, number>,
): ReadonlyMap<ContextPart, readonly [before: number, after: number]> {
	if (compaction === undefined || side === 'context') {
		return new Map();
	}
	const { summarised, summary, digested, digests } = compaction;
	// A digested row has more content than the digest.
	const before = sums.get('digested') ?? 0;
	return new Map([
		['summarised', [summarised, summary]],
		['digested', [before, before - digested + digests]],
	]);
}

/**
 * Headings above the first row of each zone of a compacted session. Single digested rows do not
 * interrupt a zone.
 */
export function headingsOf(
	{ compaction, ...outline }: SessionOutline,
	side: SessionSide,
	zones: readonly Zone[],
): ReadonlyMap<number, ZoneHeading> {
	const headings = new Map<number, ZoneHeading>();
	if (compaction === undefined) {
		return headings;
	}
	const figures = placeFigures({ ...outline, compaction }, side, tokensByPlace(zones));
	const stretches = zones.filter(({ place }) => place !== 'digested');
	for (const [at, { place, start }] of stretches.entries()) {
		if (stretches[at - 1]?.place === place) {
			continue;
		}
		const whole = stretches.filter((zone) => zone.place === place);
		const messages = whole.reduce((sum, zone) => sum + zone.messages, 0);
		const tokens = whole.reduce((sum, zone) => sum + zone.tokens, 0);
		const change = figures.get(place);
		headings.set(start, {
			place,
			figures: [
				numbers.messages(messages),
				change === undefined
					? l10n.t('{0} tokens', numbers.whole(tokens))
					: l10n.t('{0} → {1} tokens', ...change.map((one) => numbers.whole(one))),
			].join(' · '),
		});
	}
	return headings;
}
