import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConversationView } from '../protocol/conversationView.ts';
import type { PanelState } from '../protocol/toPanel.ts';
import { phaseText } from './compactBar.tsx';
import { viewingText } from './history.tsx';
import { sizesOf } from './preview.tsx';
import { numbers } from './text.ts';

/** Announces to screen readers the phases and the end of a compaction, and the results of the user's actions. */
export function Announcer({
	state,
	conversation,
}: {
	readonly state: PanelState;
	readonly conversation: ConversationView;
}) {
	const { running, notice, changeNotice, preview, viewed } = state;
	const { compactions, receipt, status } = conversation;
	const [text, setText] = useState('');
	/** Number of compactions when the run began; undefined: none runs. */
	const start = useRef<number>(undefined);
	const phase = running === undefined ? undefined : phaseText(running, status.answering);
	useEffect(() => {
		if (phase !== undefined) {
			start.current ??= compactions;
			setText(phase);
		} else if (start.current !== undefined) {
			setText(
				receipt !== undefined && compactions > start.current
					? l10n.t(
							'Compacted: {0} tokens before, {1} after.',
							numbers.tokens(receipt.tokensBefore, receipt.isReported),
							numbers.tokens(receipt.tokensAfter, receipt.isAfterReported),
						)
					: l10n.t('The compaction finished without changes.'),
			);
			start.current = undefined;
		}
	}, [phase, compactions]);

	const notices = [
		notice === undefined ? undefined : `${l10n.t('Cannot compact now')}. ${notice}`,
		changeNotice?.text,
		preview === undefined ? undefined : `${l10n.t('Preview')}: ${sizesOf(preview)}`,
		viewed === undefined ? undefined : viewingText(viewed.entry),
	];
	const announced = useRef(notices);
	useEffect(() => {
		const fresh = notices.filter(
			(one, index) => one !== undefined && one !== announced.current[index],
		);
		announced.current = notices;
		if (fresh.length > 0) {
			setText(fresh.join(' '));
		}
	}, notices);
	return (
		<div class="visually-hidden" role="status">
			{text}
		</div>
	);
}
