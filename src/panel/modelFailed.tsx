import type { ReceiptView } from '../protocol/conversationView.ts';
import { Icon } from './icon.tsx';
import { usePanel } from './panelContext.ts';
import { cause, fill } from './text.ts';

export interface ModelFailedProperties {
	readonly receipt: ReceiptView;
	readonly isRunning: boolean;
}

/** Says that the built-in summariser stepped in for a model, why, and how to try the model again. */
export function ModelFailed({ receipt, isRunning }: ModelFailedProperties) {
	const { strings, post } = usePanel();
	const failed = receipt.attempts.findLast(({ outcome }) => outcome !== 'ok');
	if (receipt.summariser.kind !== 'built-in' || failed === undefined) {
		return null;
	}
	return (
		<section class="notice">
			<Icon name="warning" />
			<div>
				<p>{fill(strings.receipt.modelFailed, cause(failed.error))}</p>
				<button
					type="button"
					class="link"
					disabled={isRunning}
					title={isRunning ? strings.disabled.running : undefined}
					onClick={() => post({ type: 'retryWithModel' })}
				>
					{strings.receipt.retryWithModel}
				</button>
			</div>
		</section>
	);
}
