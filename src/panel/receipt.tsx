import * as l10n from '@vscode/l10n';
import type { AuditCounts, ReceiptView } from '../protocol/conversationView.ts';
import { PostButton } from './buttons.tsx';
import { Fold } from './fold.tsx';
import { attemptText, modelName, numbers } from './text.ts';
import { visibleText } from './visibleText.ts';

interface ReceiptProperties {
	readonly receipt: ReceiptView;
	/** Receipt of the active record or of a viewed one. */
	readonly what: 'receipt' | 'viewedReceipt';
	/** Number of messages in the log. */
	readonly messages: number;
}

/** Receipt of a compaction: one line that opens into details. */
export function Receipt({ receipt, what, messages }: ReceiptProperties) {
	const { focus } = receipt;
	return (
		<Fold
			what={what}
			class="receipt"
			summary={
				<FactLine
					facts={[
						sizes(receipt),
						triggerName(receipt),
						messagesOf(receipt),
						...(focus === undefined ? [] : [l10n.t('Focus: {0}', visibleText(focus))]),
					]}
				/>
			}
		>
			{() => <Facts rows={detailsOf(receipt, messages)} />}
		</Fold>
	);
}

/** As many whole facts as fit on a line. */
function FactLine({ facts }: { readonly facts: readonly string[] }) {
	return (
		<span class="receipt-line" title={facts.join(' · ')}>
			{facts.map((fact, at) => (
				<span key={at}>{at === 0 ? fact : `\u00a0· ${fact}`}</span>
			))}
		</span>
	);
}

/** A row of details, with a message to open. */
export type FactRow = readonly [label: string, value: string, message?: number];

/** A list of details. */
export function Facts({ rows }: { readonly rows: readonly FactRow[] }) {
	return (
		<dl class="facts">
			{rows.map(([label, value, number], row) => (
				<div key={row}>
					<dt>{label}</dt>
					<dd>
						{number === undefined ? (
							value
						) : (
							<PostButton
								kind="link"
								text={value}
								title={l10n.t('Open Original #{0}', number)}
								message={{ type: 'openTurn', number }}
							/>
						)}
					</dd>
				</div>
			))}
		</dl>
	);
}

/** @param inLog Number of messages in the log. */
function detailsOf(receipt: ReceiptView, inLog: number): readonly FactRow[] {
	const { focus, leftOut, audit, usage, range } = receipt;
	const writer = writerName(receipt.summariser);
	const [first, last] = range;
	const kept = l10n.t('{0} word for word', numbers.messages(receipt.kept));
	const rows: readonly (FactRow | false)[] = [
		[l10n.t('Trigger'), triggerName(receipt)],
		focus !== undefined && [l10n.t('Focus'), visibleText(focus)],
		[l10n.t('Tokens'), sizes(receipt)],
		[l10n.t('Messages'), messagesOf(receipt)],
		// Links to the first kept message after the summarised ones, if there is one.
		last < inLog ? [l10n.t('Kept'), kept, last + 1] : [l10n.t('Kept'), kept],
		[
			l10n.t('Summarised'),
			l10n.t(
				'{0}: #{1}–{2}',
				numbers.messages(receipt.summarised),
				numbers.whole(first),
				numbers.whole(last),
			),
			first,
		],
		receipt.digested > 0 && [
			l10n.t('Digested'),
			l10n.t('{0} with a one-line digest', numbers.messages(receipt.digested)),
		],
		leftOut !== undefined && [
			l10n.t('Left out'),
			l10n.t('{0} did not fit', numbers.whole(leftOut)),
		],
		[l10n.t('Summariser'), writer],
		...receipt.attempts
			.filter(({ outcome }) => outcome !== 'ok')
			.map(
				({ model = l10n.t('built in'), error }): FactRow => [
					l10n.t('Attempts'),
					attemptText(model, error),
				],
			),
		...(audit === undefined ? [] : auditRows(audit)),
		usage !== undefined && [
			l10n.t('Usage'),
			[
				l10n.t(
					'{0} tokens read, {1} written',
					numbers.whole(usage.inputTokens),
					numbers.whole(usage.outputTokens),
				),
				...(usage.cachedTokens === undefined
					? []
					: [l10n.t('{0} of them read from the cache', numbers.whole(usage.cachedTokens))]),
				...(usage.cost === undefined ? [] : [l10n.t('about {0} US$', numbers.cost(usage.cost))]),
			].join(' · '),
		],
		// The duration of another assistant's compaction is unknown.
		!isImported(receipt) && [l10n.t('Time'), numbers.duration(receipt.durationMs)],
	];
	return rows.filter((row) => row !== false);
}

function isImported({ summariser }: ReceiptView): boolean {
	return summariser.kind === 'assistant';
}

/** Marks sizes that no provider has reported as estimates, as in the meter. */
function sizes({ tokensBefore, tokensAfter, isReported, isAfterReported }: ReceiptView): string {
	return l10n.t(
		'{0} → {1} tokens',
		numbers.tokens(tokensBefore, isReported),
		numbers.tokens(tokensAfter, isAfterReported),
	);
}

function messagesOf({ messagesBefore, messagesAfter }: ReceiptView): string {
	return l10n.t('{0} → {1} messages', numbers.whole(messagesBefore), numbers.whole(messagesAfter));
}

/** Display name of a summary's writer. */
export function writerName({ kind, model, assistant }: ReceiptView['summariser']): string {
	return model !== undefined && kind === 'model'
		? modelName(model)
		: kind === 'built-in'
			? l10n.t('built in')
			: visibleText(assistant ?? model ?? kind);
}

function triggerName(receipt: ReceiptView): string {
	if (isImported(receipt)) {
		return l10n.t('Imported');
	}
	// Only a model names a focus for an automatic compaction.
	if (receipt.trigger === 'automatic' && receipt.focus !== undefined) {
		return l10n.t('Requested by the model');
	}
	return {
		manual: l10n.t('Manual'),
		automatic: l10n.t('Automatic'),
		overflow: l10n.t('Window overflow'),
	}[receipt.trigger];
}

/** The facts that Precis looks for in a model's summary, and what it did about those that it did not find. */
function auditRows({ facts, kept, appended, corrected }: AuditCounts): readonly FactRow[] {
	const leftOut = facts - kept - appended;
	const rows: readonly (FactRow | false)[] = [
		facts > 0 && [
			l10n.t('Checked'),
			[
				l10n.t(
					'{0} facts that the tool calls show (files, checks, commits, open work): {1} in the model’s text, {2} added by Precis',
					...[facts, kept, appended].map((count) => numbers.whole(count)),
				),
				...(leftOut > 0 ? [l10n.t('{0} did not fit', numbers.whole(leftOut))] : []),
			].join(' · '),
		],
		corrected > 0 && [
			l10n.t('Marked'),
			l10n.t(
				'Statements that the conversation contradicts or lacks: {0}',
				numbers.whole(corrected),
			),
		],
	];
	return rows.filter((row) => row !== false);
}
