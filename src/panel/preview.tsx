import { useEffect, useRef } from 'preact/hooks';
import type { PreviewedSummariser, PreviewView } from '../protocol/previewView.ts';
import { IconButton } from './iconButton.tsx';
import { usePanel, type PanelServices } from './panelContext.ts';
import { fill } from './text.ts';
import { visibleText } from './visibleText.ts';

type Row = readonly [label: string, value: string];

/** What a compaction would do, what of it would be sent, and the choice to do it or not. */
export function Preview({ preview }: { readonly preview: PreviewView }) {
	const services = usePanel();
	const { strings, numbers, post } = services;
	const texts = strings.preview;
	const { before, after, summariser } = preview;
	const place = useRef<HTMLElement>(null);
	// It was asked for above, and its end is what has to be decided.
	useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [summariser.kind]);
	return (
		<section ref={place} class="preview" aria-labelledby="preview-heading">
			<header>
				<h2 id="preview-heading">{texts.heading}</h2>
				<IconButton
					icon="close"
					label={texts.discard}
					onPress={() => post({ type: 'discardPreview' })}
				/>
			</header>
			<p class="number">{fill(texts.tokens, numbers.whole(before), numbers.whole(after))}</p>
			<div class="change-bar" aria-hidden="true">
				<div
					class="change-bar-after"
					style={{ width: `${(Math.min(after, before) / Math.max(before, 1)) * 100}%` }}
				/>
			</div>
			<dl class="facts">
				{rowsOf(preview, services).map(([label, value]) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			<div class="actions">
				<button type="button" class="button" onClick={() => post({ type: 'applyPreview' })}>
					{texts.apply}
				</button>
				<button
					type="button"
					class="button button-secondary"
					onClick={() => post({ type: 'discardPreview' })}
				>
					{texts.discard}
				</button>
				{summariser.kind === 'model' && summariser.requests > 0 && (
					<button type="button" class="link" onClick={() => post({ type: 'showRequests' })}>
						{texts.show}
					</button>
				)}
			</div>
		</section>
	);
}

function rowsOf(preview: PreviewView, services: PanelServices): readonly Row[] {
	const { strings, numbers } = services;
	const { labels, ...texts } = strings.preview;
	const range = (messages: PreviewView['head']): string =>
		messages === undefined
			? texts.nothing
			: fill(texts.range, ...messages.map((number) => numbers.whole(number)));
	return [
		...(preview.focus === undefined ? [] : [[labels.focus, visibleText(preview.focus)] as const]),
		[labels.head, range(preview.head)],
		[
			labels.summarised,
			fill(texts.summarised, range(preview.summarised), numbers.whole(preview.summary)),
		],
		[labels.tail, range(preview.tail)],
		...(preview.digested === 0
			? []
			: [[labels.digested, fill(texts.digested, numbers.whole(preview.digested))] as const]),
		...summariserRows(preview.summariser, services),
	];
}

function summariserRows(
	summariser: PreviewedSummariser,
	{ strings, numbers }: PanelServices,
): readonly Row[] {
	const { labels, ...texts } = strings.preview;
	switch (summariser.kind) {
		case 'not-known-yet':
			return [[labels.summariser, texts.notKnownYet]];
		case 'built-in':
			return [[labels.summariser, texts.builtIn]];
		case 'model': {
			const { model, requests, tokens, cost } = summariser;
			if (requests === 0) {
				return [[labels.summariser, fill(texts.tooSmall, visibleText(model))]];
			}
			const counts = [requests, tokens.input, tokens.output].map((count) => numbers.whole(count));
			return [
				[labels.summariser, visibleText(model)],
				[labels.sent, fill(texts.sent, ...counts)],
				[labels.cost, cost === undefined ? texts.noPrice : fill(texts.cost, numbers.cost(cost))],
			];
		}
	}
}
