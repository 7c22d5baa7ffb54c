import { Icon, type IconName } from './icon.tsx';

export interface IconButtonProperties {
	readonly icon: IconName;
	/** What it does: its name, and what is shown of it on hovering. */
	readonly label: string;
	readonly isDisabled?: boolean;
	readonly tabIndex?: number;
	readonly onPress: () => void;
}

/** A button without a frame, as in VS Code's title bars. */
export function IconButton({
	icon,
	label,
	isDisabled = false,
	tabIndex = 0,
	onPress,
}: IconButtonProperties) {
	return (
		<button
			type="button"
			class="icon-button"
			title={label}
			aria-label={label}
			disabled={isDisabled}
			tabIndex={tabIndex}
			onClick={onPress}
		>
			<Icon name={icon} />
		</button>
	);
}
