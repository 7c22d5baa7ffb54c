import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface IconFrameProperties {
	/** What it does: its name, and what is shown of it on hovering. */
	readonly label: string;
	/** Why it is disabled; absent: it is not. */
	readonly disabledReason?: string | undefined;
	readonly tabIndex?: number;
	readonly onPress: () => void;
	readonly children: ComponentChildren;
}

/** A button without a frame, as in VS Code's title bars, around an icon. */
export function IconFrame({
	label,
	disabledReason,
	tabIndex = 0,
	onPress,
	children,
}: IconFrameProperties) {
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
			{children}
		</button>
	);
}

/** The same around an icon of the panel. */
export function IconButton({
	icon,
	...properties
}: Omit<IconFrameProperties, 'children'> & { readonly icon: IconName }) {
	return (
		<IconFrame {...properties}>
			<Icon name={icon} />
		</IconFrame>
	);
}
