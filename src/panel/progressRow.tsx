import { useEffect, useState } from 'preact/hooks';
import type { PanelStrings } from '../protocol/panelStrings.ts';
import type { RunningView } from '../protocol/toPanel.ts';
import { Icon } from './icon.tsx';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';
import { visibleText } from './visibleText.ts';
import { PostButton } from './textButton.tsx';

export interface ProgressRowProperties {
	readonly running: RunningView;
	/** When it arrived, on this page's clock. */
	readonly receivedAt: number;
	readonly isAnswering: boolean;
}

/** How often the elapsed time is shown anew, milliseconds. */
const tickMs = 1_000;

/** What is being done, and by whom. @param isAnswering A finished summary waits for the answer. */
export function phaseText(
	{ phase, model, piece, attempt = 1, draft }: RunningView,
	{ running }: PanelStrings,
	isAnswering: boolean,
): string {
	if (phase === 'committing' && isAnswering) {
		return running.afterAnswer;
	}
	if (phase !== 'summarising' || model === undefined) {
		return running.phases[phase];
	}
	const name = visibleText(model);
	const waiting = attempt === 1 ? running.waiting : running.waitingAgain;
	const doing = fill(draft === undefined ? waiting : running.model, name, `${attempt}`);
	return piece === undefined || piece.of === 1
		? doing
		: fill(running.piece, `${piece.number}`, `${piece.of}`, doing);
}

/** What a running compaction does, for how long, and how to stop it. */
export function ProgressRow({ running, receivedAt, isAnswering }: ProgressRowProperties) {
	const { strings, numbers } = usePanel();
	const [now, setNow] = useState(receivedAt);
	useEffect(() => {
		const timer = setInterval(() => setNow(performance.now()), tickMs);
		return () => clearInterval(timer);
	}, []);
	const doing = phaseText(running, strings, isAnswering);
	const elapsedMs = running.elapsedMs + Math.max(0, now - receivedAt);
	return (
		<div class="progress">
			<Icon name="loading" />
			<span class="progress-phase one-line" title={doing}>
				{doing}
			</span>
			<span class="progress-elapsed quiet number">
				{numbers.elapsed(elapsedMs, strings.durations)}
			</span>
			<span class="progress-focus one-line quiet">
				{running.focus !== undefined && fill(strings.running.focus, visibleText(running.focus))}
			</span>
			<PostButton kind="secondary" text={strings.running.cancel} message={{ type: 'cancel' }} />
		</div>
	);
}
