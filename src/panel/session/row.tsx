import * as l10n from '@vscode/l10n';
import type { Ref } from 'preact';
import { memo } from 'preact/compat';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type {
	ContextPart,
	RowKind,
	SessionOutline,
	SessionPart,
	SessionRow,
} from '../../protocol/session.ts';
import { Icon } from '../icons.tsx';
import { renderItem } from '../renderItem.ts';
import { numbers } from '../text.ts';
import { visibleText } from '../visibleText.ts';
import { postToSessionEditor } from '../vsCode.ts';
import { CallRow, OutcomeBlock, Rest } from './call.tsx';
import { kindAt, placeAt, rowCount, turnOfRow } from './outlineRows.ts';
import { placeTexts } from './places.ts';

/** Actions on rows. Always the same object, so that only changed rows are redrawn. */
export interface RowActions {
	readonly toggle: (row: number, call: number, isOpen: boolean) => void;
	/** Requests the whole of truncated texts. */
	readonly showWhole: (row: number) => void;
	readonly focus: (row: number) => void;
}

interface RowProperties {
	readonly element: Ref<HTMLElement>;
	readonly outline: SessionOutline;
	/** Paths are shown relative to these folders. */
	readonly folders: readonly string[];
	/** From 0. */
	readonly index: number;
	/** Undefined while it is loading. */
	readonly row: SessionRow | undefined;
	readonly isCurrent: boolean;
	/** A search result or a link points here. */
	readonly isMarked: boolean;
	/** Number of the message that a link points to. */
	readonly revealed: number | undefined;
	/** Whether its complete texts were requested. */
	readonly isWhole: boolean;
	/** The zone that begins here. */
	readonly zone: ZoneHeading | undefined;
	/** For each call, `1` if it is open, else `0`. */
	readonly open: string;
	readonly actions: RowActions;
}

/** Heading above the first row of a zone. */
export interface ZoneHeading {
	readonly place: ContextPart;
	readonly figures: string;
}

/** A message, with the outcomes of its calls. */
export const Row = memo((properties: RowProperties) => {
	const { outline, index, row, isCurrent, isMarked, revealed, zone, open, actions } = properties;
	const kind = kindAt(outline, index);
	const place = placeAt(outline, index);
	const name = speakerName(kind);
	// 0: the message is not part of the conversation.
	const number = outline.numbers[index] ?? 0;
	const shownNumber = number === 0 ? '' : l10n.t('#{0}', `${number}`);
	const isContinued =
		kind === 'assistant' && zone === undefined && kindAt(outline, index - 1) === 'assistant';
	const onWhole = properties.isWhole ? undefined : () => actions.showWhole(index);
	const classes = [
		`row row-${kind} place-${place}`,
		...(isContinued ? ['row-continued'] : []),
		...(isMarked ? ['row-marked'] : []),
	];
	return (
		<article
			ref={properties.element}
			data-row={index}
			class={classes.join(' ')}
			tabIndex={isCurrent ? 0 : -1}
			aria-posinset={index + 1}
			aria-setsize={rowCount(outline)}
			aria-label={number === 0 ? name : l10n.t('#{0}, {1}', `${number}`, name)}
			aria-busy={row === undefined}
			onFocusIn={() => actions.focus(index)}
		>
			{zone !== undefined && (
				<div class={`zone place-${zone.place}`}>
					<strong>{placeTexts(zone.place).name}</strong>
					<span class="number">{zone.figures}</span>
					<span class="zone-note">{placeTexts(zone.place).note}</span>
				</div>
			)}
			<div class="row-frame">
				<span class="row-number">{shownNumber}</span>
				<div class="row-main">
					{!isContinued && (
						<header class="row-heading">
							<Icon name={kind} />
							<strong>{name}</strong>
							<span class="row-facts">
								{row?.time !== undefined && <Time time={row.time} />}
								<span>{l10n.t('{0} tokens', numbers.tokens(outline.tokens[index] ?? 0))}</span>
								{kind === 'person' && (
									<span class="row-turn">
										{l10n.t('whole turn: {0}', numbers.tokens(turnOfRow(outline, index).tokens))}
									</span>
								)}
							</span>
						</header>
					)}
					{row === undefined ? (
						<p class="quiet">{l10n.t('Loading…')}</p>
					) : (
						<>
							{row.parts.map((part, at) => (
								<Part key={at} kind={kind} part={part} onWhole={onWhole} />
							))}
							{row.calls.map((call, at) => (
								<CallRow
									key={at}
									call={call}
									folders={properties.folders}
									isOpen={open[at] === '1'}
									isMarked={isMarked && revealed !== undefined && call.outcome?.number === revealed}
									onToggle={(isOpen) => actions.toggle(index, at, isOpen)}
									onWhole={onWhole}
								/>
							))}
							{row.outcomes.map((outcome, at) => (
								<OutcomeBlock key={at} outcome={outcome} onWhole={onWhole} />
							))}
						</>
					)}
				</div>
			</div>
		</article>
	);
});

function Time({ time }: { readonly time: string }) {
	const at = Date.parse(time);
	return Number.isNaN(at) ? null : <time dateTime={time}>{numbers.time(at)}</time>;
}

interface PartProperties {
	readonly kind: RowKind;
	readonly part: SessionPart;
	readonly onWhole: (() => void) | undefined;
}

function Part({ kind, part, onWhole }: PartProperties) {
	const [isOpen, setOpen] = useState(false);
	if (part.kind === 'image') {
		return (
			<p class="image">
				<Icon name="image" />
				{l10n.t('Image')}
				{part.mediaType !== '' && <span class="quiet"> · {visibleText(part.mediaType)}</span>}
			</p>
		);
	}
	const text = (
		<>
			<Prose text={part.text} />
			<Rest text={part} onWhole={onWhole} />
		</>
	);
	// Text that is not part of the dialogue is folded.
	if (part.kind !== 'added' && kind !== 'client' && kind !== 'system') {
		return text;
	}
	const length = numbers.whole(part.text.length + (part.left ?? 0));
	return (
		<details class="aside" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
			<summary>
				<Icon name="chevron" />
				{part.kind === 'added'
					? l10n.t('Added by the assistant: {0} characters', length)
					: l10n.t('{0} characters', length)}
				{!isOpen && (
					<span class="aside-beginning one-line">{visibleText(part.text.slice(0, 200))}</span>
				)}
			</summary>
			{isOpen && text}
		</details>
	);
}

function Prose({ text }: { readonly text: string }) {
	const body = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		body.current?.replaceChildren(
			renderItem(visibleText(text), {
				linksFiles: true,
				onCopy: (code) => postToSessionEditor({ type: 'copyText', text: code }),
			}),
		);
	}, [text]);
	return <div class="prose" ref={body} dir="auto" />;
}

function speakerName(kind: RowKind): string {
	const names: Readonly<Record<RowKind, string>> = {
		person: l10n.t('You'),
		client: l10n.t('Not written by you'),
		assistant: l10n.t('Assistant'),
		tool: l10n.t('Tool output'),
		system: l10n.t('System prompt'),
		summary: l10n.t('Summary'),
	};
	return names[kind];
}
