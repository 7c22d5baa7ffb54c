import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConversationView } from '../protocol/conversationView.ts';
import type { PanelState } from '../protocol/toPanel.ts';
import { usePanel } from './panelContext.ts';
import { sizesOf } from './preview.tsx';
import { phaseText } from './progressRow.tsx';
import { fill } from './text.ts';

export interface AnnouncerProperties {
	readonly state: PanelState;
	readonly conversation: ConversationView;
}

/**
 * Tells screen readers when a compaction reaches a phase and how it ended, never the seconds; and
 * what appeared because of something the person did.
 */
export function Announcer({ state, conversation }: AnnouncerProperties) {
	const services = usePanel();
	const { strings, numbers } = services;
	const { running, notice, changeNotice, preview, viewed } = state;
	const { id, compactions, receipt, standing } = conversation;
	const [text, setText] = useState('');
	// Which conversation had how many compactions when the run began; undefined while none runs.
	const start = useRef<{ readonly id: string; readonly compactions: number } | undefined>(
		undefined,
	);
	const phase = running === undefined ? undefined : phaseText(running, strings, standing.answering);
	useEffect(() => {
		if (phase !== undefined) {
			start.current ??= { id, compactions };
			setText(phase);
			return;
		}
		if (start.current?.id === id) {
			setText(
				receipt !== undefined && compactions > start.current.compactions
					? fill(
							strings.running.compacted,
							numbers.whole(receipt.tokensBefore),
							numbers.whole(receipt.tokensAfter),
						)
					: strings.running.ended,
			);
		}
		start.current = undefined;
	}, [phase, id, compactions]);

	const news = [
		notice === undefined ? undefined : `${strings.noticeHeading}. ${notice}`,
		changeNotice?.text,
		preview === undefined ? undefined : `${strings.preview.heading}: ${sizesOf(preview, services)}`,
		viewed === undefined ? undefined : fill(strings.history.viewing, `${viewed.entry.number}`),
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
