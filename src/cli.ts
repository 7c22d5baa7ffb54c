import { parseArgs } from 'node:util';
import { defaultSettings, type CompactionSettings } from './compaction/budgets.ts';
import type { CompactionRecord } from './compaction/record.ts';
import { Conversation } from './conversations/conversation.ts';
import { playRounds, type RoundOptions, type Skipped } from './conversations/rounds.ts';
import { formatCount } from './messages/marks.ts';
import type { Message } from './messages/message.ts';
import { toOpenAi } from './messages/openAiChat.ts';
import { builtInSummariser } from './models/builtIn.ts';
import { renderSection, sectionTitles } from './summary/sections.ts';
import { fileSource } from './transcripts/fileSource.ts';
import { openTranscript } from './transcripts/open.ts';
import type { Transcript } from './transcripts/reader.ts';
import { loadExactTokens } from './worker/exactTokens.ts';

/**
 * The engine without VS Code: reads a saved session, compacts it, prints the handoff. Exit codes:
 * 0 compacted, 2 nothing to compact, 1 error.
 */

const usage = `Usage: compact [options] FILE

  --focus TEXT         the topic to preserve
  --window TOKENS      the model's window (default ${defaultSettings.window})
  --summary-tokens N   bound of the whole handoff
  --tail-tokens N      bound of the verbatim end
  --until N            only the first N messages of the log
  --conversation K     which conversation of a file that holds several, from 1
  --rounds N           feed the log in N equal parts and compact after each (default 1)
  --force              compact below the threshold
  --json               print one JSON object instead of the handoff
  --print-log          print the normalised log, one OpenAI chat message per line
  --help               print this`;

/** What the command line asks for. */
interface Arguments {
	readonly file: string;
	readonly settings: CompactionSettings;
	readonly rounds: RoundOptions;
	readonly until: number | undefined;
	readonly conversation: number | undefined;
	readonly json: boolean;
	readonly printLog: boolean;
}

/** A mistake in the arguments; its message is all a person needs. */
class UsageError extends Error {}

/** The smallest handoff that still holds its prefix and thirteen headings, tokens. */
const smallestHandoff = 300;

function parseCommandLine(args: readonly string[]): Arguments | 'help' {
	const { values, positionals } = parse(args);
	if (values.help === true) {
		return 'help';
	}
	const [file, ...more] = positionals;
	if (file === undefined || more.length > 0) {
		throw new UsageError(
			file === undefined ? 'Which FILE?' : `One FILE at a time: ${more.join(' ')}`,
		);
	}
	const summaryTokens = wholeNumber('summary-tokens', values['summary-tokens'], smallestHandoff);
	const tailTokens = wholeNumber('tail-tokens', values['tail-tokens'], 0);
	const settings = {
		...defaultSettings,
		window: wholeNumber('window', values.window, 1_000) ?? defaultSettings.window,
		...(summaryTokens === undefined ? {} : { summaryTokens }),
		...(tailTokens === undefined ? {} : { tailTokens }),
	};
	return {
		file,
		settings,
		rounds: {
			settings,
			rounds: wholeNumber('rounds', values.rounds, 1) ?? 1,
			force: values.force === true,
			...(values.focus === undefined || values.focus.trim() === '' ? {} : { focus: values.focus }),
		},
		until: wholeNumber('until', values.until, 1),
		conversation: wholeNumber('conversation', values.conversation, 1),
		json: values.json === true,
		printLog: values['print-log'] === true,
	};
}

function parse(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				focus: { type: 'string' },
				window: { type: 'string' },
				'summary-tokens': { type: 'string' },
				'tail-tokens': { type: 'string' },
				until: { type: 'string' },
				conversation: { type: 'string' },
				rounds: { type: 'string' },
				force: { type: 'boolean' },
				json: { type: 'boolean' },
				'print-log': { type: 'boolean' },
				help: { type: 'boolean' },
			},
		});
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
	}
}

function wholeNumber(name: string, text: string | undefined, least: number): number | undefined {
	if (text === undefined) {
		return undefined;
	}
	const value = Number(text);
	if (!/^\d+$/.test(text) || value < least) {
		throw new UsageError(`--${name} takes a whole number from ${least}, not "${text}".`);
	}
	return value;
}

