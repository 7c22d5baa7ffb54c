import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConversationView } from '../protocol/conversationView.ts';
import type { RunningView } from '../protocol/toPanel.ts';
import { usePanel } from './panelContext.ts';
import { phaseText } from './progressRow.tsx';
import { fill } from './text.ts';

export interface AnnouncerProperties {
	readonly running: RunningView | undefined;
	readonly conversation: ConversationView;
}

/** Tells screen readers when a compaction reaches a phase and how it ended; never the seconds. */
export function Announcer({ running, conversation }: AnnouncerProperties) {
	const { strings, numbers } = usePanel();
	const { id, compactions, receipt } = conversation;
	const [text, setText] = useState('');
	// Which conversation had how many compactions when the run began; undefined while none runs.
	const start = useRef<{ readonly id: string; readonly compactions: number } | undefined>(
		undefined,
	);
	const phase = running === undefined ? undefined : phaseText(running, strings);
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
	return (
		<div class="visually-hidden" role="status">
			{text}
		</div>
	);
}
