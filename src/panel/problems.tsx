import type { ConversationView } from '../protocol/conversationView.ts';
import { Fold } from './fold.tsx';
import { Icon } from './icon.tsx';
import { usePanel } from './panelContext.ts';
import { fill } from './text.ts';
import { visibleText } from './visibleText.ts';
import { PostButton } from './textButton.tsx';

/** Problems that are listed; a file can have as many as lines. */
const listed = 200;

/** What in the file could not be read. Each line opens the file there. */
export function Problems({ problems }: { readonly problems: ConversationView['problems'] }) {
	const { strings, numbers } = usePanel();
	if (problems.length === 0) {
		return null;
	}
	const more = problems.length - listed;
	return (
		<Fold
			what="problems"
			class="problems"
			summary={
				<>
					<Icon name="warning" />
					<span>{fill(strings.problems.heading, numbers.whole(problems.length))}</span>
				</>
			}
		>
			{() => (
				<ul>
					{problems.slice(0, listed).map(({ line, message }, index) => (
						<li key={index}>
							<PostButton
								kind="link"
								text={fill(strings.problems.line, numbers.whole(line))}
								message={{ type: 'openProblem', line }}
							/>
							<span>{visibleText(message)}</span>
						</li>
					))}
					{more > 0 && <li class="quiet">{fill(strings.problems.more, numbers.whole(more))}</li>}
				</ul>
			)}
		</Fold>
	);
}
