import { useEffect, useState } from 'preact/hooks';
import { IconButton } from './iconButton.tsx';
import { usePanel } from './panelContext.ts';

/** How long the button says that it has copied, milliseconds. */
const shownMs = 1_500;

export interface CopyButtonProperties {
	readonly text: string;
	readonly tabIndex: number;
}

/** Copies a text as it was written. */
export function CopyButton({ text, tabIndex }: CopyButtonProperties) {
	const { strings, post } = usePanel();
	const [isCopied, setCopied] = useState(false);
	useEffect(() => {
		if (!isCopied) {
			return undefined;
		}
		const timer = setTimeout(() => setCopied(false), shownMs);
		return () => clearTimeout(timer);
	}, [isCopied]);
	return (
		<IconButton
			icon={isCopied ? 'check' : 'copy'}
			label={isCopied ? strings.sections.copied : strings.sections.copy}
			tabIndex={tabIndex}
			onPress={() => {
				post({ type: 'copyText', text });
				setCopied(true);
			}}
		/>
	);
}
