import type { AuditCounts, ReceiptView } from '../protocol/conversationView.ts';
import { Fold } from './fold.tsx';
import { usePanel, type PanelServices } from './panelContext.ts';
import { attemptText, cause, fill } from './text.ts';
import { visibleText } from './visibleText.ts';
import { PostButton } from './textButton.tsx';
import { Icon } from './icon.tsx';

export interface ReceiptProperties {
	readonly receipt: ReceiptView;
	/** Whether it is the active record's, or that of another one that is looked at. */
	readonly what: 'receipt' | 'viewedReceipt';
	/** How many messages the log has. */
	readonly messages: number;
}

/** The account of a compaction: one line that opens into its details. */
export function Receipt({ receipt, what, messages: inLog }: ReceiptProperties) {
	const services = usePanel();
	const { strings } = services;
	const facts = factsOf(receipt, services);
	const { trigger, tokens, messages, summariser, audit, time } = facts;
	return (
		<Fold
			what={what}
			class="receipt"
			summary={
				<span class="receipt-line one-line">
					{[tokens, trigger, summariser, ...audit, messages, ...time].map((fact) => (
						<span key={fact}>{fact}</span>
					))}
					{receipt.focus !== undefined && (
						<span class="receipt-focus">
							{fill(
								receipt.focusIsIdle === true ? strings.receipt.idleFocus : strings.running.focus,
								visibleText(receipt.focus),
							)}
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
	const services = usePanel();
	const { strings, numbers } = services;
	const { labels, ...texts } = strings.receipt;
	const { trigger, tokens, messages, summariser, time } = factsOf(receipt, services);
	const [first, last] = receipt.range;
	const attempts = receipt.attempts.filter(({ outcome }) => outcome !== 'ok');
	const kept = fill(texts.kept, numbers.messages(receipt.kept, strings));
	const rows: readonly FactRow[] = [
		[labels.trigger, trigger],
		...(receipt.focus === undefined ? [] : [[labels.focus, visibleText(receipt.focus)] as const]),
		[labels.tokens, tokens],
		...(receipt.reportedTokens === undefined
			? []
			: [
					[
						labels.reported,
						fill(texts.reported, numbers.whole(receipt.reportedTokens), summariser),
					] as const,
				]),
		[labels.messages, messages],
		// What is kept goes on behind what the summary stands for, where anything does.
		last < inLog ? [labels.kept, kept, last + 1] : [labels.kept, kept],
		[labels.summarised, numbers.messages(receipt.summarised, strings)],
		[labels.digested, fill(texts.digested, numbers.messages(receipt.digested, strings))],
		...(receipt.leftOut === undefined
			? []
			: [[labels.leftOut, fill(texts.noRoom, numbers.whole(receipt.leftOut))] as const]),
		[labels.summariser, summariser],
		...attempts.map(
			({ model = texts.builtIn, error }) =>
				[labels.attempt, attemptText(model, error, texts.attempt)] as const,
		),
		...(receipt.audit === undefined
			? []
			: auditTexts(receipt.audit, services).map((text) => [labels.audit, text] as const)),
		...(receipt.usage === undefined
			? []
			: [[labels.usage, usageText(receipt.usage, services)] as const]),
		...time.map((duration) => [labels.time, duration] as const),
		[labels.range, fill(texts.range, numbers.whole(first), numbers.whole(last)), first],
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
	const { strings } = usePanel();
	return (
		<PostButton
			kind="link"
			text={text}
			title={fill(strings.items.openSource, `${message}`)}
			message={{ type: 'openTurn', number: message }}
		/>
	);
}

function factsOf(receipt: ReceiptView, { strings, numbers }: PanelServices) {
	const texts = strings.receipt;
	const whole = (value: number): string => numbers.whole(value);
	const { kind, model, assistant } = receipt.summariser;
	const isImported = kind === 'assistant';
	return {
		trigger: texts[isImported ? 'imported' : receipt.trigger],
		tokens: fill(texts.tokens, whole(receipt.tokensBefore), whole(receipt.tokensAfter)),
		messages: fill(texts.messages, whole(receipt.messagesBefore), whole(receipt.messagesAfter)),
		summariser: kind === 'built-in' ? texts.builtIn : visibleText(model ?? assistant ?? kind),
		audit: receipt.audit === undefined ? [] : auditLine(receipt.audit, texts, whole),
		// Nobody measured how long another assistant took.
		time: isImported ? [] : [numbers.duration(receipt.durationMs, strings.durations)],
	};
}

function auditLine(
	{ facts, kept, appended }: AuditCounts,
	texts: PanelServices['strings']['receipt'],
	whole: (value: number) => string,
): string[] {
	const told = kept + appended;
	return facts === 0
		? []
		: [
				fill(texts.auditShort, whole(told), whole(facts)),
				...(told < facts ? [fill(texts.noRoom, whole(facts - told))] : []),
			];
}

/** Nothing where there was nothing to look for and nothing to mark. */
function auditTexts(
	{ facts, kept, appended, corrected }: AuditCounts,
	{ strings, numbers }: PanelServices,
): string[] {
	const texts = strings.receipt;
	const whole = (count: number): string => numbers.whole(count);
	const parts = [
		...(facts === 0 ? [] : [fill(texts.audit, whole(kept), whole(facts), whole(appended))]),
		...(kept + appended < facts ? [fill(texts.noRoom, whole(facts - kept - appended))] : []),
		...(corrected === 0 ? [] : [fill(texts.corrected, whole(corrected))]),
	];
	return parts.length === 0 ? [] : [parts.join(' · ')];
}

function usageText(
	{ inputTokens, outputTokens, cost }: NonNullable<ReceiptView['usage']>,
	{ strings, numbers }: PanelServices,
): string {
	const texts = strings.receipt;
	return [
		fill(texts.usage, numbers.whole(inputTokens), numbers.whole(outputTokens)),
		...(cost === undefined ? [] : [fill(texts.cost, numbers.cost(cost))]),
	].join(' · ');
}

interface ModelFailedProperties {
	readonly receipt: ReceiptView;
	readonly isRunning: boolean;
}

/** Says that the built-in summariser wrote what a model could have, why, and how to ask the model. */
export function ModelFailed({ receipt, isRunning }: ModelFailedProperties) {
	const { strings } = usePanel();
	const missed = receipt.attempts.filter(({ outcome }) => outcome !== 'ok');
	const asked = missed.findLast(({ outcome }) => outcome !== 'skipped');
	const shown = asked ?? missed[0];
	if (receipt.summariser.kind !== 'built-in' || shown === undefined) {
		return null;
	}
	const { modelFailed, notAsked } = strings.receipt;
	return (
		<section class="notice">
			<Icon name={asked === undefined ? 'info' : 'warning'} />
			<div>
				<p>{fill(asked === undefined ? notAsked : modelFailed, cause(shown.error))}</p>
				<PostButton
					kind="link"
					text={strings.receipt.retryWithModel}
					disabledReason={isRunning ? strings.disabled.running : undefined}
					message={{ type: 'retryWithModel' }}
				/>
			</div>
		</section>
	);
}
