import * as l10n from '@vscode/l10n';
import type { ComponentChild } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { SessionSide } from '../../protocol/session.ts';
import { followLinks } from '../renderItem.ts';
import { numbers } from '../text.ts';
import { visibleText } from '../visibleText.ts';
import { ContextMap } from './contextMap.tsx';
import { headingsOf, Legend } from './legend.tsx';
import {
	kindAt,
	nearestRow,
	placeAt,
	rowCount,
	rowOfNumber,
	rowsOfEntries,
	turnAround,
	zonesOf,
} from './outlineRows.ts';
import { Row } from './row.tsx';
import { RowList, type RowRange, type RowTarget } from './rowList.tsx';
import { isFoundIn, markFound, whereFound } from './search.ts';
import { post, type SessionState } from './sessionState.ts';
import { SearchBox, sideName, SideSwitch } from './toolbar.tsx';

interface SessionProperties {
	readonly state: SessionState;
	/** Told what is on the screen, to be there again after the page was hidden. */
	readonly onPlace: (number: number, offset: number) => void;
	readonly onSearch: (text: string) => void;
}

interface DrawnRow {
	readonly from: readonly unknown[];
	readonly drawn: ComponentChild;
}

/** Rows as they were drawn last: one that is drawn from the same things costs nothing when the list scrolls. */
class DrawnRows {
	#rows = new Map<number, DrawnRow>();
	#next = new Map<number, DrawnRow>();

	/** @param from Whatever the row depends on. */
	row(row: number, from: readonly unknown[], draw: () => ComponentChild): ComponentChild {
		const before = this.#rows.get(row);
		const isSame =
			before?.from.length === from.length &&
			before.from.every((one, at) => Object.is(one, from[at]));
		const now = isSame ? before : { from, drawn: draw() };
		this.#next.set(row, now);
		return now.drawn;
	}

	/** Forgets rows that were not drawn since it was called last. */
	sweep(): void {
		this.#rows = this.#next;
		this.#next = new Map();
	}
}

/** Wait for more letters before searching, milliseconds. */
const typingMs = 150;

