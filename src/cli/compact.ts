import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import type { CompactionRecord } from '../compaction/record.ts';
import { renderContext } from '../compaction/render.ts';
import { thresholdsOf } from '../compaction/thresholds.ts';
import { compactLog } from '../conversations/compacting.ts';
import { contextFor, exportText } from '../conversations/exports/exportText.ts';
import { sessionPlace } from '../conversations/exports/sessionPaths.ts';
import { handover } from '../conversations/handover.ts';
import {
	importCompactions,
	type ImportedConversation,
} from '../conversations/importCompactions.ts';
import { formatCount } from '../messages/marks.ts';
import { toOpenAi } from '../models/openai/chatMessage.ts';
import type { Log } from '../messages/message.ts';
import { logEntry } from '../messages/tokens.ts';
import { fileSource } from '../transcripts/bytes/fileSource.ts';
import { sessionFolder } from '../transcripts/discovery/findSessions.ts';
import { openTranscript } from '../transcripts/open.ts';
import { problemsIn } from '../transcripts/problems.ts';
import type { Transcript, TranscriptConversation } from '../transcripts/reader.ts';
import { loadTokenCounter } from '../worker/tokenCounter.ts';
import { parseArguments, usage, type Arguments } from './arguments.ts';
import { summariserFrom } from './models.ts';
import { note, print, printJson, printJsonText, UsageError } from './output.ts';
import { describeAttempts, describeSkipped, report, type NotCompactedReason } from './report.ts';

/** Maximum number of a file's conversations that are listed. */
const maxListed = 20;

/**
 * Reads a saved session, compacts it and prints the handoff.
 * @returns The exit code: 0 compacted, 2 nothing to compact.
 * @throws {UsageError} And errors of reading and compacting.
 */
export async function compactFile(args: readonly string[]): Promise<number> {
	const parsed = parseArguments(args);
	if (parsed === 'help') {
		await print(usage);
		return 0;
	}
	const transcript = await openTranscript(await fileSource(parsed.file));
	const counter = await loadTokenCounter();
	const chosen = choose(transcript, parsed);
	await chosen.load?.();
	const session = importCompactions(chosen, counter);
	const { until = session.messages.length } = parsed;
	const messages = session.messages.slice(0, until);
	if (until > messages.length) {
		note(`The log has ${messages.length} messages; --until ${until} takes them all.`);
	}
	if (parsed.output === 'log') {
		await printJsonText(
			messages.map((message) => `${JSON.stringify(toOpenAi(message))}\n`).join(''),
		);
		return 0;
	}
	const earlier = session.earlier.filter(({ at }) => at <= messages.length);
	const settings = parsed.settings(session.usage?.windowTokens);
	const log = messages.map((message) => logEntry(message, counter));
	const tokens = contextTokens(log, session);
	const threshold = thresholdsOf(settings).hard;
	if (!parsed.force && tokens < threshold) {
		return nothingToCompact({ kind: 'below-threshold', tokens, threshold });
	}
	const ladder = summariserFrom(parsed.model, settings.window, process.env['PRECIS_API_KEY']);
	if (parsed.model !== undefined && process.stderr.isTTY) {
		note('Waiting for the model…');
	}
	const outcome = await compactLog(
		{
			log,
			trigger: parsed.force ? 'manual' : 'automatic',
			settings,
			counter,
			...(parsed.focus === undefined ? {} : { focus: parsed.focus }),
		},
		{ summariser: ladder.summariser, now: () => performance.now() },
		new AbortController().signal,
	).finally(() => ladder.dispose());
	if (outcome.kind !== 'compacted') {
		return nothingToCompact(outcome);
	}
	const { record } = outcome;
	const { after } = record.tokens;
	if (after > settings.window) {
		note(
			`The context still has about ${formatCount(after)} tokens; the window has ${formatCount(settings.window)}. The messages that stay are too large.`,
		);
	}
	// The JSON has all attempts, so only failures that the user must fix are printed.
	const attempts =
		parsed.output === 'json'
			? record.attempts.filter(({ tellPerson }) => tellPerson === true)
			: record.attempts;
	describeAttempts(attempts).forEach(note);
	if (parsed.output === 'json') {
		await printJson(report({ transcript, earlier }, log, record));
		return 0;
	}
	if (earlier.length > 0) {
		const times = earlier.length === 1 ? 'once' : `${earlier.length} times`;
		note(`This session was compacted ${times} before; the summary is made from the whole log.`);
	}
	for (const problem of problemsIn(transcript)) {
		note(`${parsed.file}:${problem.line}: ${problem.message}`);
	}
	await printResult(parsed, chosen, log, record);
	return 0;
}

function choose(transcript: Transcript, { file, conversation }: Arguments): TranscriptConversation {
	const { conversations } = transcript;
	const { length } = conversations;
	const counted = length === 1 ? '1 conversation' : `${length} conversations`;
	const chosen = conversations[(conversation ?? 1) - 1];
	if (chosen === undefined) {
		throw new UsageError(`"${file}" contains ${counted}; there is no number ${conversation ?? 1}.`);
	}
	if (conversation === undefined && length > 1) {
		note(`"${file}" contains ${counted}; this is the first. Choose another with --conversation.`);
		for (const [index, { title }] of conversations.slice(0, maxListed).entries()) {
			note(`  ${index + 1}  ${title.replaceAll('\n', ' ')}`);
		}
	}
	return chosen;
}

function nothingToCompact(reason: NotCompactedReason): number {
	note(`Nothing to compact: ${describeSkipped(reason)}`);
	return 2;
}

/**
 * Size of the context. The usage that the assistant recorded includes its prompt and tools, but does not apply to a part
 * of the log, or if the assistant compacted: the whole log is used here.
 */
function contextTokens(
	log: Log,
	{ messages, earlier, usage: recorded }: ImportedConversation,
): number {
	if (recorded === undefined || earlier.length > 0 || log.length < messages.length) {
		return renderContext(log).tokens;
	}
	const since = log.slice(recorded.atMessage);
	return since.reduce((sum, { tokens }) => sum + tokens, recorded.usedTokens);
}

async function printResult(
	{ file, output }: Arguments,
	{ title, folder }: TranscriptConversation,
	log: Log,
	record: CompactionRecord,
): Promise<void> {
	if (typeof output !== 'object') {
		// With the messages after the handoff: the reader has nothing else.
		await print(`${handover(log, record)}\n`);
		return;
	}
	const { format } = output;
	const cwd = folder ?? (await sessionFolder(file)) ?? process.cwd();
	const session = { id: randomUUID(), title, cwd, now: Date.now(), newId: randomUUID };
	await printJsonText(exportText(format, contextFor(format, log, record), session));
	const place = sessionPlace(format, session, { home: homedir(), env: process.env });
	if (place !== undefined) {
		note(`To go on: save it as ${place.path} and run "${place.command}" in ${cwd}.`);
	}
}
