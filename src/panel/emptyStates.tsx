import * as l10n from '@vscode/l10n';
import type { MeterView } from '../protocol/conversationView.ts';
import { PostButton } from './buttons.tsx';
import { layoutMeter } from './meterLayout.ts';
import { numbers } from './text.ts';
import { visibleText } from './visibleText.ts';

/** Nothing is open: what this is for, and how to begin. */
export function NothingOpen() {
	return (
		<main class="welcome">
			<h1>{l10n.t('No conversation is open')}</h1>
			<p>
				{l10n.t(
					'Precis replaces the middle of a long conversation with a summary that you can read, edit and undo. The latest messages stay word for word.',
				)}
			</p>
			<PostButton
				kind="main"
				text={l10n.t('Open Transcript…')}
				message={{ type: 'openTranscript' }}
			/>
			<PostButton
				kind="secondary"
				text={l10n.t('Find Sessions on This Machine…')}
				message={{ type: 'importSessions' }}
			/>
			<PostButton
				kind="secondary"
				text={l10n.t('Try the Sample')}
				message={{ type: 'openSample' }}
			/>
			<PostButton
				kind="secondary"
				text={l10n.t('Start a Chat with @precis')}
				message={{ type: 'startChat' }}
			/>
			<p class="quiet">
				{l10n.t(
					'Files are only read. Nothing leaves this machine unless you choose a model to write summaries.',
				)}
			</p>
		</main>
	);
}

interface NotCompactedProperties {
	readonly meter: MeterView;
	/** Whether it was only opened, and nobody leads it here. */
	readonly isViewed: boolean;
	/** The model that would write the summary; undefined: the built-in summariser. */
	readonly model: string | undefined;
	readonly isRunning: boolean;
}

/** Opened but not compacted yet: where it stands, and what compacting would do. */
export function NotCompacted({ meter, isViewed, model, isRunning }: NotCompactedProperties) {
	if (isRunning) {
		return null;
	}
	const { used } = layoutMeter(meter);
	const { softThreshold, hardThreshold } = meter;
	const size = numbers.whole(used);
	const soft = numbers.whole(softThreshold);
	const hard = numbers.whole(hardThreshold);
	const advice =
		used >= hardThreshold
			? l10n.t('{0} tokens are above the hard threshold of {1}: compact now.', size, hard)
			: used >= softThreshold
				? l10n.t(
						'{0} tokens are above the soft threshold of {1}: it is time to compact.',
						size,
						soft,
					)
				: l10n.t(
						'{0} tokens are below the soft threshold of {1}: there is no need to compact yet.',
						size,
						soft,
					);
	return (
		<section class="waiting">
			<p>{advice}</p>
			<p class="quiet">
				{l10n.t(
					'Compacting replaces the middle of the conversation with a summary. The first and the latest messages stay word for word, and the file is not changed.',
				)}
			</p>
			<p class="quiet">
				{isViewed && `${l10n.t('Precis never compacts an opened transcript automatically.')} `}
				{model === undefined
					? l10n.t('The built-in summariser writes the summary on this machine; no model is asked.')
					: l10n.t('{0} writes the summary.', visibleText(model))}
			</p>
			<div class="actions">
				<PostButton
					kind="link"
					text={l10n.t('Choose Summary Model…')}
					message={{ type: 'chooseModel' }}
				/>
				{model === undefined && (
					<PostButton kind="link" text={l10n.t('Set API Key…')} message={{ type: 'setApiKey' }} />
				)}
			</div>
		</section>
	);
}
