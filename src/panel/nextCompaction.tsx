import type { NextCompaction as NextView } from '../protocol/conversationView.ts';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';

/** What a compaction now would cost and save: a line, and how it was worked out in its tooltip. */
export function NextCompaction({ next }: { readonly next: NextView }) {
	const { strings, numbers } = usePanel();
	const { next: text, nextCold, nextPrice, nextDetails } = strings.meter;
	const { isWarm, dropped, reread, requests, saving, cost, perMillion } = next;
	const money = (tokens: number): string => numbers.cost((tokens * (perMillion ?? 0)) / 1_000_000);
	const sizes = [numbers.whole(rounded(dropped)), numbers.whole(rounded(reread))];
	const words = [
		fill(isWarm ? text : nextCold, ...sizes),
		...(perMillion === undefined
			? []
			: [fill(nextPrice, numbers.whole(requests), money(saving), money(cost))]),
	];
	const details = fill(
		nextDetails,
		numbers.whole(requests),
		numbers.whole(rounded(saving)),
		numbers.whole(rounded(cost)),
	);
	return (
		<p class="meter-next quiet" title={details}>
			{words.join(' ')}
		</p>
	);
}

/** An estimate has no more than two digits that count. */
function rounded(tokens: number): number {
	return Number(tokens.toPrecision(2));
}