/** The session editor: what was said, and beside it the map of the context. */
export function Session({ state, onPlace, onSearch }: SessionProperties) {
	const { side, about, outline, heights, cache } = state;
	const zones = useMemo(() => zonesOf(outline), [outline]);
	const headings = useMemo(() => headingsOf(outline, side, zones), [outline, side, zones]);
	const [target, setTarget] = useState<RowTarget>();
	const [current, setCurrent] = useState(0);
	const [marked, setMarked] = useState<number>();
	const [shown, setShown] = useState<RowRange>({ first: 0, last: 0 });
	const [text, setText] = useState('');
	const [match, setMatch] = useState(0);
	const [toggles, redraw] = useReducer<number, undefined>((count) => count + 1, 0);
	const drawn = useRef(new DrawnRows());
	const open = useRef(new Map<string, boolean>());
	const whole = useRef(new Set<number>());
	const page = useRef<HTMLDivElement>(null);
	const field = useRef<HTMLInputElement>(null);
	const typing = useRef<number>(undefined);

	const found = state.found?.text === text && text !== '' ? state.found : undefined;
	const matches = useMemo(
		() => (found === undefined ? undefined : rowsOfEntries(outline, found.entries)),
		[found, outline],
	);
	const matchedRow = matches?.[match];

	function go(row: number, isFocused = false): void {
		setCurrent(row);
		setTarget({ row, isFocused });
	}

	// What was found stands elsewhere in another outline.
	useLayoutEffect(() => {
		if (text !== '') {
			onSearch(text);
		}
	}, [outline]);

	// Another outline: what a person looked at is on the screen again, as far as it is there.
	useLayoutEffect(() => {
		whole.current.clear();
		const { reveal, place } = state;
		const row = reveal === undefined ? undefined : rowOfNumber(outline, reveal.number);
		if (row !== undefined) {
			setMarked(row);
			go(row, true);
		} else if (place !== undefined) {
			const { number, offset } = place;
			const known = rowOfNumber(outline, number);
			const at = known ?? nearestRow(outline, number);
			setCurrent(at);
			setTarget({ row: at, offset: known === undefined ? 0 : offset, isFocused: false });
		}
	}, [outline, state.reveal]);

	useLayoutEffect(() => {
		if (matches !== undefined) {
			const next = matches.findIndex((row) => row >= shown.first);
			step(Math.max(0, next));
		}
	}, [matches]);

	function step(to: number): void {
		const row = matches?.[to];
		if (row !== undefined) {
			setMatch(to);
			setMarked(row);
			go(row);
		}
	}

	function type(words: string): void {
		setText(words);
		clearTimeout(typing.current);
		typing.current = window.setTimeout(() => onSearch(words), words === '' ? 0 : typingMs);
	}

	function closeSearch(): void {
		type('');
		setMarked(undefined);
		setTarget({ row: current, isFocused: true, onlyIfHidden: true });
	}

	function isOpen(row: number, call: number): boolean {
		const toggled = open.current.get(`${side} ${row} ${call}`);
		if (toggled !== undefined) {
			return toggled;
		}
		const drawn = cache.at(row)?.calls[call];
		const isRevealed =
			drawn?.outcome?.number !== undefined && drawn.outcome.number === state.reveal?.number;
		return isRevealed || (row === matchedRow && drawn !== undefined && isFoundIn(drawn, text));
	}

	function toggle(row: number, call: number, isNow: boolean): void {
		open.current.set(`${side} ${row} ${call}`, isNow);
		redraw(undefined);
	}

	function askWhole(row: number): void {
		whole.current.add(row);
		post({ type: 'rows', revision: state.revision, ...cache.entriesOf(row), whole: true });
		redraw(undefined);
	}

	// What was found may stand in the part of a text that was left out.
	useLayoutEffect(() => {
		const row = matchedRow === undefined ? undefined : cache.at(matchedRow);
		if (row !== undefined && matchedRow !== undefined && !whole.current.has(matchedRow)) {
			if (whereFound(row, text) === 'left out') {
				askWhole(matchedRow);
			}
		}
	});

	useLayoutEffect(() => {
		if (page.current !== null) {
			const here =
				matchedRow === undefined ? null : page.current.querySelector(`[data-row="${matchedRow}"]`);
			markFound(page.current, found === undefined ? '' : text, here);
		}
	});

	function press(event: KeyboardEvent): void {
		const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'text';
		const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
		if (isFind || (event.key === '/' && !isTyping)) {
			event.preventDefault();
			field.current?.focus();
			field.current?.select();
		} else if (event.key === 'F3') {
			event.preventDefault();
			step(cyclic(match + (event.shiftKey ? -1 : 1), matches?.length ?? 0));
		} else if (!isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
			pressInList(event);
		}
	}

	function pressInList(event: KeyboardEvent): void {
		const last = rowCount(outline) - 1;
		const isRadio = event.target instanceof HTMLInputElement;
		const moves: Readonly<Record<string, number>> = {
			ArrowDown: Math.min(current + 1, last),
			ArrowUp: Math.max(current - 1, 0),
			Home: 0,
			End: last,
			PageDown: Math.min(Math.max(shown.last, current + 1), last),
			PageUp: Math.max(0, Math.min(shown.first - (shown.last - shown.first), current - 1)),
		};
		const row = moves[event.key];
		if (row !== undefined && !isRadio) {
			event.preventDefault();
			setCurrent(row);
			setTarget({ row, isFocused: true, onlyIfHidden: event.key.startsWith('Arrow') });
		} else if (event.target instanceof HTMLElement && event.target.role !== 'slider') {
			const isNow =
				event.key === 'ArrowRight' ? true : event.key === 'ArrowLeft' ? false : undefined;
			const calls = cache.at(current)?.calls ?? [];
			if (isNow !== undefined && !isRadio) {
				calls.forEach((_, call) => toggle(current, call, isNow));
			}
		}
	}

	// The keyboard works wherever the focus is, also where a row that had it is not drawn any more.
	const latest = useRef(press);
	latest.current = press;
	useEffect(() => {
		const hear = (event: KeyboardEvent): void => latest.current(event);
		document.addEventListener('keydown', hear);
		return () => document.removeEventListener('keydown', hear);
	}, []);

	const facts = [about.source, numbers.messages(about.messages)];
	return (
		<div class="session" onClick={(event) => followLinks(event, post)}>
			<header class="toolbar">
				<h1 class="one-line" title={visibleText(about.title)}>
					{visibleText(about.title)}
				</h1>
				<p class="facts one-line">{facts.join(' · ')}</p>
				<SideSwitch
					side={side}
					isCompacted={outline.compaction !== undefined}
					onSwitch={(to: SessionSide) => post({ type: 'show', side: to })}
				/>
				<SearchBox
					field={field}
					text={text}
					count={matches?.length}
					current={match}
					onType={type}
					onStep={(by) => step(cyclic(match + by, matches?.length ?? 0))}
					onClose={closeSearch}
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
						drawn.current.sweep();
						for (const range of cache.missing(near.first, near.last)) {
							post({ type: 'rows', revision: state.revision, ...range, whole: false });
						}
						if (onScreen.first !== shown.first || onScreen.last !== shown.last) {
							setShown(onScreen);
						}
						onPlace(outline.numbers[onScreen.first] ?? 0, offset);
					}}
				>
					{(row, element) =>
						drawn.current.row(
							row,
							[
								outline,
								cache.at(row),
								row === current,
								row === marked,
								row === matchedRow ? text : undefined,
								whole.current.has(row),
								headings.get(row),
								state.reveal,
								toggles,
							],
							() => (
								<Row
									key={row}
									element={element}
									index={row}
									count={rowCount(outline)}
									kind={kindAt(outline, row)}
									place={placeAt(outline, row)}
									number={outline.numbers[row] ?? 0}
									tokens={outline.tokens[row] ?? 0}
									turnTokens={
										kindAt(outline, row) === 'person' ? turnAround(outline, row).tokens : undefined
									}
									row={cache.at(row)}
									isContinued={
										kindAt(outline, row) === 'assistant' &&
										row > 0 &&
										kindAt(outline, row - 1) === 'assistant' &&
										!headings.has(row)
									}
									isCurrent={row === current}
									isMarked={row === marked}
									zone={headings.get(row)}
									isOpen={(call) => isOpen(row, call)}
									onToggle={(call, isNow) => toggle(row, call, isNow)}
									onWhole={whole.current.has(row) ? undefined : () => askWhole(row)}
									onFocus={() => setCurrent(row)}
								/>
							),
						)
					}
				</RowList>
				{rowCount(outline) > 0 && (
					<ContextMap outline={outline} shown={shown} onGo={(row) => go(row)} />
				)}
			</main>
		</div>
	);
}

function cyclic(index: number, count: number): number {
	return count === 0 ? 0 : (index + count) % count;
}
