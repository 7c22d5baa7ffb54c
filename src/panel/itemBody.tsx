import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useNearScreen } from './nearScreen.ts';
import { usePanel } from './panelContext.ts';
import { renderItem } from './renderItem.ts';
import { shortened } from './shortened.ts';
import { fill } from './text.ts';

export interface ItemBodyProperties {
	/** The item it belongs to. */
	readonly item: RefObject<HTMLElement | null>;
	/** Markdown. */
	readonly markdown: string;
	/** Whether it is there from the start; others are rendered when they come near the screen. */
	readonly isNear: boolean;
	/** Whether the Tab key stops at what is in it. */
	readonly tabIndex: number;
}

/** What can have the focus inside a text. */
const controls = 'a, button, [role=button]';

/** The text of an item. Far from the screen it is there as it was written, to be found and read. */
export function ItemBody({ item, markdown, isNear, tabIndex }: ItemBodyProperties) {
	const { strings, numbers, post } = usePanel();
	const body = useRef<HTMLDivElement>(null);
	const isRendered = useNearScreen(item, isNear);
	const { text, left } = useMemo(() => shortened(markdown), [markdown]);

	useLayoutEffect(() => {
		body.current?.replaceChildren(
			isRendered
				? renderItem(text, {
						openFile: strings.sections.openFile,
						copyCode: strings.sections.copyCode,
						copyValue: strings.items.copyValue,
						onCopy: (code) => post({ type: 'copyText', text: code }),
					})
				: text,
		);
	}, [text, strings, isRendered]);

	// Only the current item's links and buttons are stops for the Tab key.
	useLayoutEffect(() => {
		for (const control of body.current?.querySelectorAll<HTMLElement>(controls) ?? []) {
			control.tabIndex = tabIndex;
		}
	}, [tabIndex, text, strings, isRendered]);

	return (
		<>
			<div class="item-body" ref={body} dir="auto" />
			{left > 0 && <p class="quiet">{fill(strings.items.longer, numbers.whole(left))}</p>}
		</>
	);
}
