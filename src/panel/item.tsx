import { memo } from 'preact/compat';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { CopyButton } from './copyButton.tsx';
import { splitNumber } from './markdown.ts';
import { usePanel } from './panelContext.ts';
import { renderItem } from './renderItem.ts';

export interface ItemProperties {
	readonly index: number;
	/** Markdown. */
	readonly text: string;
	/** Whether the Tab key stops here. */
	readonly isCurrent: boolean;
	readonly onEnter: (index: number) => void;
}

function ItemView({ index, text, isCurrent, onEnter }: ItemProperties) {
	const { strings, post } = usePanel();
	const body = useRef<HTMLDivElement>(null);
	const item = useRef<HTMLLIElement>(null);
	const { number, text: markdown } = useMemo(() => splitNumber(text), [text]);

	useLayoutEffect(() => {
		body.current?.replaceChildren(
			renderItem(markdown, {
				openFile: strings.sections.openFile,
				copyCode: strings.sections.copyCode,
				onCopy: (code) => post({ type: 'copyText', text: code }),
			}),
		);
	}, [markdown, strings]);

	// Only the current item's links and buttons are stops for the Tab key.
	useLayoutEffect(() => {
		for (const control of item.current?.querySelectorAll<HTMLElement>('a, button') ?? []) {
			control.tabIndex = isCurrent ? 0 : -1;
		}
	}, [isCurrent, markdown, strings]);

	return (
		<li ref={item} class="item" tabIndex={isCurrent ? 0 : -1} onFocusCapture={() => onEnter(index)}>
			<span class={number === '' ? 'item-marker' : 'item-marker number'}>
				{number === '' ? '•' : number}
			</span>
			<div class="item-body" ref={body} />
			<CopyButton text={text} />
		</li>
	);
}

/** One statement of the summary. */
export const Item = memo(ItemView);
