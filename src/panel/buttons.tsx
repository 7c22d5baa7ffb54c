import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import type { FromPanel } from '../protocol/fromPanel.ts';
import { PanelContext } from './fold.tsx';
import { Icon, type IconName } from './icons.tsx';
import { post } from './vsCode.ts';

const classes = {
	main: 'button',
	secondary: 'button button-secondary',
	small: 'button button-small',
	smallSecondary: 'button button-secondary button-small',
	link: 'link',
} as const;

interface ButtonProperties {
	/** Absent for an icon, which has no frame, as in VS Code's title bars. */
	readonly kind?: keyof typeof classes;
	readonly icon?: IconName;
	/** Label, or the tooltip of an icon. */
	readonly text: string;
	readonly title?: string | undefined;
	/** Why it is disabled; absent: it is enabled. */
	readonly disabledReason?: string | undefined;
	readonly tabIndex?: number;
	readonly onPress: () => void;
}

/** A button with a label, or an icon with a tooltip. */
export function Button(properties: ButtonProperties) {
	const { kind, icon, text, title, disabledReason, tabIndex = 0, onPress } = properties;
	const isIcon = icon !== undefined;
	return (
		<button
			type="button"
			class={kind === undefined ? 'icon-button' : classes[kind]}
			title={isIcon ? [text, disabledReason].join('\n').trim() : (disabledReason ?? title)}
			aria-label={isIcon ? text : undefined}
			disabled={disabledReason !== undefined}
			tabIndex={tabIndex}
			onClick={onPress}
		>
			{isIcon ? <Icon name={icon} /> : text}
		</button>
	);
}

interface PostButtonProperties extends Omit<ButtonProperties, 'onPress'> {
	readonly message: FromPanel;
	/** Whether it changes records, which is impossible while a compaction runs. */
	readonly isChange?: boolean;
}

/** A button that posts a message to the host. */
export function PostButton({ message, isChange, ...properties }: PostButtonProperties) {
	const { isRunning } = useContext(PanelContext);
	return (
		<Button
			{...properties}
			disabledReason={
				isChange === true && isRunning
					? l10n.t('Not available while a compaction is running.')
					: properties.disabledReason
			}
			onPress={() => post(message)}
		/>
	);
}
