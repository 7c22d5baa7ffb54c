import { defaultSettings, type CompactionSettings } from '../../compaction/budgets.ts';
import { completeCompaction, summaryRequest } from '../../compaction/complete.ts';
import { importCompaction } from '../../compaction/imported.ts';
import { planCompaction, type CompactionPlan } from '../../compaction/plan.ts';
import type { CompactionRecord } from '../../compaction/record.ts';
import { textOf, type Log } from '../../messages/message.ts';
import { personText } from '../../messages/origins.ts';
import { estimatedTokens, logEntry } from '../../messages/tokens.ts';
import { pairTools } from '../../messages/toolPairs.ts';
import { isFromPerson } from '../../messages/userTurns.ts';
import { mark } from '../../messages/marks.ts';
import { redact } from '../../redaction/redact.ts';
import { assembleModelSummary } from '../../summary/assembly.ts';
import { builtIn, summariseBuiltIn } from '../../summary/builtIn.ts';
import { essentialsOf, focusOn, reminder, type Essentials } from '../../summary/essentials.ts';
import { summariesIn } from '../../summary/foreignSummary.ts';
import { isOwnHandoff } from '../../summary/handoff.ts';
import { fitWords, personMessages } from '../../summary/personWords.ts';
import { planPieces } from '../../summary/pieces.ts';
import type { Prompt } from '../../summary/prompt.ts';
import { checkReply } from '../../summary/replyCheck.ts';
import type { SummaryRequest } from '../../summary/summariser.ts';
import type { WrittenSummary } from '../../summary/writtenSummary.ts';
import type { EarlierCompaction, TranscriptConversation } from '../../transcripts/reader.ts';

/**
 * The compaction of a session inside the assistant that runs it. It is made from the assistant's own
 * append-only file, so that it is as good as the first one every time, and its numbers can be recalled.
 */

/** What is compacted, and how. */
export interface CompactionInput {
	readonly session: Pick<TranscriptConversation, 'messages' | 'earlier'>;
	/** Who compacts by itself, for the summaries of its own. */
	readonly assistant: string;
	readonly trigger: 'manual' | 'automatic';
	/** What the person asked to preserve. */
	readonly focus?: string;
	/** Tokens of the model's window, where the assistant tells. */
	readonly window?: number;
	/** Handle for recall; absent where the assistant has no tool for it. */
	readonly recallHandle?: string;
	/** Asks the assistant's own model; absent: the built-in writer. */
	readonly ask?: (prompt: Prompt) => Promise<string>;
}

/** What takes the place of the session's context. */
export interface CompactedSession {
	readonly handoff: string;
	/** The person's latest request, where it is not among the messages that stay. */
	readonly request?: string;
	/** Index of the first message that stays. */
	readonly tail: number;
	readonly log: Log;
	/** What stands for a tool result among the messages that stay, by the id of its call. */
	readonly results: ReadonlyMap<string, string>;
	/** As Precis counts them: without the assistant's prompt and tools. */
	readonly tokens: CompactionRecord['tokens'];
}

/** Share of the window that the person's words may take on top of a handoff's usual size. */
const wordsShare = 0.1;

/** Compacts a session. @returns Undefined: it is too short. @throws What `ask` throws, or that its reply does not do. */
export async function compactSession(
	compaction: CompactionInput,
): Promise<CompactedSession | undefined> {
	const { session, trigger, focus, recallHandle, window, ask } = compaction;
	const log = [...session.messages].map((message) => logEntry(message, estimatedTokens));
	const settings: CompactionSettings = {
		...defaultSettings,
		...(window === undefined ? {} : { window }),
		// All that is in front of the end that stays is in the handoff.
		protectFirst: 0,
	};
	const previous = previousOf(log, settings, compaction);
	const outcome = planCompaction({
		log,
		trigger,
		settings,
		counter: estimatedTokens,
		...(previous === undefined ? {} : { previous }),
		...(focus === undefined ? {} : { focus: redact(focus) }),
		...(recallHandle === undefined ? {} : { recallHandle }),
	});
	if (outcome.kind !== 'plan') {
		return undefined;
	}
	const plan = withRoomForWords(outcome.plan);
	const completed = completeCompaction(plan, await writtenBy(ask, plan), 0);
	if (completed.kind !== 'compacted') {
		return undefined;
	}
	const { handoff, layout, tokens } = completed.record;
	const request = layout.latestUser === undefined ? undefined : log[layout.latestUser];
	// Some models count their calls anew in every reply: of results under one id none has a stand-in.
	const answered = Map.groupBy(log, ({ message }) =>
		message.role === 'tool' ? message.toolCallId : undefined,
	);
	return {
		handoff,
		...(request === undefined ? {} : { request: textOf(request.message.content) }),
		tail: layout.range.end,
		log,
		results: new Map(
			layout.edits.flatMap(({ message, content }) => {
				const edited = log[message]?.message;
				return edited?.role === 'tool' &&
					content !== undefined &&
					answered.get(edited.toolCallId)?.length === 1
					? [[edited.toolCallId, content] as const]
					: [];
			}),
		),
		tokens,
	};
}

/**
 * The compaction before, which a model updates. What the built-in writer wrote is written again from the
 * originals: they are all in the file.
 */
