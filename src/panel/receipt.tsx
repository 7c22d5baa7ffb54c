import * as l10n from '@vscode/l10n';
import type { AuditCounts, ReceiptView } from '../protocol/conversationView.ts';
import { PostButton, whileRunning } from './buttons.tsx';
import { Fold } from './fold.tsx';
import { Icon } from './icons.tsx';
import { attemptText, cause, modelName, numbers } from './text.ts';
import { visibleText } from './visibleText.ts';

interface ReceiptProperties {
	readonly receipt: ReceiptView;
	/** Whether it is the active record's, or that of another one that is looked at. */
	readonly what: 'receipt' | 'viewedReceipt';
	/** How many messages the log has. */
	readonly messages: number;
}

/** The account of a compaction: one line that opens into its details. */
export function Receipt({ receipt, what, messages: inLog }: ReceiptProperties) {
	const facts = factsOf(receipt);
	const { trigger, tokens, messages, audit, time } = facts;
	return (
		<Fold
			what={what}
			class="receipt"
			summary={
				<span class="receipt-line one-line">
					{[tokens, trigger, ...audit, messages, ...time].map((fact) => (
						<span key={fact}>{fact}</span>
					))}
					{receipt.focus !== undefined && (
						<span class="receipt-focus">
							{receipt.focusIsIdle === true
								? l10n.t(
										'Focus: {0}. It changed nothing: there was room for everything.',
										visibleText(receipt.focus),
									)
								: l10n.t('Focus: {0}', visibleText(receipt.focus))}
						</span>
					)}
				</span>
			}
		>
			{() => <Details receipt={receipt} inLog={inLog} />}
		</Fold>
	);
}

interface DetailsProperties {
	readonly receipt: ReceiptView;
	readonly inLog: number;
}

/** A row of details, with the message it leads to. */
export type FactRow = readonly [label: string, value: string, message?: number];

function Details({ receipt, inLog }: DetailsProperties) {
	const { trigger, tokens, messages, summariser, time } = factsOf(receipt);
	const [first, last] = receipt.range;
	const attempts = receipt.attempts.filter(({ outcome }) => outcome !== 'ok');
	const kept = l10n.t('{0} word for word', numbers.messages(receipt.kept));
	const rows: readonly FactRow[] = [
		[l10n.t('Trigger'), trigger],
		...(receipt.focus === undefined
			? []
			: [[l10n.t('Focus'), visibleText(receipt.focus)] as const]),
		[l10n.t('Tokens'), tokens],
		...(receipt.reportedTokens === undefined
			? []
			: [
					[
						l10n.t('Reported Size'),
						l10n.t('{0} tokens before, by {1}', numbers.whole(receipt.reportedTokens), summariser),
					] as const,
				]),
		[l10n.t('Messages'), messages],
		// What is kept goes on behind what the summary stands for, where anything does.
		last < inLog ? [l10n.t('Kept'), kept, last + 1] : [l10n.t('Kept'), kept],
		[l10n.t('Summarised'), numbers.messages(receipt.summarised)],
		[l10n.t('Digested'), l10n.t('{0} with a one-line digest', numbers.messages(receipt.digested))],
		...(receipt.leftOut === undefined
			? []
			: [[l10n.t('Left out'), l10n.t('{0} did not fit', numbers.whole(receipt.leftOut))] as const]),
		[l10n.t('Summariser'), summariser],
		...attempts.map(
			({ model = l10n.t('built in'), error }) =>
				[l10n.t('Attempts'), attemptText(model, error)] as const,
		),
		...(receipt.audit === undefined
			? []
			: auditTexts(receipt.audit).map((text) => [l10n.t('Audit'), text] as const)),
		...(receipt.usage === undefined ? [] : [[l10n.t('Usage'), usageText(receipt.usage)] as const]),
		...time.map((duration) => [l10n.t('Time'), duration] as const),
		[l10n.t('Range'), l10n.t('#{0}–{1}', numbers.whole(first), numbers.whole(last)), first],
	];
	return <Facts rows={rows} />;
}

/** Details, one below the other. */
export function Facts({ rows }: { readonly rows: readonly FactRow[] }) {
	return (
		<dl class="facts">
			{rows.map(([label, value, message], row) => (
				<div key={row}>
					<dt>{label}</dt>
					<dd>{message === undefined ? value : <MessageLink text={value} message={message} />}</dd>
				</div>
			))}
		</dl>
	);
}

