import * as v from 'valibot';
import { fieldsOf, hasFields } from '../../../messages/json.ts';
import type { FoundResult } from '../../building/openMessage.ts';
import { Session } from '../../building/sessionReader.ts';
import {
	anyList,
	anything,
	argumentsText,
	flag,
	lenient,
	optionalNumber,
	optionalText,
	read,
} from '../../building/shapes.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { userMessages } from '../../building/wrappedWords.ts';
import type { DocumentFields, PlacedRecord } from '../../bytes/records.ts';
import type { ReportProblem } from '../../problems.ts';
import type { EarlierCompaction } from '../../reader.ts';
import { resultContent, savedContent } from './content.ts';
import { subAgentEdits } from './subAgentEdits.ts';

/** A user's message; only text in old sessions. */
const message = v.union([v.string(), v.object({ text: v.string() })]);

const request = v.object({
	message,
	requestId: optionalText,
	/** Attachments. */
	variableData: lenient(v.object({ variables: anyList })),
	response: anything,
	/** The button that was clicked instead of typing. */
	confirmation: optionalText,
	isSystemInitiated: flag,
	/** The old name of `shouldBeRemovedOnSend`. */
	isHidden: flag,
	shouldBeRemovedOnSend: lenient(v.object({ afterUndoStop: v.nullish(v.string()) })),
	result: lenient(v.object({ metadata: anything })),
});

type ChatRequest = v.InferOutput<typeof request>;

/** A request that was still waiting to be sent. */
const pending = v.object({ request: v.object({ message }) });

/** A summary by Copilot, with the last round of calls that it covers. */
const savedSummary = v.object({
	toolCallRoundId: v.string(),
	text: v.string(),
	/** Tokens of the context. */
	contextLengthBefore: optionalNumber,
});

/** Copilot's own record of a turn. */
const metadataShape = v.object({
	toolCallRounds: anyList,
	toolCallResults: v.fallback(v.optional(v.record(v.string(), v.unknown()), {}), {}),
	/** The user's message as the model received it. */
	renderedUserMessage: anything,
	renderedGlobalContext: anything,
	summaries: anyList,
	/** The summary that `/compact` made. */
	summary: anything,
});

type Metadata = v.InferOutput<typeof metadataShape>;

/** One reply of the model with its calls. */
const round = v.object({ id: optionalText, response: anything, toolCalls: anyList });
const roundCall = v.object({ id: v.string(), name: v.string(), arguments: anything });

const named = v.object({ name: v.pipe(v.string(), v.nonEmpty()) });

function wordsOf({ message }: Pick<ChatRequest, 'message'>): string {
	return typeof message === 'string' ? message : message.text;
}

/** The text of a Markdown value; empty if it is invalid. */
function markdownOf(value: unknown): string {
	return read(v.string(), value) ?? read(v.object({ value: v.string() }), value)?.value ?? '';
}

/** Whether the user restored a checkpoint from before a request, so that the next message removes it. */
function isRewound({ isHidden, shouldBeRemovedOnSend: removal }: ChatRequest): boolean {
	return isHidden || (hasFields(removal) && (removal.afterUndoStop ?? '') === '');
}

/** The position of a reply of the model within a turn. */
interface RoundPlace {
	readonly id: string;
	/** Number of messages up to its end, including the results of its calls. */
	readonly end: number;
}

/** The id of a call without the suffix with which VS Code makes it unique. */
function bareId(id: string): string {
	return id.replace(/__vscode-\d+$/, '');
}

/**
 * Adds the replies of a turn with the results of their calls, from Copilot's record.
 * @param response VS Code's rendering of the turn.
 * @returns Where each reply ends.
 */
