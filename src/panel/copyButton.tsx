import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { usePanel } from './panelContext.ts';

/** How long the button says that it has copied, milliseconds. */
const shownMs = 1_500;

/** Copies a text as it was written. */
export function CopyButton({ text }: { readonly text: string }) {
	const { strings, post } = usePanel();
	const [isCopied, setCopied] = useState(false);
	const label = isCopied ? strings.sections.copied : strings.sections.copy;
	useEffect(() => {
		if (!isCopied) {
			return undefined;
		}
		const timer = setTimeout(() => setCopied(false), shownMs);
		return () => clearTimeout(timer);
	}, [isCopied]);
	return (
		<button
			type="button"
			class="icon-button copy"
			title={label}
			aria-label={label}
			onClick={() => {
				post({ type: 'copyText', text });
				setCopied(true);
			}}
		>
			<Icon name={isCopied ? 'check' : 'copy'} />
		</button>
	);
}
