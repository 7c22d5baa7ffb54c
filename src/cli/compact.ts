import { parseArguments, usage, type Arguments } from './arguments.ts';
import { exported } from './exported.ts';
import { summariserFrom } from './models.ts';
import { UsageError } from './parsedArguments.ts';
import { describeAttempts, describeSkipped, report, type Skipped } from './report.ts';
import { renderContext } from '../compaction/render.ts';
import { thresholdsOf } from '../compaction/thresholds.ts';
import { compactLog } from '../conversations/compacting.ts';
import { contextFor } from '../conversations/exports/exportText.ts';
import { handover } from '../conversations/handover.ts';
import { settled } from '../conversations/settledSummaries.ts';
import { formatCount } from '../messages/marks.ts';
import type { Message } from '../messages/message.ts';
import { logEntry, type TokenCounter } from '../messages/tokens.ts';
import { toOpenAi } from '../messages/openAiChat.ts';
import { withoutControls } from '../messages/withoutControls.ts';
import { note, print } from './output.ts';
import { ProgressLine } from './progress.ts';
import { fileSource } from '../transcripts/bytes/fileSource.ts';
import { openTranscript } from '../transcripts/open.ts';
import { sessionFolder } from '../transcripts/discovery/findSessions.ts';
import { problemsIn } from '../transcripts/problems.ts';
import type {
	EarlierCompaction,
	Transcript,
	TranscriptConversation,
} from '../transcripts/reader.ts';
import { loadTokenCounter } from '../worker/tokenCounter.ts';

/** Conversations of a file that are named, so that a person can choose one. */
const listedTitles = 20;

/**
 * Reads a saved session, compacts it, prints the handoff.
 * @returns The exit code: 0 compacted, 2 nothing to compact.
 * @throws {UsageError} And what reading and compacting may throw.
 */
export async function compactFile(args: readonly string[]): Promise<number> {
	const parsed = parseArguments(args);
	if (parsed === 'help') {
		await print(`${usage}\n`, withoutControls);
		return 0;
	}
	const progress = new ProgressLine(process.stderr);
	progress.show('Reading…');
	const transcript = await openTranscript(await fileSource(parsed.file)).finally(() =>
		progress.clear(),
	);
	const counter = await loadTokenCounter();
	const chosen = choose(transcript, parsed);
	const { messages, earlier } = settled(chosen, counter);
	const log = messages.slice(0, parsed.until);
	if (parsed.until !== undefined && parsed.until > messages.length) {
		note(`The log has ${messages.length} messages; --until ${parsed.until} takes them all.`);
	}
	if (parsed.output === 'log') {
		await print(log.map((message) => `${JSON.stringify(toOpenAi(message))}\n`).join(''));
		return 0;
	}
	const within = earlier.filter(({ at }) => at <= log.length);
	return compact(parsed, { transcript, chosen, log, earlier: within }, counter);
}

function choose(transcript: Transcript, { file, conversation }: Arguments): TranscriptConversation {
	const { conversations } = transcript;
	const chosen = conversations[(conversation ?? 1) - 1];
	if (chosen === undefined) {
		throw new UsageError(
			`"${file}" holds ${conversations.length} conversation(s); there is no number ${conversation ?? 1}.`,
		);
	}
	if (conversation === undefined && conversations.length > 1) {
		note(
			`"${file}" holds ${conversations.length} conversations; this is the first. Choose another with --conversation.`,
		);
		for (const [index, { title }] of conversations.slice(0, listedTitles).entries()) {
			note(`  ${index + 1}  ${title.replaceAll('\n', ' ')}`);
		}
	}
	return chosen;
}

/** What is compacted. */
interface Session {
	readonly transcript: Transcript;
	readonly chosen: TranscriptConversation;
	readonly log: readonly Message[];
	readonly earlier: readonly EarlierCompaction[];
}

async function compact(
	{ file, settings, force, focus, output, models }: Arguments,
	{ transcript, chosen: { title, folder }, log: messages, earlier }: Session,
	counter: TokenCounter,
): Promise<number> {
	const log = messages.map((message) => logEntry(message, counter));
	const { tokens } = renderContext(log);
	const threshold = thresholdsOf(settings).hard;
	if (!force && tokens < threshold) {
		return nothingToCompact({ kind: 'below-threshold', tokens, threshold });
	}
	const ladder = summariserFrom(models, settings.window, process.env['PRECIS_API_KEY']);
	const progress = new ProgressLine(process.stderr);
	progress.show(models === undefined ? 'Compacting…' : 'Waiting for the model…');
	const outcome = await compactLog(
		{
			log,
			trigger: force ? 'manual' : 'automatic',
			settings,
			counter,
			...(focus === undefined ? {} : { focus }),
		},
		{ summariser: ladder.summariser, now: () => performance.now() },
		new AbortController().signal,
	).finally(() => {
		progress.clear();
		ladder.dispose();
	});
	if (outcome.kind !== 'compacted') {
		return nothingToCompact(outcome);
	}
	const { record } = outcome;
	const { after } = record.tokens;
	if (after > settings.window) {
		note(
			`The context still has ${formatCount(after)} tokens; the window holds ${formatCount(settings.window)}. What is kept word for word is too large.`,
		);
	}
	// The JSON tells every attempt; what only a person can mend is told here too.
	const toTell =
		output === 'json'
			? record.attempts.filter(({ tellPerson }) => tellPerson === true)
			: record.attempts;
	describeAttempts(toTell).forEach(note);
	if (output === 'json') {
		await print(`${JSON.stringify(report({ transcript, earlier }, log, record))}\n`);
		return 0;
	}
	if (earlier.length > 0) {
		const often = earlier.length === 1 ? 'once' : `${earlier.length} times`;
		note(
			`The assistant had compacted this conversation ${often} itself; the summary is made from the whole log.`,
		);
	}
	for (const problem of problemsIn(transcript)) {
		note(`${file}:${problem.line}: ${problem.message}`);
	}
	if (typeof output !== 'object') {
		// Whoever reads it has nothing else: it tells how things stand at the end of the log.
		await print(`${handover(log, record)}\n`, withoutControls);
		return 0;
	}
	const cwd = folder ?? (await sessionFolder(file)) ?? process.cwd();
	const context = contextFor(output.format, log, record);
	const { text, howToGoOn } = exported(output.format, context, { title, cwd });
	await print(text);
	if (howToGoOn !== undefined) {
		note(howToGoOn);
	}
	return 0;
}

function nothingToCompact(why: Skipped): number {
	note(`Nothing to compact: ${describeSkipped(why)}`);
	return 2;
}
