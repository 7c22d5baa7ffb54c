import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConversationView } from '../protocol/conversationView.ts';
import type { PanelState } from '../protocol/toPanel.ts';
import { phaseText } from './compactBar.tsx';
import { sizesOf } from './preview.tsx';
import { numbers } from './text.ts';

export interface AnnouncerProperties {
	readonly state: PanelState;
	readonly conversation: ConversationView;
}

/**
 * Tells screen readers when a compaction reaches a phase and how it ended, never the seconds; and
 * what appeared because of something the person did.
 */
export function Announcer({ state, conversation }: AnnouncerProperties) {
	const { running, notice, changeNotice, preview, viewed } = state;
	const { id, compactions, receipt, standing } = conversation;
	const [text, setText] = useState('');
	// Which conversation had how many compactions when the run began; undefined while none runs.
	const start = useRef<{ readonly id: string; readonly compactions: number } | undefined>(
		undefined,
	);
	const phase = running === undefined ? undefined : phaseText(running, standing.answering);
	useEffect(() => {
		if (phase !== undefined) {
			start.current ??= { id, compactions };
			setText(phase);
			return;
		}
		if (start.current?.id === id) {
			setText(
				receipt !== undefined && compactions > start.current.compactions
					? l10n.t(
							'Compacted: {0} tokens before, {1} after.',
							numbers.whole(receipt.tokensBefore),
							numbers.whole(receipt.tokensAfter),
						)
					: l10n.t('The compaction finished without changes.'),
			);
		}
		start.current = undefined;
	}, [phase, id, compactions]);

	const news = [
		notice === undefined ? undefined : `${l10n.t('Not compacted')}. ${notice}`,
		changeNotice?.text,
		preview === undefined ? undefined : `${l10n.t('Preview')}: ${sizesOf(preview)}`,
		viewed === undefined
			? undefined
			: l10n.t(
					'You are viewing version {0}, which is not the active summary.',
					`${viewed.entry.number}`,
				),
	];
	const told = useRef(news);
	useEffect(() => {
		const fresh = news.filter((one, index) => one !== undefined && one !== told.current[index]);
		told.current = news;
		if (fresh.length > 0) {
			setText(fresh.join(' '));
		}
	}, news);
	return (
		<div class="visually-hidden" role="status">
			{text}
		</div>
	);
}
