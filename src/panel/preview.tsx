import type { PreviewedSummariser, PreviewView } from '../protocol/previewView.ts';
import { ChangeBar } from './changeBar.tsx';
import { Fold } from './fold.tsx';
import { IconButton } from './iconButton.tsx';
import { usePanel, type PanelServices } from './panelContext.ts';
import { Facts, type FactRow } from './receipt.tsx';
import { fill } from './text.ts';
import { visibleText } from './visibleText.ts';
import { PostButton } from './textButton.tsx';

/** What a compaction would do, what of it would be sent, and the choice to do it or not. */
export function Preview({ preview }: { readonly preview: PreviewView }) {
	const services = usePanel();
	const { strings, post } = services;
	const texts = strings.preview;
	const { before, summariser, written } = preview;
	const after = sizeAfter(preview);
	const rows = summariserRows(summariser, services);
	// Who writes it, and at what cost.
	const brief = new Set([rows.at(0), rows.at(-1)]);
	return (
		<section class="preview" aria-labelledby="preview-heading">
			<header>
				<h2 id="preview-heading">{texts.heading}</h2>
				<span class="number">{sizesOf(preview, services)}</span>
				<IconButton
					icon="close"
					label={texts.discard}
					onPress={() => post({ type: 'discardPreview' })}
				/>
			</header>
			<ChangeBar left={Math.min(after, before) / Math.max(before, 1)} />
			<div class="actions">
				<PostButton kind="main" text={texts.apply} message={{ type: 'applyPreview' }} />
				<PostButton kind="secondary" text={texts.discard} message={{ type: 'discardPreview' }} />
				{summariser.kind === 'model' && summariser.requests > 0 && (
					<PostButton kind="link" text={texts.show} message={{ type: 'showRequests' }} />
				)}
			</div>
			<Fold
				what="preview"
				class="preview-details"
				summary={
					<span class="receipt-line one-line">
						{[...brief].map((row) => (
							<span key={row?.[0]}>{row?.[1]}</span>
						))}
					</span>
				}
			>
				{() => <Facts rows={rowsOf(preview, services)} />}
			</Fold>
			{written !== undefined && summariser.kind === 'model' && (
				<p class="quiet">{fill(texts.standIn, visibleText(summariser.model))}</p>
			)}
		</section>
	);
}

/** Whether what is shown is what will come: a model writes another summary. */
function isExact({ summariser, written }: PreviewView): boolean {
	return summariser.kind === 'built-in' && written !== undefined;
}

/** How large the context is, and how large it becomes. */
export function sizesOf(preview: PreviewView, { strings, numbers }: PanelServices): string {
	const texts = strings.preview;
	return fill(
		isExact(preview) ? texts.tokens : texts.tokensAtMost,
		numbers.whole(preview.before),
		numbers.whole(sizeAfter(preview)),
	);
}

function sizeAfter(preview: PreviewView): number {
	return isExact(preview) ? (preview.written?.after ?? preview.after) : preview.after;
}

function rowsOf(preview: PreviewView, services: PanelServices): readonly FactRow[] {
	const { strings, numbers } = services;
	const { labels, ...texts } = strings.preview;
	const range = ({ start, end }: PreviewView['head']): string =>
		start >= end ? texts.nothing : fill(texts.range, numbers.whole(start + 1), numbers.whole(end));
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
): readonly FactRow[] {
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
