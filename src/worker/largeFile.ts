import type { TokenCounter } from '../messages/tokens.ts';
import type { Call } from '../protocol/channel.ts';
import type { WorkerRequests } from '../protocol/workerRequests.ts';
import { readerFor, readWith } from '../transcripts/open.ts';
import { firstLines, observed } from '../transcripts/bytes/partialSources.ts';
import type {
	TranscriptConversation,
	TranscriptProblem,
	TranscriptReader,
	TranscriptSource,
} from '../transcripts/reader.ts';
import { FileContent } from './fileContent.ts';
import { FileView, type ReadFile } from './fileView.ts';
import { measured } from './measuredConversation.ts';

/** Read and shown before the rest: some hundred messages in some ten milliseconds. Bytes. */
const startBytes = 2 * 2 ** 20;

/** How much of the time until all is known goes into reading the file; the rest into measuring. */
const readingShare = 0.7;

/** How often a person hears how far reading is, milliseconds. */
const newsMs = 500;

/** What reading large files needs. */
export interface LargeFileParts {
	readonly counter: TokenCounter;
	/** What a person is shown of a conversation is another. */
	readonly changed: (id: string) => void;
}

/**
 * Opens a file that is too large to be held. What is shown at once is its beginning, where the format
 * allows that; the rest is read meanwhile.
 * @param idOf By the position in the file.
 * @throws {TranscriptError}
 */
export async function openLarge(
	source: TranscriptSource,
	idOf: (position: number) => string,
	parts: LargeFileParts,
	call: Call,
): Promise<readonly FileView[]> {
	const reader = await readerFor(source, call.signal);
	const viewOf = (read: ReadFile, position: number): FileView => {
		const about = { id: idOf(position), source: reader.label, file: source.name, place: position };
		return new FileView(about, source.size, read);
	};
	const start = reader.appends ? await startOf(reader, source, call.signal) : undefined;
	const [first, ...others] = start?.conversations ?? [];
	if (start !== undefined && first !== undefined && others.length === 0) {
		const view = viewOf(await measuredFile(first, start.problems, parts, call.signal), 0);
		view.readRest(
			(signal) => readRest(view, reader, source, parts, signal),
			() => parts.changed(view.about.id),
		);
		return [view];
	}
	const telling = observed(source, (share) => call.progress({ phase: 'reading', share }));
	const { conversations, problems } = await readWith(reader, telling, call.signal);
	const views: FileView[] = [];
	for (const [position, conversation] of conversations.entries()) {
		const read = await measuredFile(conversation, problems, parts, call.signal, (share) =>
			call.progress({ phase: 'counting', share }),
		);
		views.push(viewOf(read, position));
	}
	return views;
}

/** What a person chooses from. */
export function listed(views: readonly FileView[]): WorkerRequests['open']['result'] {
	const [first] = views;
	return {
		source: first?.about.source ?? '',
		conversations: views.map(({ about: { id }, title, measured }) => ({
			id,
			title,
			messages: measured?.conversation.messages.length ?? 0,
		})),
		problems: first?.problems ?? [],
	};
}

async function readRest(
	view: FileView,
	reader: TranscriptReader,
	source: TranscriptSource,
	parts: LargeFileParts,
	signal: AbortSignal,
): Promise<void> {
	let told = 0;
	// Reading is most of it; then the messages are put together and measured.
	const tell = (share: number): void => {
		if (performance.now() - told > newsMs) {
			told = performance.now();
			view.read(share);
			parts.changed(view.about.id);
		}
	};
	const telling = observed(source, (share) => tell(share * readingShare));
	const { conversations, problems } = await readWith(reader, telling, signal);
	const [conversation, ...others] = conversations;
	if (conversation !== undefined) {
		const shown = others.length === 0 ? problems : [...problems, unshown(others.length)];
		const read = await measuredFile(conversation, shown, parts, signal, (share) =>
			tell(readingShare + share * (1 - readingShare)),
		);
		view.settle(read);
	}
}

/** A conversation that is only measured. @param onMeasured As of {@link measured}. */
export async function measuredFile(
	conversation: TranscriptConversation,
	problems: readonly TranscriptProblem[],
	{ counter }: Pick<LargeFileParts, 'counter'>,
	signal: AbortSignal,
	onMeasured?: (share: number) => void,
): Promise<ReadFile> {
	return {
		title: conversation.title,
		content: new FileContent(conversation, counter),
		problems,
		measured: await measured(conversation, signal, onMeasured),
	};
}

/** The file turned out to hold more than the conversation that it begins with. */
function unshown(count: number): TranscriptProblem {
	const what =
		count === 1 ? 'another conversation, which is' : `${count} more conversations, which are`;
	return { line: 1, message: `This file holds ${what} not shown: it is too large to choose from.` };
}

/** The first page; undefined when the beginning alone says nothing. */
async function startOf(
	reader: TranscriptReader,
	source: TranscriptSource,
	signal: AbortSignal,
): Promise<Awaited<ReturnType<TranscriptReader['read']>> | undefined> {
	try {
		return await readWith(reader, firstLines(source, startBytes), signal);
	} catch {
		signal.throwIfAborted();
		return undefined;
	}
}
