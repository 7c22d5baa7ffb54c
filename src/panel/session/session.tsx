import * as l10n from '@vscode/l10n';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { ToSession } from '../../protocol/toSession.ts';
import { followLinks } from '../renderItem.ts';
import { numbers } from '../text.ts';
import { visibleText } from '../visibleText.ts';
import { postToSessionEditor } from '../vsCode.ts';
import { ContextMap } from './contextMap.tsx';
import { headingsOf, Legend } from './legend.tsx';
import { nearestRow, rowCount, rowOfNumber, rowsOfEntries, zonesOf } from './outlineRows.ts';
import { Row, type RowActions } from './row.tsx';
import type { RowCache } from './rowCache.ts';
import { RowList, type RowRange, type RowTarget } from './rowList.tsx';
import { isFoundIn, isLeftOut, markFound } from './search.ts';
import { SearchBox, sideName, SideSwitch } from './toolbar.tsx';

/** State of the session editor. */
export interface SessionState
	extends Omit<Extract<ToSession, { readonly type: 'outline' }>, 'type'> {
	/** Estimated heights of rows, pixels. */
	readonly heights: Float64Array;
	readonly cache: RowCache;
	/** The latest search result. */
	readonly found?: { readonly text: string; readonly entries: Uint32Array };
	/** A message to reveal. */
	readonly reveal?: { readonly number: number };
	/** The previous scroll position. */
	readonly place?: ScrollPosition;
}

/** First visible message and its hidden pixels. */
export interface ScrollPosition {
	readonly number: number;
	readonly offset: number;
}

interface SessionProperties {
	readonly state: SessionState;
	/** Gets the scroll position, to restore it after the page was hidden. */
	readonly onPlace: (number: number, offset: number) => void;
	readonly onSearch: (text: string) => void;
}

/** Delay between typing and searching, milliseconds. */
const typingMs = 150;

