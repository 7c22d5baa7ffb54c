import * as l10n from '@vscode/l10n';
import type { ReceiptView } from '../protocol/conversationView.ts';
import { builtInId, type WriterView } from '../protocol/toPanel.ts';
import { PostButton } from './buttons.tsx';
import { Icon } from './icons.tsx';
import { modelName } from './text.ts';

interface WriterProperties {
	readonly writer: WriterView;
	/** The receipt of the active summary; undefined: the conversation was not compacted. */
	readonly receipt: ReceiptView | undefined;
}

/** The writer of the next summary: asks for it if the user has not chosen one, and confirms a choice. */
export function Writer({ writer: { id, suggested }, receipt }: WriterProperties) {
	if (suggested !== undefined) {
		return receipt === undefined || receipt.summariser.kind === 'built-in' ? (
			<WriterChoice model={suggested} isFirst={receipt === undefined} />
		) : null;
	}
	if (receipt === undefined) {
		return (
			<p class="writer">
				<PostButton
					kind="link"
					text={
						id === undefined || id === builtInId
							? l10n.t('The summary will be written on this machine, without a model')
							: l10n.t('The summary will be written by {0}', modelName(id))
					}
					title={l10n.t('Choose who writes summaries')}
					message={{ type: 'chooseModel' }}
				/>
			</p>
		);
	}
	return id === undefined || hasAnswered(id, receipt) ? null : (
		<p class="writer">
			<Icon name="check" />
			{id === builtInId
				? l10n.t('The next summary is built in.')
				: l10n.t('{0} writes the next summary.', modelName(id))}{' '}
			<PostButton
				kind="link"
				text={l10n.t('Rewrite This One')}
				isChange
				message={{ type: 'rewrite' }}
			/>
		</p>
	);
}

/** Whether it has written this summary or failed to, or another assistant has written it. */
function hasAnswered(id: string, { summariser, attempts }: ReceiptView): boolean {
	const { kind, model } = summariser;
	return (
		kind === 'assistant' ||
		id === (kind === 'built-in' ? builtInId : model) ||
		attempts.some((attempt) => attempt.model === id)
	);
}

/** Asks who writes summaries. @param isFirst There is room to explain. */
function WriterChoice({ model, isFirst }: { readonly model: string; readonly isFirst: boolean }) {
	const note = l10n.t('Built in: free, at once, nothing leaves this machine.');
	return (
		<section class="writer writer-choice" aria-label={l10n.t('Who writes summaries')}>
			<PostButton
				kind="smallSecondary"
				text={l10n.t('Write with {0}', modelName(model))}
				message={{ type: 'chooseWriter', model }}
			/>
			<PostButton
				kind="smallSecondary"
				text={isFirst ? l10n.t('Built In') : l10n.t('Stay with Built In')}
				title={note}
				message={{ type: 'chooseWriter', model: builtInId }}
			/>
			{isFirst && <span class="quiet">{note}</span>}
		</section>
	);
}
