import type { ConversationView, LookUpView } from '../protocol/conversationView.ts';
import type { PanelStrings } from '../protocol/panelStrings.ts';
import { Fold } from './fold.tsx';
import { usePanel } from './panelContext.ts';
import { SourceChips } from './sourceChips.tsx';
import { fill } from './text.ts';
import { visibleText } from './visibleText.ts';

/** What the model looked up within its replies, and how much came back. */
export function LookUps({ conversation }: { readonly conversation: ConversationView }) {
	const { strings, numbers } = usePanel();
	const { lookUps, lookedUp: rows = [] } = conversation;
	if (lookUps === undefined) {
		return null;
	}
	const texts = strings.lookUps;
	const more = lookUps - rows.length;
	return (
		<Fold
			what="lookUps"
			class="look-ups"
			summary={
				<>
					<h2>{texts.heading}</h2>
					<span class="number">{numbers.whole(lookUps)}</span>
				</>
			}
		>
			{() => (
				<>
					<p class="quiet">{texts.what}</p>
					<ul aria-label={texts.heading}>
						{rows.map((row, index) => (
							<li key={index}>
								<span class="look-up-wanted">
									{wantedText(row, texts)}
									{row.wanted.kind === 'messages' && row.failed !== true && (
										<SourceChips sources={[row.wanted.first]} tabIndex={0} />
									)}
								</span>
								<span class="number quiet">
									{row.failed === true
										? texts.failed
										: fill(texts.characters, numbers.whole(row.characters))}
								</span>
							</li>
						))}
					</ul>
					{more > 0 && <p class="quiet">{fill(texts.more, numbers.whole(more))}</p>}
				</>
			)}
		</Fold>
	);
}

function wantedText({ wanted }: LookUpView, texts: PanelStrings['lookUps']): string {
	switch (wanted.kind) {
		case 'search':
			return fill(texts.search, visibleText(wanted.words));
		case 'messages': {
			const { first, last, words } = wanted;
			const found = words === undefined ? [] : [visibleText(words)];
			const isFound = words !== undefined;
			return first === last
				? fill(isFound ? texts.within : texts.onwards, `${first}`, ...found)
				: fill(isFound ? texts.withinRange : texts.range, `${first}`, `${last}`, ...found);
		}
		case 'outline':
			return texts.outline;
		case 'unclear':
			return texts.unclear;
	}
}