function MessageLink({ text, message }: { readonly text: string; readonly message: number }) {
	return (
		<PostButton
			kind="link"
			text={text}
			title={l10n.t('Open Original #{0}', message)}
			message={{ type: 'openTurn', number: message }}
		/>
	);
}

function factsOf(receipt: ReceiptView) {
	const whole = (value: number): string => numbers.whole(value);
	const isImported = receipt.summariser.kind === 'assistant';
	return {
		trigger: isImported ? l10n.t('Imported') : triggerName(receipt.trigger),
		tokens: l10n.t('{0} → {1} tokens', whole(receipt.tokensBefore), whole(receipt.tokensAfter)),
		messages: l10n.t(
			'{0} → {1} messages',
			whole(receipt.messagesBefore),
			whole(receipt.messagesAfter),
		),
		summariser: writerName(receipt.summariser),
		audit: receipt.audit === undefined ? [] : auditLine(receipt.audit),
		// Nobody measured how long another assistant took.
		time: isImported ? [] : [numbers.duration(receipt.durationMs)],
	};
}

/** Who wrote a summary. */
export function writerName({ kind, model, assistant }: ReceiptView['summariser']): string {
	return model !== undefined && kind === 'model'
		? modelName(model)
		: kind === 'built-in'
			? l10n.t('built in')
			: visibleText(assistant ?? model ?? kind);
}

function triggerName(trigger: ReceiptView['trigger']): string {
	switch (trigger) {
		case 'manual':
			return l10n.t('Manual');
		case 'automatic':
			return l10n.t('Automatic');
		case 'overflow':
			return l10n.t('Window overflow');
	}
}

function auditLine({ facts, kept, appended }: AuditCounts): string[] {
	const told = kept + appended;
	return facts === 0
		? []
		: [
				l10n.t('{0} of {1} key facts', numbers.whole(told), numbers.whole(facts)),
				...(told < facts ? [l10n.t('{0} did not fit', numbers.whole(facts - told))] : []),
			];
}

/** Nothing where there was nothing to look for and nothing to mark. */
function auditTexts({ facts, kept, appended, corrected }: AuditCounts): string[] {
	const whole = (count: number): string => numbers.whole(count);
	const parts = [
		...(facts === 0
			? []
			: [
					l10n.t(
						'{0} of {1} key facts kept by the model, {2} added from the conversation',
						whole(kept),
						whole(facts),
						whole(appended),
					),
				]),
		...(kept + appended < facts ? [l10n.t('{0} did not fit', whole(facts - kept - appended))] : []),
		...(corrected === 0
			? []
			: [l10n.t('{0} marked because the conversation contradicts them', whole(corrected))]),
	];
	return parts.length === 0 ? [] : [parts.join(' · ')];
}

function usageText({ inputTokens, outputTokens, cost }: NonNullable<ReceiptView['usage']>): string {
	return [
		l10n.t('{0} tokens read, {1} written', numbers.whole(inputTokens), numbers.whole(outputTokens)),
		...(cost === undefined ? [] : [l10n.t('{0} US$', numbers.cost(cost))]),
	].join(' · ');
}

interface ModelFailedProperties {
	readonly receipt: ReceiptView;
	readonly isRunning: boolean;
}

/** Says that the built-in summariser wrote what a model could have, why, and how to ask the model. */
export function ModelFailed({ receipt, isRunning }: ModelFailedProperties) {
	const missed = receipt.attempts.filter(({ outcome }) => outcome !== 'ok');
	const asked = missed.findLast(({ outcome }) => outcome !== 'skipped');
	const shown = asked ?? missed[0];
	if (receipt.summariser.kind !== 'built-in' || shown === undefined) {
		return null;
	}
	return (
		<section class="notice">
			<Icon name={asked === undefined ? 'info' : 'warning'} />
			<div>
				<p>
					{asked === undefined
						? l10n.t('The built-in summariser wrote this summary. {0}', cause(shown.error))
						: l10n.t('No model could write this summary. {0}', cause(shown.error))}
				</p>
				<PostButton
					kind="link"
					text={l10n.t('Retry with Model')}
					disabledReason={whileRunning(isRunning)}
					message={{ type: 'retryWithModel' }}
				/>
			</div>
		</section>
	);
}
