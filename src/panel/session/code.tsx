import { useMemo } from 'preact/hooks';
import { visibleText } from '../visibleText.ts';
import { codeTokens } from './codeTokens.ts';

export interface CodeProperties {
	readonly text: string;
	/** The ending of a file, or `diff`; empty: not known. */
	readonly language: string;
	/** What it is, for screen readers. */
	readonly label: string;
}

/** Code, or what a program wrote. */
export function Code({ text, language, label }: CodeProperties) {
	const tokens = useMemo(() => codeTokens(visibleText(text), language), [text, language]);
	return (
		<pre class="code" aria-label={label} role="group">
			{tokens.map(({ text: stretch, kind }, at) =>
				kind === undefined ? (
					stretch
				) : (
					<span key={at} class={`token-${kind}`}>
						{stretch}
					</span>
				),
			)}
		</pre>
	);
}
