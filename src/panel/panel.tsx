import { useEffect, useState } from 'preact/hooks';
import type { PanelState } from '../protocol/toPanel.ts';
import { Announcer } from './announcer.tsx';
import { CompactBar } from './compactBar.tsx';
import { ConversationHeader } from './conversationHeader.tsx';
import { NothingOpen, NotCompacted } from './emptyStates.tsx';
import { followLinks } from './links.ts';
import { Meter } from './meter.tsx';
import { Notice } from './notice.tsx';
import { PanelServicesProvider, type PanelServices } from './panelContext.ts';
import { Problems } from './problems.tsx';
import { Receipt } from './receipt.tsx';
import type { RememberedState } from './sectionState.ts';
import { Sections } from './sections.tsx';
import { Standing } from './standing.tsx';

export interface PanelProperties {
	readonly services: PanelServices;
	readonly state: PanelState;
	/** When the state arrived, on this page's clock. */
	readonly receivedAt: number;
	/** What was on screen before the page was last hidden. */
	readonly remembered: RememberedState;
	readonly remember: (value: RememberedState) => void;
}

/** The whole Summary view. */
export function Panel({ services, state, receivedAt, remembered, remember }: PanelProperties) {
	const { conversation, running, notice } = state;
	const [kept, setKept] = useState(remembered);
	useEffect(() => remember(kept), [kept]);

	if (conversation === undefined) {
		return (
			<PanelServicesProvider value={services}>
				<NothingOpen />
			</PanelServicesProvider>
		);
	}
	// Another conversation starts with everything as it is at first.
	const toggles = kept.conversation === conversation.id ? kept.toggles : {};
	const sections = running?.draft ?? conversation.sections;
	return (
		<PanelServicesProvider value={services}>
			<main class="panel" onClick={(event) => followLinks(event, services.post)}>
				<ConversationHeader conversation={conversation} isRunning={running !== undefined} />
				<Meter meter={conversation.meter} />
				{conversation.receipt === undefined ? (
					<NotCompacted meter={conversation.meter} model={state.summaryModel} />
				) : (
					<Receipt receipt={conversation.receipt} isRunning={running !== undefined} />
				)}
				<CompactBar
					running={running}
					receivedAt={receivedAt}
					recent={state.recentFocuses}
					focus={kept.focus}
					onFocus={(focus) => setKept((before) => ({ ...before, focus }))}
				/>
				<Standing conversation={conversation} />
				{notice !== undefined && <Notice text={notice} />}
				<Problems problems={conversation.problems} />
				{sections !== undefined && (
					<Sections
						key={conversation.id}
						sections={sections}
						isDraft={running?.draft !== undefined}
						toggles={toggles}
						onToggle={(title, open) =>
							setKept((before) => ({
								...before,
								conversation: conversation.id,
								toggles: {
									...(before.conversation === conversation.id ? before.toggles : {}),
									[title]: open,
								},
							}))
						}
					/>
				)}
				<Announcer running={running} conversation={conversation} />
			</main>
		</PanelServicesProvider>
	);
}
