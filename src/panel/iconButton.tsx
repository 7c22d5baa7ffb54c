import { Icon, type IconName } from './icon.tsx';

export interface IconButtonProperties {
	readonly icon: IconName;
	/** What it does: its name, and what is shown of it on hovering. */
	readonly label: string;
	/** Why it is disabled; absent: it is not. */
	readonly disabledReason?: string | undefined;
	readonly tabIndex?: number;
	readonly onPress: () => void;
}

/** A button without a frame, as in VS Code's title bars. */
export function IconButton({
	icon,
	label,
	disabledReason,
	tabIndex = 0,
	onPress,
}: IconButtonProperties) {
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