function addRounds(
	{ toolCallRounds, toolCallResults }: Metadata,
	response: unknown,
	log: TranscriptLog,
	report: ReportProblem,
): readonly RoundPlace[] {
	const places: RoundPlace[] = [];
	/** Results whose call was not found yet. */
	const results = new Map(Object.entries(toolCallResults));
	const edits = subAgentEdits(response);
	const bare = new Map([...results.keys()].map((id) => [bareId(id), id]));
	for (const value of toolCallRounds) {
		const found = read(round, value);
		if (found === undefined) {
			report('one of its rounds cannot be read; it was left out');
			continue;
		}
		const answers: FoundResult[] = [];
		log.assistant(markdownOf(found.response));
		for (const savedCall of found.toolCalls) {
			const call = read(roundCall, savedCall);
			if (call === undefined) {
				report('one of its tool calls cannot be read; the call was left out');
				continue;
			}
			const id = bareId(call.id);
			log.call({ id, name: call.name, arguments: argumentsText(call.arguments) });
			const key = results.has(call.id) ? call.id : (bare.get(id) ?? call.id);
			if (results.has(key)) {
				const result = results.get(key);
				results.delete(key);
				const failed = fieldsOf(result)['hasError'] === true;
				const changed = edits.get(call.id) ?? edits.get(id);
				answers.push({
					toolCallId: id,
					content: resultContent(result),
					...(failed ? { isError: true } : {}),
					...(changed === undefined ? {} : { changed }),
				});
			}
		}
		answers.forEach((answer) => log.answer(answer));
		places.push({ id: found.id ?? '', end: log.messages.length });
	}
	if (results.size > 0) {
		report(
			results.size === 1
				? '1 result answers no call of its rounds and was left out'
				: `${results.size} results answer no call of its rounds and were left out`,
		);
	}
	return places;
}

const shownPart = v.object({
	kind: optionalText,
	content: anything,
	name: optionalText,
	inlineReference: anything,
	uri: anything,
});

const located = v.object({ path: optionalText, uri: anything, location: anything });

/** The path of a location, which may be inside a file. */
function pathOf(value: unknown): string {
	const found = read(located, value);
	return found === undefined ? '' : (found.path ?? pathOf(found.uri ?? found.location));
}

/**
 * Adds the text of VS Code's rendering of a response, for agents that store no record of their own.
 * @returns Whether the response used tools, whose rendering is left out.
 */
function addRendering(response: unknown, log: TranscriptLog): boolean {
	let text = '';
	let hasTools = false;
	for (const value of Array.isArray(response) ? (response as readonly unknown[]) : [response]) {
		const { kind, content, name, inlineReference, uri } = read(shownPart, value) ?? {};
		// Thinking, progress, buttons and the like are not part of the dialogue.
		if (typeof kind !== 'string') {
			text += markdownOf(value);
		} else if (kind.startsWith('markdown')) {
			text += markdownOf(content);
		} else if (kind === 'inlineReference') {
			text += name ?? pathOf(inlineReference).split('/').at(-1);
		} else if (kind.endsWith('EditGroup')) {
			const mark = `[edited: ${pathOf(uri)}]`;
			text += text.trimEnd().endsWith(mark) ? '' : `\n${mark}\n`;
		}
		hasTools ||= kind === 'toolInvocationSerialized';
	}
	log.assistant(text.trim());
	return hasTools;
}

/** Collects a session request by request. */
export class ChatSession extends Session {
	/** Number of messages up to the end of each round, by the round's id; the first round with an id counts. */
	readonly #ends = new Map<string, number>();
	/** Summaries by the end of their range; of two with the same range, the later one counts. */
	readonly #summaries = new Map<number, EarlierCompaction>();
	/** Number of requests that were removed. */
	#rewound = 0;
	/** Number of requests whose tools only VS Code's rendering shows. */
	#rendered = 0;
	/** The latest global context, which is repeated in each request. */
	#context = '';

	constructor(log: TranscriptLog, { customTitle }: DocumentFields) {
		super(log);
		log.title = typeof customTitle === 'string' ? customTitle.trim() : '';
	}

