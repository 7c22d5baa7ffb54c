import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type {
	Breakdown as BreakdownView,
	BreakdownGroup,
	BreakdownMessage,
	RepeatedRead,
} from '../protocol/breakdownView.ts';
import type { ConversationView } from '../protocol/conversationView.ts';
import { ChangeBar, Fold } from './fold.tsx';
import { numbers } from './text.ts';
import { visibleText } from './visibleText.ts';
import { post } from './vsCode.ts';

interface BreakdownProperties {
	/** Undefined: it was not asked for yet, or is still being worked out. */
	readonly breakdown: BreakdownView | undefined;
	readonly conversation: ConversationView;
}

/** Where the tokens went: by kind, by message, by file. Worked out only while it is open. */
export function Breakdown({ breakdown, conversation }: BreakdownProperties) {
	return (
		<Fold
			what="breakdown"
			class="breakdown"
			summary={
				<>
					<h2>{l10n.t('Where did the tokens go?')}</h2>
					<Tokens tokens={conversation.logTokens + (conversation.meter.overhead ?? 0)} />
				</>
			}
		>
			{() => <Contents breakdown={breakdown} conversation={conversation} />}
		</Fold>
	);
}

function Contents({ breakdown, conversation }: BreakdownProperties) {
	const { id, messages, meter, standing } = conversation;
	// Whatever changes the context, or what pruning would do with it.
	useEffect(
		() => post({ type: 'showBreakdown' }),
		[id, messages, standing.active, meter.window, meter.hardThreshold, meter.overhead],
	);
	if (breakdown === undefined) {
		return <p class="breakdown-note quiet">{l10n.t('Counting…')}</p>;
	}
	const { tokens, overhead, saving, groups, largest, repeatedReads } = breakdown;
	const most = Math.max(
		1,
		overhead?.tools ?? 0,
		overhead?.instructions ?? 0,
		...groups.map((group) => group.tokens),
	);
	return (
		<div class="breakdown-parts">
			<p class="breakdown-note quiet">
				{saving === 0
					? l10n.t('Pruning alone would save nothing.')
					: l10n.t(
							'Pruning alone would save {0} of {1} tokens: it replaces long tool results with one line and repeated ones with a reference, and cuts long arguments. The latest messages stay.',
							numbers.whole(saving),
							numbers.whole(tokens),
						)}
				{standing.active !== undefined &&
					` ${l10n.t('This shows the whole conversation. Messages that a summary replaces are no longer sent, so pruning saves nothing more.')}`}
			</p>
			<h3>{l10n.t('By type')}</h3>
			<ul aria-label={l10n.t('By type')}>
				{(['tools', 'instructions'] as const).map((kind) => (
					<OverheadRow
						key={kind}
						name={kindName(kind)}
						tokens={overhead?.[kind] ?? 0}
						most={most}
					/>
				))}
				{groups.map((group) => (
					<GroupRow key={`${group.kind} ${group.tool}`} group={group} most={most} />
				))}
			</ul>
			<h3>{l10n.t('Largest messages')}</h3>
			<MessageRows label={l10n.t('Largest messages')} messages={largest} />
			{repeatedReads.length > 0 && (
				<>
					<h3>{l10n.t('Files read more than once')}</h3>
					<p class="breakdown-note quiet">{l10n.t('Tokens of all reads except the latest.')}</p>
					<ul aria-label={l10n.t('Files read more than once')}>
						{repeatedReads.map((read) => (
							<ReadRow key={read.path} read={read} />
						))}
					</ul>
				</>
			)}
		</div>
	);
}

interface GroupRowProperties {
	readonly group: BreakdownGroup;
	/** Tokens of the largest group, whose bar is as wide as the panel. */
	readonly most: number;
}

/** A kind of messages; opens into the largest of them. */
function GroupRow({ group, most }: GroupRowProperties) {
	const { kind, tool, messages, tokens, saving, largest } = group;
	const name = groupName(group);
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
							{numbers.messages(messages)}
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

interface OverheadRowProperties {
	readonly name: string;
	/** 0: there is no row. */
	readonly tokens: number;
	readonly most: number;
}

/** What every request carries beside the messages: there is nothing to open. */
function OverheadRow({ name, tokens, most }: OverheadRowProperties) {
	return tokens === 0 ? null : (
		<li class="breakdown-overhead">
			<span class="breakdown-name">{name}</span>
			<Tokens tokens={tokens} />
			<ChangeBar before={(tokens / most) * 100} left={1} />
		</li>
	);
}

/** A file that was read again and again; opens into the largest readings. */
function ReadRow({ read }: { readonly read: RepeatedRead }) {
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
							{l10n.t('read {0} times', numbers.whole(times))}
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

interface MessageRowsProperties {
	readonly label: string;
	readonly messages: readonly BreakdownMessage[];
}

/** Messages, each of which opens as it was said. */
function MessageRows({ label, messages }: MessageRowsProperties) {
	return (
		<ul aria-label={label}>
			{messages.map((message) => {
				const { number, tokens, saving, isSummarised } = message;
				return (
					<li key={number}>
						<button
							type="button"
							class="breakdown-message pressable"
							title={l10n.t('Open Original #{0}', number)}
							onClick={() => post({ type: 'openTurn', number })}
						>
							<span class="source">{l10n.t('#{0}', number)}</span>
							<span class="one-line">
								{speakerOf(message)} <span class="quiet">{visibleText(message.text)}</span>
							</span>
							<Tokens tokens={tokens} />
							<Notes>
								{isSummarised === true && l10n.t('summarised')}
								<Saving saving={saving} />
							</Notes>
						</button>
					</li>
				);
			})}
		</ul>
	);
}

function speakerOf({ role, tool }: BreakdownMessage): string {
	if (role !== 'tool') {
		return kindName(role);
	}
	return tool === undefined ? l10n.t('Results without a call') : visibleText(tool);
}

function groupName({ kind, tool }: BreakdownGroup): string {
	if (kind !== 'tool') {
		return kindName(kind);
	}
	return tool === undefined
		? l10n.t('Results without a call')
		: l10n.t('Results of {0}', visibleText(tool));
}

function kindName(
	kind: Exclude<BreakdownGroup['kind'], 'tool'> | 'tools' | 'instructions',
): string {
	const names = {
		tools: l10n.t('Tools'),
		instructions: l10n.t('Instructions'),
		system: l10n.t('System prompt'),
		user: l10n.t('User'),
		assistant: l10n.t('Assistant'),
		image: l10n.t('Images'),
	};
	return names[kind];
}

/** A number of tokens; what it counts is said to those who cannot see where it stands. */
function Tokens({ tokens }: { readonly tokens: number }) {
	return (
		<span class="number">
			<span aria-hidden="true">{numbers.whole(tokens)}</span>
			<span class="visually-hidden">{l10n.t('{0} tokens', numbers.whole(tokens))}</span>
		</span>
	);
}

function Notes({ children }: { readonly children: ComponentChildren }) {
	return <span class="breakdown-notes quiet number">{children}</span>;
}

function Saving({ saving }: { readonly saving: number }) {
	return saving === 0 ? null : <span>{l10n.t('pruning saves {0}', numbers.whole(saving))}</span>;
}
