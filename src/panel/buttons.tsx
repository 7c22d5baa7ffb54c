import * as l10n from '@vscode/l10n';
import type { FromPanel } from '../protocol/fromPanel.ts';
import { Icon, type IconName } from './icons.tsx';
import { post } from './vsCode.ts';

/** Why something cannot be done while a compaction runs; undefined: it can. */
export function whileRunning(isRunning: boolean): string | undefined {
	return isRunning ? l10n.t('Not available while a compaction is running.') : undefined;
}

interface IconButtonProperties {
	readonly icon: IconName;
	/** What it does: its name, and what is shown of it on hovering. */
	readonly label: string;
	/** Why it is disabled; absent: it is not. */
	readonly disabledReason?: string | undefined;
	readonly tabIndex?: number;
	readonly onPress: () => void;
}

/** A button without a frame, as in VS Code's title bars, around an icon. */
export function IconButton(properties: IconButtonProperties) {
	const { icon, label, disabledReason, tabIndex = 0, onPress } = properties;
	return (
		<button
			type="button"
			class="icon-button"
			title={disabledReason === undefined ? label : `${label}\n${disabledReason}`}
			aria-label={label}
			disabled={disabledReason !== undefined}
			tabIndex={tabIndex}
			onClick={onPress}
		>
			<Icon name={icon} />
		</button>
	);
}

const classes = {
	main: 'button',
	secondary: 'button button-secondary',
	small: 'button button-small',
	smallSecondary: 'button button-secondary button-small',
	link: 'link',
} as const;

interface TextButtonProperties {
	readonly kind: keyof typeof classes;
	readonly text: string;
	readonly title?: string | undefined;
	/** Why it is disabled; absent: it is not. */
	readonly disabledReason?: string | undefined;
	readonly onPress: () => void;
}

/** A button that says in words what it does. */
export function TextButton({ kind, text, title, disabledReason, onPress }: TextButtonProperties) {
	return (
		<button
			type="button"
			class={classes[kind]}
			title={disabledReason ?? title}
			disabled={disabledReason !== undefined}
			onClick={onPress}
		>
			{text}
		</button>
	);
}

/** One that posts a message of the panel. */
export function PostButton({
	message,
	...properties
}: Omit<TextButtonProperties, 'onPress'> & { readonly message: FromPanel }) {
	return <TextButton {...properties} onPress={() => post(message)} />;
}