	/** Adds the next element of `requests` or `pendingRequests`. */
	take(value: unknown, { position }: Pick<PlacedRecord, 'position'>): void {
		// In a log of operations, no request is a record of the file.
		this.log.record = value;
		const report = this.log.problems.about(`Request ${position}`);
		const found = read(request, value);
		const waiting = found === undefined ? read(pending, value) : undefined;
		if (waiting !== undefined) {
			this.log.user(wordsOf(waiting.request));
		} else if (found === undefined) {
			report('it cannot be read; it was left out');
		} else if (isRewound(found)) {
			this.#rewound += 1;
		} else {
			const metadata = read(metadataShape, found.result?.metadata);
			const start = this.log.messages.length;
			this.#addRequest(found, metadata);
			const rounds = this.#addReplies(found, metadata, report);
			this.#addSummaries(start, rounds, metadata, report);
		}
	}

	override end(): void {
		this.log.problems.addRewind(1, this.#rewound, 'request');
		if (this.#rendered > 0) {
			const what = this.#rendered === 1 ? 'request' : 'requests';
			this.log.problems.add(
				1,
				`Tools of ${this.#rendered} ${what} were left out: the file has only how VS Code showed them.`,
			);
		}
		// Copilot continues with the summary that covers the most; it comes last.
		const summaries = [...this.#summaries.values()];
		this.log.earlier = summaries.toSorted((a, b) => a.range.end - b.range.end);
	}

	#addRequest(found: ChatRequest, metadata: Metadata | undefined): void {
		const context = savedContent(metadata?.renderedGlobalContext).text;
		if (context.trim() !== '' && context !== this.#context) {
			this.#context = context;
			this.log.user(context.trim(), 'client');
		}
		const { text, images } = savedContent(metadata?.renderedUserMessage);
		const words = wordsOf(found);
		const isClients = (found.confirmation ?? '') !== '' || found.isSystemInitiated;
		const messages = isClients
			? userMessages('', text.trim() === '' ? words : text)
			: userMessages(words, text, images);
		messages.forEach((each) => this.log.add(each));
		// Attachments are in the sent text; without it, they are named.
		const attached = (found.variableData?.variables ?? []).filter((value) => v.is(named, value));
		if (text.trim() === '' && attached.length > 0) {
			this.log.user(attached.map(({ name }) => `[attached: ${name}]`).join('\n'), 'client');
		}
	}

	#addReplies(
		{ response, requestId }: ChatRequest,
		metadata: Metadata | undefined,
		report: ReportProblem,
	): readonly RoundPlace[] {
		if (metadata !== undefined && metadata.toolCallRounds.length > 0) {
			return addRounds(metadata, response, this.log, report);
		}
		this.#rendered += addRendering(response, this.log) ? 1 : 0;
		// Copilot gives the only round of such a turn the id of the request.
		return [{ id: requestId ?? '', end: this.log.messages.length }];
	}

	/**
	 * Adds the summaries that Copilot made of its own context during a turn. Each belongs to a round of calls, possibly of
	 * an earlier turn, and covers all messages up to the end of that round.
	 * @param start Number of messages before the turn.
	 */
	#addSummaries(
		start: number,
		rounds: readonly RoundPlace[],
		metadata: Metadata | undefined,
		report: ReportProblem,
	): void {
		const { summaries = [], summary } = metadata ?? {};
		for (const value of summaries.length > 0 ? summaries : [summary]) {
			const found = read(savedSummary, value);
			if (found === undefined) {
				continue;
			}
			const { toolCallRoundId: id, text, contextLengthBefore: tokensBefore } = found;
			const own = rounds.findIndex((each) => each.id === id);
			const end = rounds[own]?.end ?? this.#ends.get(id);
			if (end === undefined) {
				report('a summary covers a round that is not in the file; it was left out');
				continue;
			}
			// Within a turn, one more round runs before the summary replaces the others.
			const at = own === -1 ? start : (rounds[own + 1]?.end ?? end);
			this.#summaries.set(end, {
				range: { start: 0, end },
				at,
				summary: text,
				...(typeof tokensBefore === 'number' ? { tokensBefore } : {}),
			});
		}
		for (const { id, end } of rounds.filter((each) => !this.#ends.has(each.id))) {
			this.#ends.set(id, end);
		}
	}
}
