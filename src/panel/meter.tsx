import * as l10n from '@vscode/l10n';
import type { MeterView, NextCompaction, SavedSince } from '../protocol/conversationView.ts';
import { Fold } from './fold.tsx';
import { Icon } from './icons.tsx';
import { layoutMeter, type MeterPart } from './meterLayout.ts';
import { estimated, notAttributedNote, numbers } from './text.ts';

/** Meter of the model's window, with thresholds and the tokens that the last compaction freed. */
export function Meter({ meter }: { readonly meter: MeterView }) {
	return meter.pending ? <PendingMeter /> : <KnownMeter meter={meter} />;
}

/** Shows no number for an unknown size: the previous one would be misleading. */
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
	const { used, share, over, segments, ticks, ghost } = layoutMeter(meter);
	const { window, isReported, isWindowReported } = meter;
	const about = isReported === true && isWindowReported === true ? '' : estimated('');
	const usageOf = (size: string): string =>
		window === undefined
			? l10n.t('{0} tokens', size)
			: l10n.t('{0} of {1} tokens', size, numbers.tokens(window, isWindowReported));
	const usage = usageOf(numbers.tokens(used, isReported));
	const saved =
		ghost === undefined
			? undefined
			: meter.isUntilContinued === true
				? l10n.t(
						'if you continue from here: {0} less',
						estimated(numbers.percent(ghost.savedShare)),
					)
				: l10n.t(
						'{0} tokens saved ({1})',
						numbers.tokens(ghost.savedTokens),
						numbers.percent(ghost.savedShare),
					);
	const described = (part: MeterPart<string>, className: string) => {
		const { kind, percent } = part;
		const name = partName(kind === 'tail' && meter.summary === 0 ? 'conversation' : kind);
		const tokens = numbers.tokens(part.tokens, isExact(kind, meter));
		return {
			kind,
			percent,
			className,
			name,
			tokens,
			words: l10n.t('{0}: {1} tokens', name, tokens),
		};
	};
	const bars = segments.map((segment) => described(segment, `meter-${segment.kind}`));
	const marks = ticks.map((tick) => described(tick, `meter-tick meter-tick-${tick.kind}`));
	const parts = [...bars, ...marks];
	const next = meter.next === undefined ? null : <NextLine next={meter.next} />;
	return (
		<section class="meter">
			<div
				class="meter-bar"
				role="meter"
				aria-label={l10n.t('Context window')}
				aria-valuemin={0}
				aria-valuemax={Math.max(window ?? 0, used)}
				aria-valuenow={used}
				aria-valuetext={[usage, ...parts.map(({ words }) => words)].join(', ')}
			>
				<div class="meter-track">
					{bars.map(({ kind, className, percent, words }) => (
						<div
							key={kind}
							class={`meter-segment ${className}`}
							style={{ width: `${percent}%` }}
							title={words}
						/>
					))}
					{ghost !== undefined && (
						<div
							class="meter-ghost"
							style={{ left: `${ghost.from}%`, width: `${ghost.percent}%` }}
						/>
					)}
				</div>
				{marks.map(({ kind, className, percent, words }) => (
					<div
						key={kind}
						class={className}
						style={{ left: `${percent}%` }}
						title={[words, noteOf(kind)].join('. ')}
					/>
				))}
			</div>
			<Fold
				what="meter"
				class="meter-parts"
				summary={
					<span class="meter-line" title={usage}>
						<span>
							{share === undefined ? (
								usage
							) : (
								<>
									{about}
									<strong>{`${numbers.percent(share)} `}</strong>
									{usageOf(numbers.whole(used))}
								</>
							)}
						</span>
						{saved !== undefined && <span class="quiet">{saved}</span>}
					</span>
				}
			>
				{() => (
					<ul class="meter-legend">
						{parts.map(({ kind, className, name, tokens }) => (
							<li key={kind} title={noteOf(kind)}>
								<span class={`swatch ${className}`} aria-hidden="true" />
								{name} <span class="number">{tokens}</span>
							</li>
						))}
						{saved !== undefined && <li>{saved}</li>}
						{meter.savedSince !== undefined && <li>{savedSinceText(meter.savedSince)}</li>}
						{meter.other > 0 && <li>{noteOf('other')}</li>}
						{meter.summary > 0 && next !== null && <li>{next}</li>}
					</ul>
				)}
			</Fold>
			{meter.isChosen === true && saved === undefined && (
				<p class="quiet">
					{l10n.t('The context window of the sample is small, so that the sample nearly fills it.')}
				</p>
			)}
			{meter.summary === 0 && next}
			{over > 0 && (
				<p class="meter-over">
					<Icon name="warning" />
					<span>
						{l10n.t(
							'{0} tokens more than the window holds',
							numbers.tokens(over, isReported && isWindowReported),
						)}
					</span>
				</p>
			)}
		</section>
	);
}

/** Thresholds are exact, free space is if use and window are reported, and the parts of the use are our own counts. */
function isExact(kind: string, { isReported, isWindowReported }: MeterView): true | undefined {
	return kind === 'free'
		? isReported && isWindowReported
		: kind === 'soft' || kind === 'hard' || undefined;
}

function savedSinceText({ requests, tokens, dollars }: SavedSince): string {
	const count = numbers.whole(requests);
	const saved = estimated(numbers.whole(rounded(tokens)));
	return dollars === undefined || dollars === 0
		? l10n.t('{0} tokens not sent since (requests: {1})', saved, count)
		: l10n.t(
				'{0} tokens not sent since (requests: {1}), {2} US$ at the price of cached tokens',
				saved,
				count,
				estimated(numbers.cost(rounded(dollars))),
			);
}

function partName(kind: string): string {
	const names: Readonly<Record<string, string>> = {
		fixed: l10n.t('Tools and instructions'),
		other: l10n.t('Not attributed to messages'),
		head: l10n.t('Start'),
		summary: l10n.t('Summary'),
		conversation: l10n.t('Conversation'),
		tail: l10n.t('Recent'),
		free: l10n.t('Free'),
		soft: l10n.t('Soft threshold'),
		hard: l10n.t('Hard threshold'),
	};
	return names[kind] ?? kind;
}

/** Explains a part whose name does not suffice. */
function noteOf(kind: string): string | undefined {
	const notes: Readonly<Record<string, string>> = {
		other: notAttributedNote(),
		soft: l10n.t('From here on, Precis compacts a live conversation in the background.'),
		hard: l10n.t('From here on, the next answer of a live conversation waits for the compaction.'),
	};
	return notes[kind];
}

/** Costs and savings of a compaction now, with the calculation in the tooltip. */
function NextLine({ next }: { readonly next: NextCompaction }) {
	const { isWarm, dropped, reread, requests, saving, cost, perMillion } = next;
	const tokens = (count: number): string => numbers.whole(rounded(count));
	const price = (count: number, dollars: number): string =>
		numbers.cost(rounded((count * dollars) / 1_000_000));
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
		<p class="quiet" title={details.join(' ')}>
			{perMillion === undefined
				? l10n.t(
						'Compacting now saves at least {0} tokens per request.',
						numbers.whole(roundedDown(dropped)),
					)
				: l10n.t(
						'Compacting now saves at least {0} US$ and costs about {1} US$.',
						price(saving, perMillion),
						price(cost, perMillion),
					)}
		</p>
	);
}

/** Rounds down, so that a lower bound stays one. */
function roundedDown(value: number): number {
	const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 2);
	return Math.floor(value / step) * step;
}

/** Estimates are shown with two significant digits. */
function rounded(value: number): number {
	return Number(value.toPrecision(2));
}
