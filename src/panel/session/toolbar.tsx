import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { longestSearch, type SessionSide } from '../../protocol/session.ts';
import { Button } from '../buttons.tsx';
import { Icon } from '../icons.tsx';
import { numbers } from '../text.ts';

/** Display name of a side. */
export function sideName(side: SessionSide): string {
	return side === 'conversation' ? l10n.t('Conversation') : l10n.t('What the Model Sees');
}

interface SideSwitchProperties {
	readonly side: SessionSide;
	/** Whether the sides differ. */
	readonly isCompacted: boolean;
	readonly onSwitch: (side: SessionSide) => void;
}

/** Switch between the conversation and the context that the model sees. */
export function SideSwitch({ side, isCompacted, onSwitch }: SideSwitchProperties) {
	return (
		<div
			class="sides"
			role="radiogroup"
			aria-label={l10n.t('Show')}
			title={
				isCompacted
					? undefined
					: l10n.t('The model sees the whole conversation until you compact it.')
			}
		>
			{(['conversation', 'context'] as const).map((one) => (
				<label key={one} class="side">
					<input
						type="radio"
						name="side"
						checked={one === side}
						disabled={!isCompacted && one === 'context'}
						onChange={() => onSwitch(one)}
					/>
					{sideName(one)}
				</label>
			))}
		</div>
	);
}

interface SearchBoxProperties {
	readonly field: RefObject<HTMLInputElement | null>;
	readonly text: string;
	/** Number of matching rows; undefined: no search, or no result yet. */
	readonly count: number | undefined;
	/** Index of the current match, from 0. */
	readonly current: number;
	readonly onType: (text: string) => void;
	readonly onStep: (by: 1 | -1) => void;
	readonly onClose: () => void;
}

/** Search in all messages. */
export function SearchBox(properties: SearchBoxProperties) {
	const { field, text, count, current, onType, onStep, onClose } = properties;
	const result =
		count === undefined
			? ''
			: count === 0
				? l10n.t('No results')
				: l10n.t('{0} of {1}', numbers.whole(current + 1), numbers.whole(count));
	const disabledReason =
		count === undefined
			? l10n.t('Enter text to search for.')
			: count === 0
				? l10n.t('No results')
				: undefined;
	return (
		<div class="search" role="search">
			<Icon name="search" />
			<input
				ref={field}
				type="text"
				aria-label={l10n.t('Search Messages')}
				placeholder={l10n.t('Search Messages')}
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
			<Button
				icon="previous"
				text={l10n.t('Previous Match')}
				disabledReason={disabledReason}
				onPress={() => onStep(-1)}
			/>
			<Button
				icon="next"
				text={l10n.t('Next Match')}
				disabledReason={disabledReason}
				onPress={() => onStep(1)}
			/>
		</div>
	);
}
