import type { RefObject } from 'preact';
import type { SessionSide } from '../../protocol/session.ts';
import { longestSearch } from '../../protocol/session.ts';
import { fill } from '../text.ts';
import { useSession } from './sessionContext.ts';
import { SessionIcon } from './sessionIcon.tsx';
import { IconFrame } from '../iconButton.tsx';

export interface SideSwitchProperties {
	readonly side: SessionSide;
	/** Whether both sides differ. */
	readonly isCompacted: boolean;
	readonly onSwitch: (side: SessionSide) => void;
}

/** Between the conversation and what the model sees of it. */
export function SideSwitch({ side, isCompacted, onSwitch }: SideSwitchProperties) {
	const { strings } = useSession();
	return (
		<div
			class="sides"
			role="radiogroup"
			aria-label={strings.sides.label}
			title={isCompacted ? undefined : strings.sides.same}
		>
			{(['conversation', 'context'] as const).map((one) => (
				<label key={one} class={one === side ? 'side side-chosen' : 'side'}>
					<input
						type="radio"
						name="side"
						checked={one === side}
						disabled={!isCompacted && one === 'context'}
						onChange={() => onSwitch(one)}
					/>
					{strings.sides[one]}
				</label>
			))}
		</div>
	);
}

export interface SearchBoxProperties {
	readonly field: RefObject<HTMLInputElement | null>;
	readonly text: string;
	/** Rows that were found; absent: nothing is looked for, or it is not known yet. */
	readonly count: number | undefined;
	/** Which of them is on the screen, from 0. */
	readonly current: number;
	readonly onType: (text: string) => void;
	readonly onStep: (by: 1 | -1) => void;
	readonly onClose: () => void;
}

/** Looks for words in all messages. */
export function SearchBox(properties: SearchBoxProperties) {
	const { strings, numbers } = useSession();
	const { field, text, count, current, onType, onStep, onClose } = properties;
	const texts = strings.search;
	const isFound = count !== undefined && count > 0;
	const whyOff = isFound ? undefined : count === undefined ? texts.nothingTyped : texts.none;
	const result =
		count === undefined
			? ''
			: isFound
				? fill(texts.position, numbers.whole(current + 1), numbers.whole(count))
				: texts.none;
	return (
		<div class="search" role="search">
			<SessionIcon name="search" />
			<input
				ref={field}
				type="text"
				aria-label={texts.label}
				placeholder={texts.label}
				maxLength={longestSearch}
				value={text}
				onInput={({ currentTarget }) => onType(currentTarget.value)}
				onKeyDown={(event) => {
					if (event.key === 'Enter') {
						event.preventDefault();
						onStep(event.shiftKey ? -1 : 1);
					} else if (event.key === 'Escape') {
						event.preventDefault();
						onClose();
					}
				}}
			/>
			<span class="search-count" role="status">
				{result}
			</span>
			<IconFrame label={texts.previous} disabledReason={whyOff} onPress={() => onStep(-1)}>
				<SessionIcon name="previous" />
			</IconFrame>
			<IconFrame label={texts.next} disabledReason={whyOff} onPress={() => onStep(1)}>
				<SessionIcon name="next" />
			</IconFrame>
		</div>
	);
}
