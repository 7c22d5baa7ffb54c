import type { ComponentChildren } from 'preact';
import type { BreakdownGroup, BreakdownMessage, RepeatedRead } from '../protocol/breakdownView.ts';
import type { PanelStrings } from '../protocol/panelStrings.ts';
import { ChangeBar } from './changeBar.tsx';
import { Fold } from './fold.tsx';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';
import { visibleText } from './visibleText.ts';

export interface GroupRowProperties {
	readonly group: BreakdownGroup;
	/** Tokens of the largest group, whose bar is as wide as the panel. */
	readonly most: number;
}

/** A kind of messages; opens into the largest of them. */
export function GroupRow({ group, most }: GroupRowProperties) {
	const { strings, numbers } = usePanel();
	const { kind, tool, messages, tokens, saving, largest } = group;
	const name = groupName(group, strings.breakdown);
	return (
		<li>
			<Fold
				what={`breakdown/${kind}/${tool ?? ''}`}
				class="breakdown-group"
				summary={
					<>
						<span class="breakdown-name">{name}</span>
						<Tokens tokens={tokens} />
						<ChangeBar
							before={(tokens / most) * 100}
							left={tokens === 0 ? 0 : (tokens - saving) / tokens}
						/>
						<Notes>
							{numbers.messages(messages, strings)}
							<Saving saving={saving} />
						</Notes>
					</>
				}
			>
				{() => <MessageRows label={name} messages={largest} />}
			</Fold>
		</li>
	);
}

export interface OverheadRowProperties {
	readonly name: string;
	/** 0: there is no row. */
	readonly tokens: number;
	readonly most: number;
}

/** What every request carries beside the messages: there is nothing to open. */
export function OverheadRow({ name, tokens, most }: OverheadRowProperties) {
	return tokens === 0 ? null : (
		<li class="breakdown-overhead">
			<span class="breakdown-name">{name}</span>
			<Tokens tokens={tokens} />
			<ChangeBar before={(tokens / most) * 100} left={1} />
		</li>
	);
}

/** A file that was read again and again; opens into the largest readings. */
export function ReadRow({ read }: { readonly read: RepeatedRead }) {
	const { strings, numbers } = usePanel();
	const { times, tokens, saving, largest } = read;
	const path = visibleText(read.path);
	return (
		<li>
			<Fold
				what={`breakdown/read/${read.path}`}
				class="breakdown-group"
				summary={
					<>
						<span class="breakdown-name">{path}</span>
						<Tokens tokens={tokens} />
						<Notes>
							{fill(strings.breakdown.times, numbers.whole(times))}
							<Saving saving={saving} />
						</Notes>
					</>
				}
			>
				{() => <MessageRows label={path} messages={largest} />}
			</Fold>
		</li>
	);
}

export interface MessageRowsProperties {
	readonly label: string;
	readonly messages: readonly BreakdownMessage[];
}

/** Messages, each of which opens as it was said. */
export function MessageRows({ label, messages }: MessageRowsProperties) {
	const { strings, post } = usePanel();
	const { breakdown, items } = strings;
	return (
		<ul aria-label={label}>
			{messages.map((message) => {
				const { number, tokens, saving, isSummarised } = message;
				return (
					<li key={number}>
						<button
							type="button"
							class="breakdown-message pressable"
							title={fill(items.openSource, `${number}`)}
							onClick={() => post({ type: 'openTurn', number })}
						>
							<span class="source">{fill(items.source, `${number}`)}</span>
							<span class="one-line">
								{speakerOf(message, breakdown)}{' '}
								<span class="quiet">{visibleText(message.text)}</span>
							</span>
							<Tokens tokens={tokens} />
							<Notes>
								{isSummarised === true && breakdown.summarised}
								<Saving saving={saving} />
							</Notes>
						</button>
					</li>
				);
			})}
		</ul>
	);
}

function speakerOf({ role, tool }: BreakdownMessage, texts: PanelStrings['breakdown']): string {
	if (role !== 'tool') {
		return texts.groups[role];
	}
	return tool === undefined ? texts.orphans : visibleText(tool);
}

function groupName({ kind, tool }: BreakdownGroup, texts: PanelStrings['breakdown']): string {
	if (kind !== 'tool') {
		return texts.groups[kind];
	}
	return tool === undefined ? texts.orphans : fill(texts.results, visibleText(tool));
}

/** A number of tokens; what it counts is said to those who cannot see where it stands. */
export function Tokens({ tokens }: { readonly tokens: number }) {
	const { strings, numbers } = usePanel();
	return (
		<span class="number">
			<span aria-hidden="true">{numbers.whole(tokens)}</span>
			<span class="visually-hidden">{fill(strings.sections.tokens, numbers.whole(tokens))}</span>
		</span>
	);
}

function Notes({ children }: { readonly children: ComponentChildren }) {
	return <span class="breakdown-notes quiet number">{children}</span>;
}

function Saving({ saving }: { readonly saving: number }) {
	const { strings, numbers } = usePanel();
	return saving === 0 ? null : <span>{fill(strings.breakdown.saving, numbers.whole(saving))}</span>;
}
