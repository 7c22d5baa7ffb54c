import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CompactionSettings, defaultSettings } from '../../src/compaction/budgets.ts';
import type { CompactionRecord } from '../../src/compaction/record.ts';
import { compactLog } from '../../src/conversations/compacting.ts';
import { type Message, textOf } from '../../src/messages/message.ts';
import { logEntry, type TokenCounter } from '../../src/messages/tokens.ts';
import { builtInSummariser } from '../../src/models/ladder.ts';
import type { SectionTitle } from '../../src/summary/sections.ts';
import { fileSource } from '../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../src/transcripts/open.ts';
import { sampleWindow } from '../../src/vscode/commands/openCommands.ts';
import { loadTokenCounter } from '../../src/worker/tokenCounter.ts';

const summariser = builtInSummariser(() => 0);

const file = join(import.meta.dirname, '../../media/sample/sample-session.jsonl');

/** How the made-up secret of the sample's .env file begins. */
const secret = /SESSION_SECRET=(\S{12,})/;

/** The lines of the sample's summary that the README quotes, by section. */
function quotedLines(): ReadonlyMap<string, readonly string[]> {
	const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
	const quote = readme
		.split('\n')
		.filter((line) => line.startsWith('>'))
		.map((line) => line.slice(2))
		.join('\n');
	const sections = [...quote.matchAll(/^\*\*(?<title>.+)\*\*\n\n(?<items>[^*]+)/gm)];
	return new Map(
		sections.map(({ groups }) => [
			groups?.['title'] ?? '',
			(groups?.['items'] ?? '')
				.split(/^- /m)
				.map((item) => item.trim().replaceAll(/\s+/g, ' '))
				.filter((item) => item !== ''),
		]),
	);
}

