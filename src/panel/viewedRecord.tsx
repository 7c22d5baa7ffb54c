import type { RecordView } from '../protocol/conversationView.ts';
import { Icon } from './icon.tsx';
import { usePanel } from './panelContext.ts';
import { Receipt } from './receipt.tsx';
import { fill } from './text.ts';
import { PostButton } from './textButton.tsx';

export interface ViewedRecordProperties {
	readonly record: RecordView;
	/** How many messages the log has. */
	readonly messages: number;
	readonly isRunning: boolean;
}

/** Says that a record is only looked at, what it is, and what can be done with it. */
export function ViewedRecord({ record, messages, isRunning }: ViewedRecordProperties) {
	const { strings, numbers } = usePanel();
	const texts = strings.history;
	const { receipt } = record;
	const { id, number, pruned, tokensBefore, tokensAfter } = record.entry;
	return (
		<section class="viewed" aria-label={texts.heading}>
			<p>
				<Icon name="info" />
				<span>{fill(texts.viewing, `${number}`)}</span>
			</p>
			<div class="actions">
				<PostButton
					kind="small"
					text={texts.restore}
					disabledReason={isRunning ? strings.disabled.running : undefined}
					message={{ type: 'restore', record: id }}
				/>
				{receipt !== undefined && (
					<PostButton
						kind="smallSecondary"
						text={texts.compare}
						message={{ type: 'compare', record: id }}
					/>
				)}
				<PostButton kind="smallSecondary" text={texts.back} message={{ type: 'viewActive' }} />
			</div>
			{receipt !== undefined && (
				<Receipt receipt={receipt} what="viewedReceipt" messages={messages} />
			)}
			{pruned !== undefined && (
				<p class="quiet">
					{fill(
						strings.standing.pruned,
						numbers.whole(pruned),
						numbers.whole(tokensBefore),
						numbers.whole(tokensAfter),
					)}
				</p>
			)}
		</section>
	);
}
