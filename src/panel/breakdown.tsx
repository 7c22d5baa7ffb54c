import { useEffect } from 'preact/hooks';
import type { Breakdown as BreakdownView } from '../protocol/breakdownView.ts';
import type { ConversationView } from '../protocol/conversationView.ts';
import { GroupRow, MessageRows, OverheadRow, ReadRow, Tokens } from './breakdownRows.tsx';
import { Fold } from './fold.tsx';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';

export interface BreakdownProperties {
	/** Undefined: it was not asked for yet, or is still being worked out. */
	readonly breakdown: BreakdownView | undefined;
	readonly conversation: ConversationView;
}

/** Where the tokens went: by kind, by message, by file. Worked out only while it is open. */
export function Breakdown({ breakdown, conversation }: BreakdownProperties) {
	const { strings } = usePanel();
	return (
		<Fold
			what="breakdown"
			class="breakdown"
			summary={
				<>
					<h2>{strings.breakdown.heading}</h2>
					<Tokens tokens={conversation.logTokens + (conversation.meter.overhead ?? 0)} />
				</>
			}
		>
			{() => <Contents breakdown={breakdown} conversation={conversation} />}
		</Fold>
	);
}

function Contents({ breakdown, conversation }: BreakdownProperties) {
	const { strings, numbers, post } = usePanel();
	const texts = strings.breakdown;
	const { id, messages, meter, standing } = conversation;
	// Whatever changes the context, or what pruning would do with it.
	useEffect(
		() => post({ type: 'showBreakdown' }),
		[id, messages, standing.active, meter.window, meter.hardThreshold, meter.overhead],
	);
	if (breakdown === undefined) {
		return <p class="breakdown-note quiet">{texts.working}</p>;
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
					? texts.savesNothing
					: fill(texts.saves, numbers.whole(saving), numbers.whole(tokens))}
				{standing.active !== undefined && ` ${texts.whole}`}
			</p>
			<h3>{texts.kinds}</h3>
			<ul aria-label={texts.kinds}>
				{(['tools', 'instructions'] as const).map((kind) => (
					<OverheadRow
						key={kind}
						name={texts.groups[kind]}
						tokens={overhead?.[kind] ?? 0}
						most={most}
					/>
				))}
				{groups.map((group) => (
					<GroupRow key={`${group.kind} ${group.tool}`} group={group} most={most} />
				))}
			</ul>
			<h3>{texts.largest}</h3>
			<MessageRows label={texts.largest} messages={largest} />
			{repeatedReads.length > 0 && (
				<>
					<h3>{texts.repeated}</h3>
					<p class="breakdown-note quiet">{texts.repeatedWhat}</p>
					<ul aria-label={texts.repeated}>
						{repeatedReads.map((read) => (
							<ReadRow key={read.path} read={read} />
						))}
					</ul>
				</>
			)}
		</div>
	);
}
