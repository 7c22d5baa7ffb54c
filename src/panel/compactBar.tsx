import type { RunningView } from '../protocol/toPanel.ts';
import { usePanel } from './panelContext.ts';
import { ProgressRow } from './progressRow.tsx';
import { fill } from './text.ts';
import { visibleText } from './visibleText.ts';
import { PostButton } from './textButton.tsx';

export interface CompactBarProperties {
	readonly running: RunningView | undefined;
	/** When `running` arrived, on this page's clock. */
	readonly receivedAt: number;
	readonly isAnswering: boolean;
	readonly isTooShort: boolean;
	readonly recent: readonly string[];
	/** As typed so far. */
	readonly focus: string;
	readonly onFocus: (focus: string) => void;
}

/** Recent focuses that are offered; the host remembers a few more. */
const offered = 3;

/** Where a compaction is started, and in the same place how far it is. */
export function CompactBar(properties: CompactBarProperties) {
	const { running, receivedAt, isAnswering, isTooShort, recent, focus, onFocus } = properties;
	const { strings, post } = usePanel();

	const topic = focus.trim();
	const reason = isTooShort ? strings.disabled.tooShort : undefined;
	const wanted = topic === '' ? {} : { focus: topic };

	function compact(event: SubmitEvent): void {
		event.preventDefault();
		post({ type: 'compact', ...wanted });
		onFocus('');
	}

	return (
		<section class={running === undefined ? 'compact-bar' : 'compact-bar compact-bar-running'}>
			{running === undefined ? (
				<form onSubmit={compact}>
					<input
						type="text"
						value={focus}
						maxLength={2_000}
						aria-label={strings.focus.label}
						placeholder={strings.focus.placeholder}
						onInput={(event) => onFocus(event.currentTarget.value)}
					/>
					<button type="submit" class="button" disabled={isTooShort} title={reason}>
						{strings.focus.compact}
					</button>
					<PostButton
						kind="secondary"
						text={strings.focus.preview}
						disabledReason={reason}
						message={{ type: 'preview', ...wanted }}
					/>
				</form>
			) : (
				<ProgressRow running={running} receivedAt={receivedAt} isAnswering={isAnswering} />
			)}
			{recent.length > 0 && (
				<ul class="recent" aria-label={strings.focus.recent}>
					{recent.slice(0, offered).map((past) => (
						<li key={past}>
							<button
								type="button"
								class="chip one-line"
								title={
									running === undefined
										? visibleText(past)
										: `${visibleText(past)}\n${strings.disabled.running}`
								}
								aria-label={fill(strings.focus.useRecent, visibleText(past))}
								disabled={running !== undefined}
								onClick={() => onFocus(past)}
							>
								{visibleText(past)}
							</button>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