function previousOf(
	log: Log,
	settings: CompactionSettings,
	{ session: { earlier = [] }, assistant, ask }: CompactionInput,
): CompactionRecord | undefined {
	const latest: EarlierCompaction | undefined = earlier.at(-1);
	if (latest === undefined || (ask === undefined && isOwnHandoff(latest.summary))) {
		return undefined;
	}
	const { range, at, summary } = latest;
	const imported = importCompaction(
		{ log: log.slice(0, at), trigger: 'automatic', settings, counter: estimatedTokens },
		{ range, summary, assistant, reported: {} },
	);
	return imported.kind === 'compacted' ? imported.record : undefined;
}

/** The plan with a handoff that has the person's words whole, up to a share of the window. */
function withRoomForWords(plan: CompactionPlan): CompactionPlan {
	const { log, settings, counter } = plan.input;
	const words = fitWords(
		personMessages(log, plan.layout.range),
		settings.window * wordsShare,
		counter,
		true,
	).reduce((sum, { text }) => sum + counter.count(text) + 8, 0);
	const budget = plan.budget + words;
	const userMessageShare = Math.max(settings.userMessageShare, Math.min(1, (words + 64) / budget));
	return { ...plan, budget, input: { ...plan.input, settings: { ...settings, userMessageShare } } };
}

async function writtenBy(
	ask: CompactionInput['ask'],
	plan: CompactionPlan,
): Promise<WrittenSummary> {
	const request = summaryRequest(plan);
	if (ask === undefined) {
		return { draft: summariseBuiltIn(request), identity: builtIn, attempts: [] };
	}
	const draft = assembleModelSummary(await asked(ask, request, plan.input.settings), request);
	return { draft, identity: { kind: 'model' }, attempts: [] };
}

async function asked(
	ask: (prompt: Prompt) => Promise<string>,
	request: SummaryRequest,
	{ window }: CompactionSettings,
) {
	const plan = planPieces(request, { window, mostPieces: 1 });
	const [piece] = plan.kind === 'pieces' ? plan.pieces : [];
	if (piece === undefined) {
		throw new Error('The window of the model is too small for a summary.');
	}
	const checked = checkReply({ content: await ask(piece.prompt) }, request);
	if (checked.kind === 'rejected') {
		throw new Error(`The summary of the model does not do: ${checked.problem.reason}.`);
	}
	return checked.summary;
}

/** Tokens of what a summary of the assistant's own is asked to keep. */
const wishesBudget = 1_000;

/** Tokens of the state of the work behind a summary of the assistant's own. */
const statesBudget = 2_000;

type Session = CompactionInput['session'];

/** The person's words and the state of the work, until the latest compaction or all of them. */
export function essentialsIn(
	{ messages }: Pick<Session, 'messages'>,
	until = messages.length,
): Essentials {
	const log = [...messages].map((message) => logEntry(message, estimatedTokens));
	const range = { start: 0, end: Math.min(until, log.length) };
	const { words, states } = essentialsOf({
		log,
		pairs: pairTools(log),
		range,
		fresh: [range],
		budget: defaultSettings.window,
		userMessageShare: defaultSettings.userMessageShare,
		counter: estimatedTokens,
	});
	// A session may go on from a handoff: what that says is in no message of this one.
	const earlier = summariesIn(log, range.end).filter(({ isOwn }) => isOwn);
	return {
		words: [
			...earlier.flatMap(({ index, quotes }) =>
				quotes.map((text) => ({ text, source: index + 1 })),
			),
			...words,
		],
		states: [
			...states,
			...earlier.flatMap(({ index, summary }) =>
				lastingSections.flatMap((section) =>
					summary[section].map(({ text }) => ({
						section,
						text: `${text} ${mark('from the earlier handoff')}`,
						source: index + 1,
					})),
				),
			),
		],
	};
}

/** What of an earlier handoff still matters when the work has gone on. */
const lastingSections = ['Constraints & Preferences', 'Blocked', 'Relevant Files'] as const;

/** How our instructions begin: a hook that sees them has nothing to add. */
export const wishesMark = '[Precis]';

/** What a summary of the assistant's own is asked to keep. */
export function summaryInstructions(session: Session): string | undefined {
	const wishes = focusOn(essentialsIn(session), wishesBudget, estimatedTokens);
	return wishes === undefined ? undefined : `${wishesMark} ${wishes}`;
}

/** What stands behind a summary of the assistant's own: the person's words whole, and the state of the work. */
export function appendixText(
	session: Session,
	window = defaultSettings.window,
	handle?: string,
): string | undefined {
	const essentials = essentialsIn(session);
	const words = essentials.words.reduce(
		(sum, { text }) => sum + estimatedTokens.count(text) + 16,
		0,
	);
	return reminder(
		essentials,
		undefined,
		Math.min(words, window * wordsShare) + statesBudget,
		estimatedTokens,
		handle === undefined ? undefined : { handle },
	);
}

/** The person's latest message; empty without one. */
export function latestRequest({ messages }: Session): string {
	const latest = messages.slice().findLast(isFromPerson);
	return latest === undefined ? '' : personText(latest);
}
