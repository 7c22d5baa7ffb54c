import type { FromPanel } from '../protocol/fromPanel.ts';
import { usePanel } from './panelContext.ts';

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
	const { post } = usePanel();
	return <TextButton {...properties} onPress={() => post(message)} />;
}