async function run(args: readonly string[]): Promise<number> {
	const parsed = parseCommandLine(args);
	if (parsed === 'help') {
		process.stdout.write(`${usage}\n`);
		return 0;
	}
	const transcript = await openTranscript(await fileSource(parsed.file));
	const messages = chooseConversation(transcript, parsed).slice(0, parsed.until);
	if (parsed.printLog) {
		process.stdout.write(
			messages.map((message) => `${JSON.stringify(toOpenAi(message))}\n`).join(''),
		);
		return 0;
	}
	return compact(parsed, transcript, messages);
}

function chooseConversation(
	transcript: Transcript,
	{ file, conversation }: Arguments,
): readonly Message[] {
	const { conversations } = transcript;
	const chosen = conversations[(conversation ?? 1) - 1];
	if (chosen === undefined) {
		throw new UsageError(
			`"${file}" holds ${conversations.length} conversation(s); there is no number ${conversation ?? 1}.`,
		);
	}
	if (conversation === undefined && conversations.length > 1) {
		process.stderr.write(
			`"${file}" holds ${conversations.length} conversations; this is the first. Choose another with --conversation.\n`,
		);
	}
	return chosen.messages;
}

async function compact(
	parsed: Arguments,
	transcript: Transcript,
	messages: readonly Message[],
): Promise<number> {
	const counter = await loadExactTokens();
	const now = (): number => performance.now();
	const conversation = new Conversation(counter, builtInSummariser(now), now);
	const { records, skipped } = await playRounds(
		conversation,
		messages,
		parsed.rounds,
		new AbortController().signal,
	);
	const last = records.at(-1);
	if (last === undefined) {
		process.stderr.write(`Nothing to compact: ${skipped.map(describe).at(-1) ?? 'no messages.'}\n`);
		return 2;
	}
	if (parsed.json) {
		process.stdout.write(`${JSON.stringify(report(transcript, conversation, records, last))}\n`);
		return 0;
	}
	for (const problem of transcript.problems) {
		process.stderr.write(`${parsed.file}:${problem.line}: ${problem.message}\n`);
	}
	process.stdout.write(`${last.handoff}\n`);
	return 0;
}

function describe(skipped: Skipped): string {
	switch (skipped.kind) {
		case 'below-threshold':
			return `the context has ${formatCount(skipped.tokens)} tokens, compaction starts at ${formatCount(skipped.threshold)}. Use --force to compact now.`;
		case 'not-smaller':
			return `the context would not shrink (${formatCount(skipped.before)} tokens before, ${formatCount(skipped.after)} after).`;
		case 'nothing-to-do':
			return {
				'too-short': 'the conversation is too short.',
				'empty-middle': 'there is nothing between the protected start and the recent end.',
				'nothing-new': 'nothing new since the last compaction.',
			}[skipped.reason];
	}
}

/** The stable contract of `--json`; message numbers count the log's lines from 1. */
function report(
	transcript: Transcript,
	conversation: Conversation,
	records: readonly CompactionRecord[],
	last: CompactionRecord,
) {
	return {
		format: transcript.format,
		log: { messages: conversation.log.length, tokens: conversation.logTokens },
		compactions: records.map((record) => ({
			range: [record.layout.range.start + 1, record.layout.range.end],
			focus: record.focus ?? null,
			trigger: record.trigger,
			summariser: { kind: record.summariser.kind, model: record.summariser.model ?? null },
			tokens: record.tokens,
			messages: record.messages,
			durationMs: record.durationMs,
		})),
		sections: Object.fromEntries(
			sectionTitles.map((title) => [title, renderSection(last.summary[title])]),
		),
		handoff: last.handoff,
		context: conversation.context.messages.map(toOpenAi),
		warnings: transcript.problems,
	};
}

try {
	process.exitCode = await run(process.argv.slice(2));
} catch (error) {
	const message = error instanceof Error ? error.message : String(error);
	process.stderr.write(`${message}${error instanceof UsageError ? `\n\n${usage}` : ''}\n`);
	process.exitCode = 1;
}
