import type { MeterView, NextCompaction as NextView } from '../protocol/conversationView.ts';
import { Fold } from './fold.tsx';
import { Icon } from './icon.tsx';
import { layoutMeter, type MeterSegment } from './meterLayout.ts';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';

/** How the model's window is filled, what the thresholds are, what the last compaction freed. */
export function Meter({ meter }: { readonly meter: MeterView }) {
	return meter.pending ? <PendingMeter /> : <KnownMeter meter={meter} />;
}

/** A size that is not known yet is no number: the one of before would be taken for it. */
function PendingMeter() {
	const { strings } = usePanel();
	const { label, pending } = strings.meter;
	return (
		<section class="meter">
			<div class="meter-bar" role="img" aria-label={`${label}: ${pending}`}>
				<div class="meter-track" />
			</div>
			<p class="meter-line meter-pending quiet">{pending}</p>
		</section>
	);
}

function KnownMeter({ meter }: { readonly meter: MeterView }) {
	const { strings, numbers } = usePanel();
	const layout = layoutMeter(meter);
	const pattern = meter.estimated ? strings.meter.estimated : strings.meter.usage;
	const usage = fill(pattern, numbers.whole(layout.used), numbers.whole(meter.window));
	const nameOf = (kind: MeterSegment['kind']): string =>
		kind === 'tail' && meter.summary === 0 ? strings.meter.rest : strings.meter[kind];
	const shown = layout.segments.filter(({ tokens }) => tokens > 0);
	const part = (name: string, tokens: number): string =>
		fill(strings.meter.part, name, numbers.whole(tokens));
	const saved =
		layout.ghost === undefined
			? undefined
			: fill(
					strings.meter.saved,
					numbers.whole(layout.ghost.savedTokens),
					numbers.percent(layout.ghost.savedShare),
				);
	const words = [
		usage,
		...shown.map(({ kind, tokens }) => part(nameOf(kind), tokens)),
		...layout.ticks.map(({ kind, tokens }) => part(strings.meter[kind], tokens)),
	];
	return (
		<section class="meter">
			<div
				class="meter-bar"
				role="meter"
				aria-label={strings.meter.label}
				aria-valuemin={0}
				aria-valuemax={Math.max(meter.window, layout.used)}
				aria-valuenow={layout.used}
				aria-valuetext={words.join(', ')}
			>
				<div class="meter-track">
					{layout.segments.map(
						({ kind, tokens, percent }) =>
							tokens > 0 && (
								<div
									key={kind}
									class={`meter-segment meter-${kind}`}
									style={{ width: `${percent}%` }}
									title={part(nameOf(kind), tokens)}
								/>
							),
					)}
					{layout.ghost !== undefined && (
						<div
							class="meter-ghost"
							style={{ left: `${layout.ghost.from}%`, width: `${layout.ghost.percent}%` }}
						/>
					)}
				</div>
				{layout.ticks.map(({ kind, tokens, percent }) => (
					<div
						key={kind}
						class={`meter-tick meter-tick-${kind}`}
						style={{ left: `${percent}%` }}
						title={part(strings.meter[kind], tokens)}
					/>
				))}
			</div>
			<Fold
				what="meter"
				class="meter-parts"
				summary={
					<span class="meter-line">
						<strong>{numbers.percent(layout.share)}</strong> <span title={usage}>{usage}</span>
						{saved !== undefined && <span class="meter-saved">{saved}</span>}
					</span>
				}
			>
				{() => (
					<ul class="meter-legend">
						{shown.map(({ kind, tokens }) => (
							<li key={kind}>
								<span class={`swatch meter-${kind}`} aria-hidden="true" />
								{nameOf(kind)} <span class="number">{numbers.whole(tokens)}</span>
							</li>
						))}
						{layout.ticks.map(({ kind, tokens }) => (
							<li key={kind}>
								<span class={`swatch meter-tick-${kind}`} aria-hidden="true" />
								{strings.meter[kind]} <span class="number">{numbers.whole(tokens)}</span>
							</li>
						))}
						{saved !== undefined && <li>{saved}</li>}
					</ul>
				)}
			</Fold>
			{meter.next !== undefined && <NextCompaction next={meter.next} />}
			{layout.over > 0 && (
				<p class="meter-over">
					<Icon name="warning" />
					<span>{fill(strings.meter.over, numbers.whole(layout.over))}</span>
				</p>
			)}
		</section>
	);
}

/** What a compaction now would cost and save: a line, and how it was worked out in its tooltip. */
function NextCompaction({ next }: { readonly next: NextView }) {
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
