import * as v from 'valibot';
import { reportNewer } from '../../building/knownVersions.ts';
import { Session } from '../../building/sessionReader.ts';
import type { DocumentFields, PlacedRecord } from '../../bytes/records.ts';
import type { Report } from '../../problems.ts';
import { userMessages } from '../../building/wrappedWords.ts';
import {
	chatRequest,
	metadataOf,
	pendingWords,
	summariesOf,
	wordsOf,
	type ChatRequest,
	type CopilotMetadata,
} from './records.ts';
import { addRendering } from './rendering.ts';
import { savedContent } from './resultContent.ts';
import { addRounds, type RoundPlace } from './rounds.ts';
import { EarlierSummaries } from './summaries.ts';

/** The newest version of a session's state that is known. */
const knownVersion = '3';

const named = v.object({ name: v.pipe(v.string(), v.nonEmpty()) });

const sessionFields = v.object({
	version: v.fallback(v.optional(v.number()), undefined),
	customTitle: v.fallback(v.nullish(v.string()), undefined),
	/** What it was called before version 3. */
	computedTitle: v.fallback(v.nullish(v.string()), undefined),
});

/** Collects a session request by request. */
export class ChatSession extends Session {
	readonly #summaries = new EarlierSummaries();
	#withdrawn = 0;
	#shown = 0;
	#context = '';

	/** Takes the next element of `requests` or `pendingRequests`. */
	take({ value, position }: Pick<PlacedRecord, 'value' | 'position'>): void {
		const report: Report = (message) => {
			this.log.problems.add(1, `Request ${position}: ${message}.`);
		};
		const request = chatRequest(value);
		const waiting = request === undefined ? pendingWords(value) : undefined;
		if (waiting !== undefined) {
			this.log.user(waiting);
		} else if (request === undefined) {
			report('it cannot be read; it was left out');
		} else if (isWithdrawn(request)) {
			this.#withdrawn += 1;
		} else {
			this.#turn(request, report);
		}
	}

	override end(fields: DocumentFields): void {
		const told = v.parse(v.fallback(sessionFields, {}), Object.fromEntries(fields));
		if (told.version !== undefined) {
			this.log.version = String(told.version);
			reportNewer(this.log.version, knownVersion, 1, this.log.problems);
		}
		this.#report();
		this.log.title = told.customTitle?.trim() || told.computedTitle?.trim() || '';
		this.log.earlier = this.#summaries.toArray();
	}

	#turn(request: ChatRequest, report: Report): void {
		const metadata = metadataOf(request);
		const start = this.log.messages.length;
		this.#asked(request, metadata);
		const rounds = this.#answered(request, metadata, report);
		const summaries = metadata === undefined ? [] : summariesOf(metadata);
		this.#summaries.take(start, rounds, summaries, report);
	}

	#asked(request: ChatRequest, metadata: CopilotMetadata | undefined): void {
		const context = savedContent(metadata?.renderedGlobalContext).text;
		if (context.trim() !== '' && context !== this.#context) {
			this.#context = context;
			this.log.user(context.trim(), 'client');
		}
		const { text, images } = savedContent(metadata?.renderedUserMessage);
		const words = wordsOf(request);
		const clicked = (request.confirmation ?? '') !== '' || request.isSystemInitiated;
		const messages = clicked
			? userMessages('', text.trim() === '' ? words : text)
			: userMessages(words, text, images);
		for (const message of messages) {
			this.log.add(message);
		}
		if (text.trim() === '') {
			this.#mark(request.variableData.variables);
		}
	}

	/** Names what was attached; its content is in what was sent, which is missing here. */
	#mark(variables: readonly unknown[]): void {
		const marks = variables.flatMap((value) =>
			v.is(named, value) ? [`[attached: ${value.name}]`] : [],
		);
		if (marks.length > 0) {
			this.log.user(marks.join('\n'), 'client');
		}
	}

	#answered(
		request: ChatRequest,
		metadata: CopilotMetadata | undefined,
		report: Report,
	): readonly RoundPlace[] {
		if (metadata !== undefined && metadata.toolCallRounds.length > 0) {
			return addRounds(metadata, this.log, report);
		}
		const tools = addRendering(request.response, this.log);
		this.#shown += tools > 0 ? 1 : 0;
		// Copilot's own name for the only round of such a turn.
		return [{ id: request.requestId ?? '', end: this.log.messages.length }];
	}

	#report(): void {
		if (this.#withdrawn > 0) {
			const what = this.#withdrawn === 1 ? 'request was' : 'requests were';
			this.log.problems.add(
				1,
				`${this.#withdrawn} ${what} left out: the person went back to an earlier checkpoint.`,
			);
		}
		if (this.#shown > 0) {
			const what = this.#shown === 1 ? 'request' : 'requests';
			this.log.problems.add(
				1,
				`Tools of ${this.#shown} ${what} are told as VS Code showed them: the file has no more.`,
			);
		}
	}
}

/** Whether the next message takes a request away, because the person restored a checkpoint. */
function isWithdrawn({ isHidden, shouldBeRemovedOnSend }: ChatRequest): boolean {
	const removal = shouldBeRemovedOnSend ?? undefined;
	return isHidden || (removal !== undefined && (removal.afterUndoStop ?? '') === '');
}
