import type { NextCompaction as NextView } from '../protocol/conversationView.ts';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';

/** What a compaction now would cost and save: a line, and how it was worked out in its tooltip. */
export function NextCompaction({ next }: { readonly next: NextView }) {
	const { strings, numbers } = usePanel();
	const texts = strings.meter.next;
	const { isWarm, dropped, reread, requests, saving, cost, perMillion } = next;
	const tokens = (count: number): string => numbers.whole(rounded(count));
	const price = (count: number): string =>
		numbers.cost(rounded((count * (perMillion ?? 0)) / 1_000_000));
	const details = [
		fill(isWarm ? texts.warm : texts.cold, tokens(dropped), tokens(reread)),
		fill(texts.details, numbers.whole(requests), tokens(saving), tokens(cost)),
	];
	return (
		<p class="meter-next quiet" title={details.join(' ')}>
			{perMillion === undefined
				? fill(texts.tokens, tokens(dropped))
				: fill(texts.price, price(saving), price(cost))}
		</p>
	);
}

/** An estimate has no more than two digits that count. */
function rounded(value: number): number {
	return Number(value.toPrecision(2));
}
