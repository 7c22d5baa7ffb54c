import type { MeterView } from '../protocol/conversationView.ts';
import { layoutMeter } from './meterLayout.ts';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';
import { visibleText } from './visibleText.ts';
import { PostButton } from './textButton.tsx';

/** Nothing is open: what this is for, and how to begin. */
export function NothingOpen() {
	const { strings } = usePanel();
	const { empty } = strings;
	return (
		<main class="welcome">
			<h1>{empty.heading}</h1>
			<p>{empty.text}</p>
			<PostButton kind="main" text={empty.open} message={{ type: 'openTranscript' }} />
			<PostButton kind="secondary" text={empty.import} message={{ type: 'importSessions' }} />
			<PostButton kind="secondary" text={empty.sample} message={{ type: 'openSample' }} />
			<PostButton kind="secondary" text={empty.chat} message={{ type: 'startChat' }} />
			<p class="quiet">{empty.privacy}</p>
		</main>
	);
}

export interface NotCompactedProperties {
	readonly meter: MeterView;
	/** Whether it was only opened, and nobody leads it here. */
	readonly isViewed: boolean;
	/** The model that would write the summary; undefined: the built-in summariser. */
	readonly model: string | undefined;
	readonly isRunning: boolean;
}

/** Opened but not compacted yet: where it stands, and what compacting would do. */
export function NotCompacted({ meter, isViewed, model, isRunning }: NotCompactedProperties) {
	const { strings, numbers } = usePanel();
	const { waiting } = strings;
	if (isRunning) {
		return null;
	}
	const { used } = layoutMeter(meter);
	const [template, threshold] =
		used >= meter.hardThreshold
			? [waiting.aboveHard, meter.hardThreshold]
			: used >= meter.softThreshold
				? [waiting.aboveSoft, meter.softThreshold]
				: [waiting.below, meter.softThreshold];
	return (
		<section class="waiting">
			<p>{fill(template, numbers.whole(used), numbers.whole(threshold))}</p>
			<p class="quiet">{waiting.what}</p>
			<p class="quiet">
				{isViewed && `${waiting.manual} `}
				{model === undefined ? waiting.builtIn : fill(waiting.model, visibleText(model))}
			</p>
			<div class="actions">
				<PostButton kind="link" text={waiting.chooseModel} message={{ type: 'chooseModel' }} />
				{model === undefined && (
					<PostButton kind="link" text={waiting.setApiKey} message={{ type: 'setApiKey' }} />
				)}
			</div>
		</section>
	);
}
