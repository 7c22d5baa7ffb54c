import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import type { Progress } from '../protocol/channel.ts';
import type { HistoryEntry, StatusView } from '../protocol/conversationView.ts';
import type { RunningView } from '../protocol/toPanel.ts';
import { PostButton } from './buttons.tsx';
import { Icon } from './icons.tsx';
import { modelName, numbers } from './text.ts';
import { visibleText } from './visibleText.ts';
import { post } from './vsCode.ts';

/** Maximum number of suggested focuses. */
const maxFocuses = 5;

interface CompactBarProperties {
	/** Its history suggests focuses. */
	readonly status: StatusView;
	/** The text in the field. */
	readonly focus: string;
	readonly onFocus: (focus: string) => void;
}

/** Form that starts a compaction. */
export function CompactBar({ status, focus, onFocus }: CompactBarProperties) {
	const { history, tooShort, nothingNew } = status;
	const reason =
		tooShort === true
			? l10n.t('The conversation has too few messages to compact.')
			: nothingNew === true && focus.trim() === ''
				? l10n.t(
						'Too little has been added since the last compaction. Type a focus to summarise the same messages again.',
					)
				: undefined;
	const wanted = focus.trim() === '' ? {} : { focus: focus.trim() };
	return (
		<section class="compact-bar">
			<form
				onSubmit={(event) => {
					event.preventDefault();
					post({ type: 'compact', ...wanted });
					onFocus('');
				}}
			>
				<datalist id="recent-focuses">
					{latestFocuses(history).map((past) => (
						<option key={past} value={past} />
					))}
				</datalist>
				<input
					type="text"
					value={focus}
					maxLength={2_000}
					aria-label={l10n.t('Focus of the compaction')}
					placeholder={l10n.t('Focus on… (optional)')}
					list="recent-focuses"
					onInput={(event) => onFocus(event.currentTarget.value)}
				/>
				<button type="submit" class="button" disabled={reason !== undefined} title={reason}>
					{l10n.t('Compact')}
				</button>
				<PostButton
					kind="secondary"
					text={l10n.t('Preview')}
					disabledReason={reason}
					message={{ type: 'preview', ...wanted }}
				/>
			</form>
			{tooShort === true && <p class="quiet">{reason}</p>}
		</section>
	);
}

/** The latest focuses, newest first. */
function latestFocuses(history: readonly HistoryEntry[]): readonly string[] {
	const focuses = history.toReversed().flatMap(({ focus }) => (focus === undefined ? [] : [focus]));
	return [...new Set(focuses)].slice(0, maxFocuses);
}

/** Text for the present phase. @param isAnswering A finished summary waits for the answer. */
export function phaseText(
	{ phase, model, piece, attempt = 1, draft }: RunningView,
	isAnswering: boolean,
): string {
	if (phase === 'committing' && isAnswering) {
		return l10n.t('Summary written; Precis applies it after the answer…');
	}
	if (phase !== 'summarising' || model === undefined) {
		return phaseNames()[phase];
	}
	const name = modelName(model);
	const waiting =
		attempt === 1
			? l10n.t('Waiting for {0}…', name)
			: l10n.t('Waiting for {0}, attempt {1}…', name, attempt);
	const doing = draft === undefined ? waiting : l10n.t('{0} is writing…', name);
	return piece === undefined || piece.of === 1
		? doing
		: l10n.t('{0} of {1}: {2}', piece.number, piece.of, doing);
}

function phaseNames(): Readonly<Record<Progress['phase'], string>> {
	return {
		reading: l10n.t('Reading messages…'),
		counting: l10n.t('Counting tokens…'),
		planning: l10n.t('Planning…'),
		summarising: l10n.t('Summarising…'),
		committing: l10n.t('Applying the summary…'),
	};
}

interface ProgressBarProperties {
	readonly running: RunningView;
	/** Time of arrival by this page's clock. */
	readonly receivedAt: number;
	readonly isAnswering: boolean;
}

/** Interval of the elapsed time, milliseconds. */
const tickMs = 1_000;

/** Phase, elapsed time and *Cancel* of a running compaction, in place of the form. */
export function ProgressBar({ running, receivedAt, isAnswering }: ProgressBarProperties) {
	const [now, setNow] = useState(receivedAt);
	useEffect(() => {
		const timer = setInterval(() => setNow(performance.now()), tickMs);
		return () => clearInterval(timer);
	}, []);
	const doing = phaseText(running, isAnswering);
	const elapsedMs = running.elapsedMs + Math.max(0, now - receivedAt);
	return (
		<section class="compact-bar compact-bar-running">
			<div class="progress">
				<Icon name="loading" />
				<span class="progress-phase one-line" title={doing}>
					{doing}
				</span>
				<span class="progress-elapsed quiet number">{numbers.elapsed(elapsedMs)}</span>
				<span class="progress-focus one-line quiet">
					{running.focus !== undefined && l10n.t('Focus: {0}', visibleText(running.focus))}
				</span>
				<PostButton kind="secondary" text={l10n.t('Cancel')} message={{ type: 'cancel' }} />
			</div>
		</section>
	);
}
