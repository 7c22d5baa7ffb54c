import * as l10n from '@vscode/l10n';
import type { MeterView, NextCompaction as NextView } from '../protocol/conversationView.ts';
import { Fold } from './fold.tsx';
import { Icon } from './icons.tsx';
import { layoutMeter, type MeterSegment } from './meterLayout.ts';
import { numbers } from './text.ts';

/** How the model's window is filled, what the thresholds are, what the last compaction freed. */
export function Meter({ meter }: { readonly meter: MeterView }) {
	return meter.pending ? <PendingMeter /> : <KnownMeter meter={meter} />;
}

/** A size that is not known yet is no number: the one of before would be taken for it. */
function PendingMeter() {
	const label = l10n.t('Context window');
	const pending = l10n.t('New size pending');
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
	const layout = layoutMeter(meter);
	const own = meter.isReported === true ? '' : '≈ ';
	const used = `${own}${numbers.whole(layout.used)}`;
	const usage =
		meter.window === undefined
			? l10n.t('{0} tokens', used)
			: l10n.t('{0} of {1} tokens', used, numbers.whole(meter.window));
	const nameOf = (kind: MeterSegment['kind']): string =>
		kind === 'tail' && meter.summary === 0 ? l10n.t('Conversation') : partName(kind);
	const shown = layout.segments.filter(({ tokens }) => tokens > 0);
	const part = (name: string, tokens: number): string =>
		l10n.t('{0}: {1} tokens', name, numbers.whole(tokens));
	const saved =
		layout.ghost === undefined
			? undefined
			: l10n.t(
					'{0} tokens saved ({1})',
					numbers.whole(layout.ghost.savedTokens),
					numbers.percent(layout.ghost.savedShare),
				);
	const words = [
		usage,
		...shown.map(({ kind, tokens }) => part(nameOf(kind), tokens)),
		...layout.ticks.map(({ kind, tokens }) => part(partName(kind), tokens)),
	];
	return (
		<section class="meter">
			<div
				class="meter-bar"
				role="meter"
				aria-label={l10n.t('Context window')}
				aria-valuemin={0}
				aria-valuemax={Math.max(meter.window ?? 0, layout.used)}
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
						title={part(partName(kind), tokens)}
					/>
				))}
			</div>
			<Fold
				what="meter"
				class="meter-parts"
				summary={
					<span class="meter-line">
						{layout.share !== undefined && (
							<>
								<strong>{`${own}${numbers.percent(layout.share)}`}</strong>{' '}
							</>
						)}
						<span title={usage}>{usage}</span>
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
								{partName(kind)} <span class="number">{numbers.whole(tokens)}</span>
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
					<span>{l10n.t('{0} tokens more than the window holds', numbers.whole(layout.over))}</span>
				</p>
			)}
		</section>
	);
}

function partName(kind: MeterSegment['kind'] | 'soft' | 'hard'): string {
	const names = {
		overhead: l10n.t('Tools and instructions'),
		other: l10n.t('Other'),
		head: l10n.t('Start'),
		summary: l10n.t('Summary'),
		tail: l10n.t('Recent'),
		free: l10n.t('Free'),
		soft: l10n.t('Soft threshold'),
		hard: l10n.t('Hard threshold'),
	};
	return names[kind];
}

/** What a compaction now would cost and save: a line, and how it was worked out in its tooltip. */
function NextCompaction({ next }: { readonly next: NextView }) {
	const { isWarm, dropped, reread, requests, saving, cost, perMillion } = next;
	const tokens = (count: number): string => numbers.whole(rounded(count));
	const price = (count: number): string =>
		numbers.cost(rounded((count * (perMillion ?? 0)) / 1_000_000));
	const details = [
		isWarm
			? l10n.t(
					'Each request becomes about {0} tokens smaller; about {1} tokens are re-read once.',
					tokens(dropped),
					tokens(reread),
				)
			: l10n.t(
					'Each request becomes about {0} tokens smaller. The cache has expired, so re-reading the other {1} tokens costs nothing extra.',
					tokens(dropped),
					tokens(reread),
				),
		l10n.t(
			'Estimate for the next {0} requests, as many as since the last compaction. In tokens at the full input price: {1} saved, {2} spent.',
			numbers.whole(requests),
			tokens(saving),
			tokens(cost),
		),
	];
	return (
		<p class="meter-next quiet" title={details.join(' ')}>
			{perMillion === undefined
				? l10n.t('Compacting now saves about {0} tokens per request.', tokens(dropped))
				: l10n.t(
						'Compacting now saves about {0} US$ and costs {1} US$.',
						price(saving),
						price(cost),
					)}
		</p>
	);
}

/** An estimate has no more than two digits that count. */
function rounded(value: number): number {
	return Number(value.toPrecision(2));
}
