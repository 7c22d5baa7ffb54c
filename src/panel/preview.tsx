import * as l10n from '@vscode/l10n';
import type { PreviewedSummariser, PreviewView } from '../protocol/previewView.ts';
import { IconButton, PostButton } from './buttons.tsx';
import { ChangeBar, Fold } from './fold.tsx';
import { type FactRow, Facts } from './receipt.tsx';
import { modelName, numbers } from './text.ts';
import { visibleText } from './visibleText.ts';
import { post } from './vsCode.ts';

/** What a compaction would do, what of it would be sent, and the choice to do it or not. */
export function Preview({ preview }: { readonly preview: PreviewView }) {
	const { before, summariser, written } = preview;
	const after = sizeAfter(preview);
	const rows = summariserRows(summariser);
	// Who writes it, and at what cost.
	const brief = new Set([rows.at(0), rows.at(-1)]);
	return (
		<section class="preview" aria-labelledby="preview-heading">
			<header>
				<h2 id="preview-heading">{l10n.t('Preview')}</h2>
				<span class="number">{sizesOf(preview)}</span>
				<IconButton
					icon="close"
					label={l10n.t('Discard')}
					onPress={() => post({ type: 'discardPreview' })}
				/>
			</header>
			<ChangeBar left={Math.min(after, before) / Math.max(before, 1)} />
			<div class="actions">
				<PostButton kind="main" text={l10n.t('Apply')} message={{ type: 'applyPreview' }} />
				<PostButton
					kind="secondary"
					text={l10n.t('Discard')}
					message={{ type: 'discardPreview' }}
				/>
				{summariser.kind === 'model' && summariser.requests > 0 && (
					<PostButton
						kind="link"
						text={l10n.t('Show What Would Be Sent')}
						message={{ type: 'showRequests' }}
					/>
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
				{() => <Facts rows={rowsOf(preview)} />}
			</Fold>
			{written !== undefined && summariser.kind === 'model' && (
				<p class="quiet">
					{l10n.t(
						'{0} writes its own summary. Below is what the built-in summariser would write.',
						modelName(summariser.model),
					)}
				</p>
			)}
		</section>
	);
}

/** Whether what is shown is what will come: a model writes another summary. */
function isExact({ summariser, written }: PreviewView): boolean {
	return summariser.kind === 'built-in' && written !== undefined;
}

/** How large the context is, and how large it becomes. */
export function sizesOf(preview: PreviewView): string {
	const sizes = [preview.before, sizeAfter(preview)].map((tokens) => numbers.whole(tokens));
	return isExact(preview)
		? l10n.t('{0} → {1} tokens', ...sizes)
		: l10n.t('{0} → at most {1} tokens', ...sizes);
}

function sizeAfter(preview: PreviewView): number {
	return isExact(preview) ? (preview.written?.after ?? preview.after) : preview.after;
}

function rowsOf(preview: PreviewView): readonly FactRow[] {
	const range = ({ start, end }: PreviewView['head']): string =>
		start >= end
			? l10n.t('nothing')
			: l10n.t('#{0}–{1}', numbers.whole(start + 1), numbers.whole(end));
	return [
		...(preview.focus === undefined
			? []
			: [[l10n.t('Focus'), visibleText(preview.focus)] as const]),
		[l10n.t('Kept at Start'), range(preview.head)],
		[
			l10n.t('Summarised'),
			l10n.t(
				'{0}, in at most {1} tokens',
				range(preview.summarised),
				numbers.whole(preview.summary),
			),
		],
		[l10n.t('Kept at End'), range(preview.tail)],
		...(preview.digested === 0
			? []
			: [
					[
						l10n.t('Shortened'),
						l10n.t('{0} tool results, to one line each', numbers.whole(preview.digested)),
					] as const,
				]),
		...summariserRows(preview.summariser),
	];
}

function summariserRows(summariser: PreviewedSummariser): readonly FactRow[] {
	switch (summariser.kind) {
		case 'not-known-yet':
			return [[l10n.t('Summariser'), l10n.t('checking…')]];
		case 'built-in':
			return [[l10n.t('Summariser'), l10n.t('built in: nothing leaves this machine')]];
		case 'model': {
			const { model, requests, tokens, cost } = summariser;
			if (requests === 0) {
				return [
					[
						l10n.t('Summariser'),
						l10n.t('The window of {0} is too small; the next model is used', modelName(model)),
					],
				];
			}
			const counts = [requests, tokens.input, tokens.output].map((count) => numbers.whole(count));
			return [
				[l10n.t('Summariser'), modelName(model)],
				[
					l10n.t('Would send'),
					l10n.t('Requests: {0}. About {1} tokens read, {2} written', ...counts),
				],
				[
					l10n.t('Cost'),
					cost === undefined
						? l10n.t('unknown: no prices are set')
						: l10n.t('about {0} US$', numbers.cost(cost)),
				],
			];
		}
	}
}
