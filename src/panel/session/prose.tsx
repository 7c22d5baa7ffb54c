import { useLayoutEffect, useRef } from 'preact/hooks';
import { renderItem } from '../renderItem.ts';
import { visibleText } from '../visibleText.ts';
import { useSession } from './sessionContext.ts';

/** Markdown of a message. */
export function Prose({ text }: { readonly text: string }) {
	const { strings, post } = useSession();
	const body = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		body.current?.replaceChildren(
			renderItem(visibleText(text), {
				openFile: strings.openFile,
				copyCode: strings.copyCode,
				copyValue: strings.copyValue,
				onCopy: (code) => post({ type: 'copyText', text: code }),
			}),
		);
	}, [text, strings]);
	return <div class="prose" ref={body} dir="auto" />;
}
