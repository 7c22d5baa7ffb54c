import * as l10n from '@vscode/l10n';
import type { ComponentChildren, Ref } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ContextPart, RowKind, SessionPart, SessionRow } from '../../protocol/session.ts';
import { Icon } from '../icons.tsx';
import { renderItem } from '../renderItem.ts';
import { numbers } from '../text.ts';
import { visibleText } from '../visibleText.ts';
import { CallRow, OutcomeBlock, Rest } from './call.tsx';
import { placeTexts } from './places.ts';
import { post } from './sessionState.ts';

interface RowProperties {
	readonly element: Ref<HTMLElement>;
	/** From 0. */
	readonly index: number;
	readonly count: number;
	readonly kind: RowKind;
	readonly place: ContextPart;
	/** Number of its message, from 1; 0: it is none of the conversation's. */
	readonly number: number;
	readonly tokens: number;
	/** Of the turn that begins here; absent: none does. */
	readonly turnTokens: number | undefined;
	/** Absent while it is on its way. */
	readonly row: SessionRow | undefined;
	/** Whether it goes on with what the row before says. */
	readonly isContinued: boolean;
	readonly isCurrent: boolean;
	/** A search or a link has led here. */
	readonly isMarked: boolean;
	/** The stretch of the context that begins here. */
	readonly zone?: ZoneHeading | undefined;
	readonly isOpen: (call: number) => boolean;
	readonly onToggle: (call: number, isOpen: boolean) => void;
	readonly onWhole?: (() => void) | undefined;
	readonly onFocus: () => void;
}

/** What stands above the first row of a stretch. */
export interface ZoneHeading {
	readonly place: ContextPart;
	readonly figures: string;
}

/** A message, with the outcomes of its calls. */
export function Row(properties: RowProperties) {
	const { index, count, kind, place, number, tokens, turnTokens, row, isContinued, zone } =
		properties;
	const shownNumber = number === 0 ? '' : l10n.t('#{0}', `${number}`);
	const name = speakerName(kind);
	return (
		<article
			ref={properties.element}
			data-row={index}
			class={`row row-${kind} place-${place}${isContinued ? ' row-continued' : ''}${properties.isMarked ? ' row-marked' : ''}`}
			tabIndex={properties.isCurrent ? 0 : -1}
			aria-posinset={index + 1}
			aria-setsize={count}
			aria-label={number === 0 ? name : l10n.t('#{0}, {1}', `${number}`, name)}
			aria-busy={row === undefined}
			onFocusIn={properties.onFocus}
		>
			{zone !== undefined && <ZoneLine {...zone} />}
			<div class="row-frame">
				<span class="row-number">{shownNumber}</span>
				<div class="row-main">
					{!isContinued && (
						<header class="row-heading">
							<Icon name={kind === 'tool' ? 'tool' : kind} />
							<span class="row-name">{name}</span>
							<span class="row-facts">
								<span class="row-number-narrow" aria-hidden="true">
									{shownNumber}
								</span>
								{row?.time !== undefined && <Time time={row.time} />}
								<span>{l10n.t('{0} tokens', numbers.whole(tokens))}</span>
								{turnTokens !== undefined && (
									<span class="row-turn">
										{l10n.t('whole turn: {0}', numbers.whole(turnTokens))}
									</span>
								)}
							</span>
						</header>
					)}
					{row === undefined ? (
						<p class="quiet row-loading">{l10n.t('Loading…')}</p>
					) : (
						<Body {...properties} row={row} />
					)}
				</div>
			</div>
		</article>
	);
}

function ZoneLine({ place, figures }: ZoneHeading) {
	return (
		<div class={`zone place-${place}`}>
			<span class="zone-name">{placeTexts(place).name}</span>
			<span class="zone-figures">{figures}</span>
			<span class="zone-note">{placeTexts(place).note}</span>
		</div>
	);
}

function Time({ time }: { readonly time: string }) {
	const at = Date.parse(time);
	return Number.isNaN(at) ? null : <time dateTime={time}>{numbers.time(at)}</time>;
}

function Body({
	kind,
	row,
	isOpen,
	onToggle,
	onWhole,
}: RowProperties & { readonly row: SessionRow }) {
	return (
		<>
			{row.parts.map((part, at) => (
				<Part key={at} kind={kind} part={part} onWhole={onWhole} />
			))}
			{row.calls.map((call, at) => (
				<CallRow
					key={at}
					call={call}
					isOpen={isOpen(at)}
					onToggle={(open) => onToggle(at, open)}
					onWhole={onWhole}
				/>
			))}
			{row.outcomes.map((outcome, at) => (
				<OutcomeBlock key={at} outcome={outcome} onWhole={onWhole} />
			))}
		</>
	);
}

interface PartProperties {
	readonly kind: RowKind;
	readonly part: SessionPart;
	readonly onWhole?: (() => void) | undefined;
}

function Part({ kind, part, onWhole }: PartProperties) {
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
	// What nobody said to anybody is there for those who look for it.
	const isAside = part.kind === 'added' || kind === 'client' || kind === 'system';
	if (!isAside) {
		return text;
	}
	const length = numbers.whole(part.text.length + (part.left ?? 0));
	const label =
		part.kind === 'added'
			? l10n.t('Added by the assistant: {0} characters', length)
			: l10n.t('{0} characters', length);
	return <Aside label={label} beginning={part.text.slice(0, 200)} text={text} />;
}

interface AsideProperties {
	readonly label: string;
	readonly beginning: string;
	readonly text: ComponentChildren;
}

function Aside({ label, beginning, text }: AsideProperties) {
	const [isOpen, setOpen] = useState(false);
	return (
		<details class="aside" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
			<summary>
				<Icon name="chevron" />
				{label}
				{!isOpen && <span class="aside-beginning one-line">{visibleText(beginning)}</span>}
			</summary>
			{isOpen && text}
		</details>
	);
}

function Prose({ text }: { readonly text: string }) {
	const body = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		body.current?.replaceChildren(
			renderItem(visibleText(text), (code) => post({ type: 'copyText', text: code })),
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