/** The session editor: the messages, with the map of the context. */
export function Session({ state, onPlace, onSearch }: SessionProperties) {
	const { side, about, outline, heights, cache, revision, reveal, place } = state;
	const zones = useMemo(() => zonesOf(outline), [outline]);
	const headings = useMemo(() => headingsOf(outline, side, zones), [outline, side, zones]);
	const [target, setTarget] = useState<RowTarget>();
	const [current, setCurrent] = useState(0);
	const [marked, setMarked] = useState<number>();
	const [shown, setShown] = useState<RowRange>({ first: 0, last: 0 });
	const [text, setText] = useState('');
	const [match, setMatch] = useState(0);
	const [, redraw] = useReducer<number, undefined>((count) => count + 1, 0);
	const open = useRef(new Map<string, boolean>());
	/** The message that the latest link points to: its call stays open in later outlines. */
	const linked = useRef<number>(undefined);
	const whole = useRef(new Set<number>());
	const page = useRef<HTMLDivElement>(null);
	const field = useRef<HTMLInputElement>(null);
	const typing = useRef<number>(undefined);
	/** The latest link may point to the result of a call, which is not scrolled into view yet. */
	const isLinkPending = useRef(false);

	const found = state.found?.text === text && text !== '' ? state.found : undefined;
	const matches = useMemo(
		() => (found === undefined ? undefined : rowsOfEntries(outline, found.entries)),
		[found, outline],
	);
	const count = matches?.length ?? 0;
	linked.current = reveal?.number ?? linked.current;
	const matchedRow = matches?.[match];

	/** Identifies a row by its message's number, which is the same in every outline; a row without one by its position. */
	const keyOf = (row: number): number => outline.numbers[row] || -row;

	function go(row: number, isFocused = false): void {
		setCurrent(row);
		setTarget({ row, isFocused });
	}

	// Matches have other positions in a new outline.
	useLayoutEffect(() => {
		if (text !== '') {
			onSearch(text);
		}
	}, [outline]);

	// Restores the scroll position in a new outline.
	useLayoutEffect(() => {
		whole.current.clear();
		const row = reveal === undefined ? undefined : rowOfNumber(outline, reveal.number);
		if (row !== undefined) {
			setMarked(keyOf(row));
			isLinkPending.current = true;
			go(row, true);
		} else if (place !== undefined) {
			const known = rowOfNumber(outline, place.number);
			const at = known ?? nearestRow(outline, place.number);
			setCurrent(at);
			setTarget({ row: at, offset: known === undefined ? 0 : place.offset, isFocused: false });
		}
	}, [outline, reveal]);

	useLayoutEffect(() => {
		if (matches !== undefined) {
			step(
				Math.max(
					0,
					matches.findIndex((row) => row >= shown.first),
				),
			);
		}
	}, [matches]);

	/** @param to Wraps around after the last match. */
	function step(to: number): void {
		const next = count === 0 ? 0 : (to + count) % count;
		const row = matches?.[next];
		if (row !== undefined) {
			setMatch(next);
			setMarked(keyOf(row));
			go(row);
		}
	}

	function type(words: string): void {
		setText(words);
		clearTimeout(typing.current);
		typing.current = window.setTimeout(() => onSearch(words), words === '' ? 0 : typingMs);
	}

	/** For each call of a row, `1` if it is open, else `0`. */
	function openOf(row: number): string {
		const calls = cache.at(row)?.calls ?? [];
		const isOpen = calls.map(
			(call, at) =>
				open.current.get(`${side} ${keyOf(row)} ${at}`) ??
				((call.outcome?.number !== undefined && call.outcome.number === linked.current) ||
					(row === matchedRow && isFoundIn(call, text))),
		);
		return isOpen.map((one) => (one ? '1' : '0')).join('');
	}

	const handlers: Omit<RowActions, 'focus'> = {
		toggle(row, call, isOpen) {
			open.current.set(`${side} ${keyOf(row)} ${call}`, isOpen);
			redraw(undefined);
		},
		showWhole(row) {
			whole.current.add(row);
			postToSessionEditor({ type: 'rows', revision, ...cache.entriesOf(row), whole: true });
			redraw(undefined);
		},
	};
	const latest = useRef({ handlers, press });
	latest.current = { handlers, press };
	const actions = useMemo(
		(): RowActions => ({
			toggle: (...which) => latest.current.handlers.toggle(...which),
			showWhole: (row) => latest.current.handlers.showWhole(row),
			focus: setCurrent,
		}),
		[],
	);

	useLayoutEffect(() => {
		// The match may be in an omitted part of a text.
		const row = matchedRow === undefined ? undefined : cache.at(matchedRow);
		if (row !== undefined && matchedRow !== undefined && !whole.current.has(matchedRow)) {
			if (isLeftOut(row, text)) {
				handlers.showWhole(matchedRow);
			}
		}
		const here = page.current?.querySelector(`[data-row="${matchedRow}"]`) ?? null;
		if (page.current !== null) {
			markFound(page.current, found === undefined ? '' : text, here);
		}
	});

	useLayoutEffect(() => {
		const call = isLinkPending.current ? page.current?.querySelector('.call-marked') : null;
		if (call !== null && call !== undefined) {
			isLinkPending.current = false;
			call.scrollIntoView({ block: 'nearest' });
		}
	});

	function press(event: KeyboardEvent): void {
		const { target: at, ctrlKey, metaKey, altKey, shiftKey, key } = event;
		const isTyping = at instanceof HTMLInputElement && at.type === 'text';
		const isCommand = ctrlKey || metaKey;
		const isInList = !isTyping && !isCommand && !altKey && !(at instanceof HTMLInputElement);
		const last = rowCount(outline) - 1;
		const moves: Readonly<Record<string, number>> = {
			ArrowDown: Math.min(current + 1, last),
			ArrowUp: Math.max(current - 1, 0),
			Home: 0,
			End: last,
			PageDown: Math.min(Math.max(shown.last, current + 1), last),
			PageUp: Math.max(0, Math.min(shown.first - (shown.last - shown.first), current - 1)),
		};
		const row = moves[key];
		if ((isCommand && key.toLowerCase() === 'f') || (key === '/' && !isTyping)) {
			event.preventDefault();
			field.current?.focus();
			field.current?.select();
		} else if (key === 'F3') {
			event.preventDefault();
			step(match + (shiftKey ? -1 : 1));
		} else if (isInList && row !== undefined) {
			event.preventDefault();
			setCurrent(row);
			setTarget({ row, isFocused: true, onlyIfHidden: key.startsWith('Arrow') });
		} else if (isInList && (key === 'ArrowRight' || key === 'ArrowLeft')) {
			cache
				.at(current)
				?.calls.forEach((_, call) => handlers.toggle(current, call, key === 'ArrowRight'));
		}
	}

	// Keys work with any focus, even after the focused row was removed.
	useEffect(() => {
		const listener = (event: KeyboardEvent): void => latest.current.press(event);
		document.addEventListener('keydown', listener);
		return () => document.removeEventListener('keydown', listener);
	}, []);

	return (
		<div class="session" onClick={(event) => followLinks(event, postToSessionEditor)}>
			<header class="toolbar">
				<h1 title={visibleText(about.title)}>{visibleText(about.title)}</h1>
				<p class="facts quiet one-line">
					{[visibleText(about.source), numbers.messages(about.messages)].join(' · ')}
				</p>
				<SideSwitch
					side={side}
					isCompacted={outline.context !== undefined}
					onSwitch={(to) => postToSessionEditor({ type: 'show', side: to })}
				/>
				<SearchBox
					field={field}
					text={text}
					count={matches?.length}
					current={match}
					onType={type}
					onStep={(by) => step(match + by)}
					onClose={() => {
						type('');
						setMarked(undefined);
						setTarget({ row: current, isFocused: true, onlyIfHidden: true });
					}}
				/>
				<Legend side={side} outline={outline} zones={zones} onGo={(row) => go(row)} />
			</header>
			<main class="session-body" ref={page}>
				{rowCount(outline) === 0 && (
					<p class="nothing">{l10n.t('This conversation has no messages.')}</p>
				)}
				<RowList
					heights={heights}
					label={sideName(side)}
					target={target}
					onRange={(near, onScreen, offset) => {
						for (const range of cache.missing(near.first, near.last)) {
							postToSessionEditor({ type: 'rows', revision, ...range, whole: false });
						}
						if (onScreen.first !== shown.first || onScreen.last !== shown.last) {
							setShown(onScreen);
						}
						onPlace(outline.numbers[onScreen.first] ?? 0, offset);
					}}
				>
					{(row, element) => (
						<Row
							key={row}
							element={element}
							outline={outline}
							folders={about.folders}
							index={row}
							row={cache.at(row)}
							isCurrent={row === current}
							isMarked={keyOf(row) === marked}
							revealed={keyOf(row) === marked ? reveal?.number : undefined}
							isWhole={whole.current.has(row)}
							zone={headings.get(row)}
							open={openOf(row)}
							actions={actions}
						/>
					)}
				</RowList>
				{rowCount(outline) > 0 && (
					<ContextMap outline={outline} shown={shown} onGo={(row) => go(row)} />
				)}
			</main>
		</div>
	);
}
