import type { ReceiptView } from '../protocol/conversationView.ts';
import { ModelFailed } from './modelFailed.tsx';
import { Icon } from './icon.tsx';
import { usePanel } from './panelContext.ts';
import { cause, fill } from './text.ts';

export interface ReceiptProperties {
	readonly receipt: ReceiptView;
	/** Whether a compaction is under way. */
	readonly isRunning: boolean;
}

/** The account of the newest compaction: one line that opens into its details. */
export function Receipt({ receipt, isRunning }: ReceiptProperties) {
	const { strings, numbers } = usePanel();
	const texts = strings.receipt;
	const { labels } = texts;
	const whole = (value: number): string => numbers.whole(value);
	const trigger = texts[receipt.trigger];
	const tokens = fill(texts.tokens, whole(receipt.tokensBefore), whole(receipt.tokensAfter));
	const messages = fill(
		texts.messages,
		whole(receipt.messagesBefore),
		whole(receipt.messagesAfter),
	);
	const summariser =
		receipt.summariser.kind === 'built-in'
			? texts.builtIn
			: (receipt.summariser.model ?? receipt.summariser.kind);
	const usageText = ({
		inputTokens,
		outputTokens,
		cost,
	}: NonNullable<ReceiptView['usage']>): string =>
		[
			fill(texts.usage, whole(inputTokens), whole(outputTokens)),
			...(cost === undefined ? [] : [fill(texts.cost, numbers.cost(cost))]),
		].join(' · ');
	const time = numbers.duration(receipt.durationMs, strings.durations);
	const [first, last] = receipt.range;
	const rows: readonly (readonly [label: string, value: string])[] = [
		[labels.trigger, trigger],
		...(receipt.focus === undefined ? [] : [[labels.focus, receipt.focus] as const]),
		[labels.tokens, tokens],
		[labels.messages, messages],
		[labels.range, fill(texts.range, whole(first), whole(last))],
		[labels.kept, fill(texts.kept, whole(receipt.kept))],
		[labels.summarised, fill(texts.summarised, whole(receipt.summarised))],
		[labels.digested, fill(texts.digested, whole(receipt.digested))],
		[labels.summariser, summariser],
		...receipt.attempts
			.filter(({ outcome }) => outcome !== 'ok')
			.map(
				({ model, error }) =>
					[labels.attempt, fill(texts.attempt, model ?? texts.builtIn, cause(error))] as const,
			),
		...(receipt.usage === undefined ? [] : [[labels.usage, usageText(receipt.usage)] as const]),
		[labels.time, time],
	];
	return (
		<>
			<details class="receipt">
				<summary>
					<Icon name="chevron" />
					<span class="receipt-line">
						{[trigger, tokens, messages, summariser, time].map((fact) => (
							<span key={fact}>{fact}</span>
						))}
						{receipt.focus !== undefined && (
							<span class="receipt-focus">{fill(strings.running.focus, receipt.focus)}</span>
						)}
					</span>
				</summary>
				<dl>
					{rows.map(([label, value], row) => (
						<div key={row}>
							<dt>{label}</dt>
							<dd>{value}</dd>
						</div>
					))}
				</dl>
			</details>
			<ModelFailed receipt={receipt} isRunning={isRunning} />
		</>
	);
}
