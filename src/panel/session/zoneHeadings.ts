import type { SessionOutline, SessionSide } from '../../protocol/session.ts';
import { fill } from '../text.ts';
import { placeFigures } from './legend.tsx';
import { tokensByPlace, type Zone } from './outlineRows.ts';
import type { ZoneHeading } from './row.tsx';
import type { SessionServices } from './sessionContext.ts';

/**
 * What stands above the first row of each stretch of a compacted session. Single digested rows do not
 * interrupt a stretch.
 */
export function headingsOf(
	{ compaction, ...outline }: SessionOutline,
	side: SessionSide,
	zones: readonly Zone[],
	{ strings, numbers }: Pick<SessionServices, 'strings' | 'numbers'>,
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
				numbers.messages(messages, strings),
				change === undefined
					? fill(strings.tokens, numbers.whole(tokens))
					: fill(strings.change, ...change.map((one) => numbers.whole(one))),
			].join(' · '),
		});
	}
	return headings;
}
