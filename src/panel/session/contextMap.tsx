import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import type { SessionOutline } from '../../protocol/session.ts';
import { numbers } from '../text.ts';
import { mapBars, mapWidth, placeAt, rowCount, turnOfRow } from './outlineRows.ts';
import { placeTexts } from './places.ts';
import type { RowRange } from './rowList.tsx';

interface ContextMapProperties {
	readonly outline: SessionOutline;
	readonly shown: RowRange;
	readonly onGo: (row: number) => void;
}

/** Map of the tokens next to the scroll bar: a bar for each row, in the colour of its place. */
export function ContextMap({ outline, shown, onGo }: ContextMapProperties) {
	const [hovered, setHovered] = useState<number>();
	const { slots, shapes, turns } = useMemo(() => mapBars(outline), [outline]);
	const count = rowCount(outline);
	const share = (row: number): string => `${((row / Math.max(1, count)) * 100).toFixed(3)}%`;

	function describe(row: number): string {
		const { tokens } = turnOfRow(outline, row);
		const number = outline.numbers[row] ?? 0;
		return l10n.t(
			'#{0}, {1}, turn of {2} tokens',
			number === 0 ? '–' : `${number}`,
			placeTexts(placeAt(outline, row)).name,
			numbers.tokens(tokens),
		);
	}

	function rowUnder(event: PointerEvent): number {
		const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
		const row = Math.floor(((event.clientY - box.top) / box.height) * count);
		return Math.max(0, Math.min(count - 1, row));
	}

	function step(event: KeyboardEvent): void {
		const row = targetRow(outline, shown.first, event.key);
		if (row !== undefined) {
			event.preventDefault();
			event.stopPropagation();
			onGo(row);
		}
	}

	const shownAt = Math.min(shown.first, count - 1);
	return (
		<div class="map">
			<div
				class="map-frame"
				role="slider"
				tabIndex={0}
				aria-label={l10n.t('Map of the Context')}
				aria-orientation="vertical"
				aria-valuemin={1}
				aria-valuemax={count}
				aria-valuenow={shownAt + 1}
				aria-valuetext={describe(shownAt)}
				// Limits the thickness of bars in short sessions.
				style={{ height: `min(100%, ${slots * 12}px)` }}
				onKeyDown={step}
				onPointerDown={(event) => {
					event.currentTarget.setPointerCapture(event.pointerId);
					onGo(rowUnder(event));
				}}
				onPointerMove={(event) => {
					setHovered(rowUnder(event));
					if ((event.buttons & 1) === 1) {
						onGo(rowUnder(event));
					}
				}}
				onPointerLeave={() => setHovered(undefined)}
			>
				<svg viewBox={`0 0 ${mapWidth} ${slots}`} preserveAspectRatio="none" aria-hidden="true">
					{[...shapes].map(([place, shape]) => (
						<path key={place} class={`place-${place}`} d={shape} />
					))}
					<path class="map-turns" d={turns} />
				</svg>
				<div
					class="map-shown"
					style={{
						top: share(shown.first),
						height: `max(4px, ${share(shown.last - shown.first + 1)})`,
					}}
				/>
				{hovered !== undefined && (
					<div class="map-tip" style={{ top: share(hovered) }}>
						{describe(hovered)}
					</div>
				)}
			</div>
		</div>
	);
}

/** Target row of a key: the previous or next turn, the beginning or the end. */
function targetRow(outline: SessionOutline, row: number, key: string): number | undefined {
	const count = rowCount(outline);
	switch (key) {
		case 'ArrowUp': {
			const { start } = turnOfRow(outline, row);
			return start < row ? start : turnOfRow(outline, Math.max(0, row - 1)).start;
		}
		case 'ArrowDown':
			return Math.min(turnOfRow(outline, row).end, count - 1);
		case 'Home':
			return 0;
		case 'End':
			return count - 1;
		default:
			return undefined;
	}
}