/** The sample through the real reader, engine and built-in summariser. */
describe('the bundled sample', () => {
	let messages: readonly Message[];
	let recordedTokens: number | undefined;
	let counter: TokenCounter;

	before(async () => {
		const transcript = await openTranscript(await fileSource(file));
		assert.deepEqual(transcript.problems, []);
		assert.equal(transcript.conversations.length, 1);
		messages = [...(transcript.conversations[0]?.messages ?? [])];
		recordedTokens = transcript.conversations[0]?.usage?.usedTokens;
		counter = await loadTokenCounter();
	});

	/** Compacts the sample by hand; `more` messages make it go on so that its end is summarised too. */
	async function compacted(
		settings: Partial<CompactionSettings>,
		...more: readonly Message[]
	): Promise<CompactionRecord> {
		return compactedLog([...messages, ...more], settings);
	}

	async function compactedLog(
		log: readonly Message[],
		settings: Partial<CompactionSettings>,
	): Promise<CompactionRecord> {
		const outcome = await compactLog(
			{
				log: log.map((message) => logEntry(message, counter)),
				trigger: 'manual',
				settings: { ...defaultSettings, ...settings },
				counter,
			},
			{ summariser, now: () => 0 },
			new AbortController().signal,
		);
		assert.ok(outcome.kind === 'compacted', outcome.kind);
		return outcome.record;
	}

	it('is nearly full where it is opened', () => {
		assert.equal(Math.round(((recordedTokens ?? 0) / sampleWindow) * 100), 92);
	});

	it('can be compacted as it is, and shrinks', async () => {
		const { tokens } = await compacted({ tailTokens: 4_000 });
		assert.ok(tokens.after < tokens.before / 3, `${tokens.after} of ${tokens.before}`);
	});

	it('keeps its secret to itself', async () => {
		const log = messages.map((message) => textOf(message.content)).join('\n');
		const value = secret.exec(log)?.[1];
		assert.ok(value !== undefined, 'the sample lost its secret');
		for (const summaryTokens of [1_000, 12_000]) {
			const record = await compacted({ summaryTokens, tailTokens: 1_000 });
			assert.ok(!JSON.stringify(record.summary).includes(value));
			assert.ok(!record.handoff.includes(value));
			assert.ok(!JSON.stringify(record.quotes).includes(value));
		}
	});

	it('has the same summary on a system that ends lines otherwise', async () => {
		const settings = { summaryTokens: 8_000, tailTokens: 1_000, protectFirst: 0 };
		const here = await compacted(settings);
		const there = await compactedLog(messages.map(ofWindows), settings);
		assert.equal(there.handoff, here.handoff);
	});

	describe('compacted whole', () => {
		let record: CompactionRecord;

		before(async () => {
			// Three short turns stay behind the summary, so that it stands for the sample's end too.
			record = await compacted(
				{ summaryTokens: 8_000, tailTokens: 1, protectFirst: 0 },
				{ role: 'user', content: 'thanks, go on' },
				{ role: 'assistant', content: 'I go on.' },
				{ role: 'user', content: 'ok' },
				{ role: 'assistant', content: 'Good.' },
			);
			assert.ok(record.layout.range.end >= messages.length, String(record.layout.range.end));
			assert.equal(record.layout.range.start, 0);
		});

		const told = (section: SectionTitle): string =>
			record.summary[section].map(({ text }) => text).join('\n');
		const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

		it('tells what the README quotes of it', () => {
			const quoted = quotedLines();
			assert.notEqual(quoted.size, 0);
			for (const lines of quoted.values()) {
				// The quotation leaves something out at its dots, and has what followed in a list.
				for (const line of lines.flatMap((item) => item.split(/…| - (?=(?:Did|Reply): )/))) {
					assert.ok(plain(record.handoff).includes(plain(line)), line);
				}
			}
		});

		it('keeps every message of the person, whole', () => {
			const handoff = plain(record.handoff);
			for (const message of messages.filter(({ role }) => role === 'user')) {
				const words = textOf(message.content);
				assert.ok(handoff.includes(plain(words)), words);
			}
		});

		it('tells a rule before the message that corrects it', () => {
			const { handoff } = record;
			const rule = handoff.indexOf('always run npm test');
			assert.ok(rule >= 0 && handoff.indexOf('use pnpm, not npm') > rule);
		});

		it('tells what tools did to files', () => {
			for (const file of [
				'src/domain/interval.ts',
				'src/store/writeQueue.ts',
				'src/calendar/ics.ts',
			]) {
				assert.match(told('Relevant Files'), new RegExp(`${file}\\S* — created`));
			}
			assert.doesNotMatch(told('Relevant Files'), /node_modules/);
		});

		it('tells the last run of the tests and the last commit', () => {
			assert.match(told('Active State'), /`pnpm test`.*exit 1.*1 failed, 43 passed/);
			assert.match(told('Active State'), /3e84124 Remove the unused date helpers/);
		});

		it('tells the todo list as it was written last, and no entry that was done', () => {
			assert.match(told('Remaining Work'), /Bump the version to 1\.7\.0/);
			assert.match(told('Remaining Work'), /Document the feed in README\.md/);
			assert.doesNotMatch(told('Remaining Work'), /Write src\/calendar\/ics\.ts/);
		});

		it('stays within 8,000 tokens', () => {
			assert.ok(counter.count(record.handoff) <= 8_000);
		});
	});
});

/** A message whose texts end their lines as on Windows: words, commands, results, file contents. */
function ofWindows(message: Message): Message {
	const windows = (_: string, value: unknown): unknown =>
		typeof value === 'string' ? value.replaceAll('\n', '\r\n') : value;
	const changed = JSON.parse(JSON.stringify(message, windows)) as Message;
	return changed.role === 'assistant' && changed.toolCalls !== undefined
		? {
				...changed,
				toolCalls: changed.toolCalls.map((call) => ({
					...call,
					arguments: JSON.stringify(JSON.parse(call.arguments), windows),
				})),
			}
		: changed;
}
