import * as l10n from '@vscode/l10n';
import type { PreviewView } from '../protocol/previewView.ts';
import { PostButton } from './buttons.tsx';
import { ChangeBar, Fold } from './fold.tsx';
import { type FactRow, Facts } from './receipt.tsx';
import { modelName, numbers } from './text.ts';
import { visibleText } from './visibleText.ts';

/** Preview of a compaction, with *Apply* and *Discard*. */
export function Preview({ preview }: { readonly preview: PreviewView }) {
	const { before, summariser } = preview;
	return (
		<section class="preview" aria-labelledby="preview-heading">
			<header>
				<h2 id="preview-heading">{l10n.t('Preview')}</h2>
				<span class="number">{sizesOf(preview)}</span>
			</header>
			<ChangeBar left={Math.min(sizeAfter(preview), before) / Math.max(before, 1)} />
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
				summary={<span>{briefFacts(preview).join(' · ')}</span>}
			>
				{() => <Facts rows={rowsOf(preview)} />}
			</Fold>
		</section>
	);
}

/** Who writes, and at what cost. */
function briefFacts(preview: PreviewView): readonly string[] {
	const [[, writer] = ['', ''], ...others] = summariserRows(preview);
	const cost = others.at(-1);
	return [writer, ...(cost === undefined ? [] : [l10n.t('{0}: {1}', cost[0], cost[1])])];
}

/** Context size before and after. */
export function sizesOf(preview: PreviewView): string {
	const before = numbers.tokens(preview.before, preview.isReported);
	return isExact(preview)
		? l10n.t('{0} → {1} tokens', before, numbers.tokens(sizeAfter(preview)))
		: l10n.t('{0} → at most {1} tokens', before, numbers.whole(sizeAfter(preview)));
}

/** Whether the shown summary is the final one; a model would write another. */
function isExact({ summariser, written }: PreviewView): boolean {
	return summariser.kind === 'built-in' && written !== undefined;
}

function sizeAfter(preview: PreviewView): number {
	return (isExact(preview) ? preview.written?.after : undefined) ?? preview.after;
}

function rowsOf(preview: PreviewView): readonly FactRow[] {
	const { focus, head, summarised, tail, digested, summary } = preview;
	const range = ({ start, end }: PreviewView['head']): string =>
		start >= end
			? l10n.t('nothing')
			: l10n.t('#{0}–{1}', numbers.whole(start + 1), numbers.whole(end));
	const rows: readonly (FactRow | false)[] = [
		focus !== undefined && [l10n.t('Focus'), visibleText(focus)],
		[l10n.t('Kept at Start'), range(head)],
		[
			l10n.t('Summarised'),
			l10n.t('{0}, in at most {1} tokens', range(summarised), numbers.whole(summary)),
		],
		[l10n.t('Kept at End'), range(tail)],
		digested > 0 && [
			l10n.t('Shortened'),
			l10n.t('{0} tool results, to one line each', numbers.whole(digested)),
		],
		...summariserRows(preview),
	];
	return rows.filter((row) => row !== false);
}

function summariserRows({ summariser }: PreviewView): readonly FactRow[] {
	const writer = (text: string): FactRow => [l10n.t('Summariser'), text];
	if (summariser.kind !== 'model') {
		return [
			writer(
				summariser.kind === 'built-in'
					? l10n.t('built in: nothing leaves this machine')
					: l10n.t('checking…'),
			),
		];
	}
	const { model, requests, tokens, cost } = summariser;
	if (requests === 0) {
		return [
			writer(l10n.t('The window of {0} is too small; the next model is used', modelName(model))),
		];
	}
	return [
		writer(modelName(model)),
		[
			l10n.t('Would send'),
			l10n.t(
				'Requests: {0}. About {1} tokens read, {2} written',
				...[requests, tokens.input, tokens.output].map((count) => numbers.whole(count)),
			),
		],
		[
			l10n.t('Cost'),
			cost === undefined
				? l10n.t('unknown: no prices are set')
				: l10n.t('about {0} US$', numbers.cost(cost)),
		],
	];
}
