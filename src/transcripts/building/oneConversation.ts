import { withoutMessages } from '../failures.ts';
import type { ProblemList } from '../problems.ts';
import type {
	EarlierCompaction,
	Messages,
	Transcript,
	TranscriptFormat,
	TranscriptSource,
} from '../reader.ts';
import { firstWords } from './titles.ts';

/** What a file with one conversation came to. */
export interface FoundConversation {
	readonly format: TranscriptFormat;
	/** As in `a Codex session`, for the error when there is no message. */
	readonly label: string;
	readonly version?: string | undefined;
	/** The session's own title; its first words stand in for one. */
	readonly title?: string | undefined;
	readonly messages: Messages;
	readonly earlier?: readonly EarlierCompaction[];
}

/**
 * The transcript of a file that holds one conversation.
 * @throws {TranscriptError} when there is no message in it.
 */
export function oneConversation(
	source: TranscriptSource,
	{ format, label, version, title = '', messages, earlier = [] }: FoundConversation,
	problems: ProblemList,
): Transcript {
	if (messages.length === 0) {
		throw withoutMessages(source, label, problems.toArray());
	}
	const conversation = { title: title || firstWords(messages), messages };
	return {
		format,
		...(version === undefined ? {} : { version }),
		conversations: [earlier.length === 0 ? conversation : { ...conversation, earlier }],
		problems: problems.toArray(),
	};
}
