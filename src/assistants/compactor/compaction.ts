import {
	betweenTaskSettings,
	defaultSettings,
	type CompactionSettings,
} from '../../compaction/budgets.ts';
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
import { builtIn, summariseBuiltIn } from '../../summary/builtIn.ts';
import { essentialsOf, focusOn, reminder, type Essentials } from '../../summary/essentials.ts';
import { summariesIn } from '../../summary/foreignSummary.ts';
import { isOwnHandoff } from '../../summary/handoff.ts';
import { fitWords, personMessages } from '../../summary/personWords.ts';
import type { SummaryDraft, SummaryRequest } from '../../summary/summariser.ts';
import type { WrittenSummary } from '../../summary/writtenSummary.ts';
import type { EarlierCompaction, TranscriptConversation } from '../../transcripts/reader.ts';
import { type HostMessage, startOfTail } from './hostMessages.ts';

/**
 * Compaction of a session inside the assistant that runs it. Each compaction is made from the assistant's own append-only
 * file: no quality is lost from one to the next, and messages can be recalled by number.
 */

/** Inputs of a compaction. */
export interface CompactionInput {
	readonly session: Pick<TranscriptConversation, 'messages' | 'earlier'>;
	/** Name of the assistant, as the source of its earlier summaries. */
	readonly assistant: string;
	readonly trigger: 'manual' | 'automatic';
	/** The session's messages as the assistant passes them to its plugin. */
	readonly hostMessages: readonly HostMessage[];
	/** No task is active, so less of the recent end is kept. */
	readonly isBetweenTasks?: boolean | undefined;
	/** The topic to preserve. */
	readonly focus?: string | undefined;
	/** Tokens of the model's window, if the assistant reports it. */
	readonly window?: number | undefined;
	/** Handle for recall; absent if the assistant has no tool for it. */
	readonly recallHandle?: string | undefined;
	/** Has the assistant's own model write the summary; absent: the built-in summariser. */
	readonly write?: WriteSummary | undefined;
}

/** Asks a model for a summary. @throws If no reply is acceptable. */
type WriteSummary = (
	request: SummaryRequest,
	settings: CompactionSettings,
) => Promise<SummaryDraft>;

/** The replacement for the session's context. */
export interface CompactedSession {
	readonly handoff: string;
	/** The user's latest request, if it is not among the messages that stay. */
	readonly request?: string;
	/** Index of the first of the host's messages that stays. */
	readonly start: number;
	/** Stand-ins for tool results among the messages that stay, by the id of the call. */
	readonly results: ReadonlyMap<string, string>;
}

/** Share of the window that the user's words may take in addition to a handoff's usual size. */
const wordsShare = 0.1;

/**
 * Compacts a session. @returns Undefined: it is too short, or none of its messages is in `hostMessages`. @throws The error of
 * `write`.
 */
export async function compactSession(
	compaction: CompactionInput,
): Promise<CompactedSession | undefined> {
	const { session, trigger, focus, recallHandle, window, write } = compaction;
	const log = session.messages.map((message) => logEntry(message, estimatedTokens));
	const usual: CompactionSettings = {
		...defaultSettings,
		...(window === undefined ? {} : { window }),
		// Everything before the kept end is in the handoff.
		protectFirst: 0,
	};
	const settings = compaction.isBetweenTasks === true ? betweenTaskSettings(usual) : usual;
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
	const completed = completeCompaction(plan, await writeSummary(write, plan), 0);
	if (completed.kind !== 'compacted') {
		return undefined;
	}
	const { handoff, layout } = completed.record;
	const start = startOfTail(log, layout.range.end, compaction.hostMessages);
	if (start === undefined) {
		return undefined;
	}
	const request = layout.latestUser === undefined ? undefined : log[layout.latestUser];
	// Some models restart the numbering of calls in every reply: results with a shared id get no stand-ins.
	const answered = Map.groupBy(log, ({ message }) =>
		message.role === 'tool' ? message.toolCallId : undefined,
	);
	return {
		handoff,
		...(request === undefined ? {} : { request: textOf(request.message.content) }),
		start,
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
	};
}

/**
 * The previous compaction, whose summary a model updates. A text of the built-in summariser is instead written anew from
 * the original messages.
 */
function previousOf(
	log: Log,
	settings: CompactionSettings,
	{ session: { earlier = [] }, assistant, write }: CompactionInput,
): CompactionRecord | undefined {
	const latest: EarlierCompaction | undefined = earlier.at(-1);
	if (latest === undefined || (write === undefined && isOwnHandoff(latest.summary))) {
		return undefined;
	}
	const { range, at, summary } = latest;
	const imported = importCompaction(
		{ log: log.slice(0, at), trigger: 'automatic', settings, counter: estimatedTokens },
		{ range, summary, assistant, reported: {} },
	);
	return imported.kind === 'compacted' ? imported.record : undefined;
}

/** The plan with a handoff that contains the user's words in full, up to a share of the window. */
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

async function writeSummary(
	write: CompactionInput['write'],
	plan: CompactionPlan,
): Promise<WrittenSummary> {
	const request = summaryRequest(plan);
	if (write === undefined) {
		return { draft: summariseBuiltIn(request), identity: builtIn, attempts: [] };
	}
	return {
		draft: await write(request, plan.input.settings),
		identity: { kind: 'model' },
		attempts: [],
	};
}

/** Maximum tokens of the instructions for the assistant's own summary. */
const instructionsBudget = 1_000;

/** Maximum tokens of the state of the work after the assistant's own summary. */
const stateBudget = 2_000;

type Session = CompactionInput['session'];

/** The user's words and the state of the work, up to the latest compaction or in total. */
export function essentialsIn(
	{ messages }: Pick<Session, 'messages'>,
	until = messages.length,
): Essentials {
	const log = messages.map((message) => logEntry(message, estimatedTokens));
	const range = { start: 0, end: Math.min(until, log.length) };
	const { words, states } = essentialsOf({ log, pairs: pairTools(log), range });
	// A session may continue from the handoff of another one, whose messages are not in this session.
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

/** Sections of an earlier handoff that stay valid while the work progresses. */
const lastingSections = ['Constraints & Preferences', 'Blocked', 'Relevant Files'] as const;

/** The beginning of our instructions; a hook that finds it adds nothing. */
export const instructionsMark = '[Precis]';

/** Instructions for the assistant's own summary. */
export function summaryInstructions(session: Session): string | undefined {
	const instructions = focusOn(essentialsIn(session), instructionsBudget, estimatedTokens);
	return instructions === undefined ? undefined : `${instructionsMark} ${instructions}`;
}

/** The text after the assistant's own summary: the user's words in full, and the state of the work. */
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
		Math.min(words, window * wordsShare) + stateBudget,
		estimatedTokens,
		handle,
	);
}

/**
 * The texts that follow the assistant's own summary: the user's words with the state of the work, then the latest request
 * if it is in none of the texts that stay.
 */
export function additions(
	session: Session,
	staying: readonly string[],
	window?: number,
	handle?: string,
): readonly string[] {
	const latest = session.messages.findLast(isFromPerson);
	const request = latest === undefined ? '' : personText(latest);
	const isKept = staying.some((text) => text.includes(request));
	// The request comes last, because its turn may still be running.
	return [appendixText(session, window, handle) ?? '', isKept ? '' : request].filter(
		(text) => text !== '',
	);
}
