import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { textOf, toolCallsOf, type Message } from '../../../../src/messages/message.ts';
import { estimatedTokens } from '../../../../src/messages/tokens.ts';
import { redact } from '../../../../src/redaction/redact.ts';
import { summariseBuiltIn } from '../../../../src/summary/extractive/extractive.ts';
import {
	sectionTitles,
	type SectionTitle,
	type SummaryItem,
} from '../../../../src/summary/sections.ts';
import type { SummaryDraft } from '../../../../src/summary/summariser.ts';
import { logWith } from '../../../support/logs.ts';
import { requestFor } from '../../../support/summaryRequests.ts';
import { conversationsIn, realSessions, samplePath, wordsOf } from './summaries.ts';

/** Marks of ours, of which the numbers are our own. */
const marks = /⟪precis: [^⟫]*⟫/g;

/** The numbers the summariser itself writes: of actions, of messages, of repetitions. */
const ownNumbers = /^\d+\. |×\d+|\bm\d+\b/g;

/** What looks like a path, a commit, a figure, or stands in backticks. */
const concrete: readonly RegExp[] = [
	/(?<![\w/\\.-])[\w.@~-]*(?:[/\\][\w.@~-]+){1,30}/g,
	/\b[0-9a-f]{7,40}\b/g,
	/\d+(?:[.,]\d+)*/g,
];

/** Sections that quote: each item stands in one of its source messages. */
const quoting: readonly SectionTitle[] = ['Constraints & Preferences', 'Key Decisions'];

/** White space and our own line break signs do not count. */
function folded(text: string): string {
	return text.replace(/[\s⏎]+/g, ' ');
}

/** What a message says, with its calls. */
function said(message: Message): string {
	return folded(redact(wordsOf([message])));
}

/** Whether each part of a text that was cut (…) stands in what was said, in any order. */
function standsIn(text: string, spoken: string): boolean {
	return text
		.replace(marks, '…')
		.split('…')
		.map((part) => folded(part).trim())
		.every((part) => spoken.includes(part));
}

/** Whether a path was put together from directories that were entered and a path below them. */
function isJoined(path: string, spoken: string): boolean {
	const separator = path.includes('\\') ? '\\' : '/';
	const parts = path.split(separator);
	return parts.some((_, at) => {
		const rest = parts.slice(at).join('/');
		const directory = parts.slice(0, at).join(separator);
		// A Windows path is looked at without its drive.
		return (
			at > 0 &&
			[`cd ${directory}`, `set-location ${directory}`, `:${directory}`].some((entered) =>
				spoken.includes(entered),
			) &&
			(spoken.includes(rest) || isJoined(rest, spoken))
		);
	});
}

function inventions(draft: SummaryDraft, messages: readonly Message[]): string[] {
	const spoken = folded(`${wordsOf(messages)}\n${redact(wordsOf(messages))}`);
	const found: string[] = [];
	for (const title of sectionTitles) {
		for (const { text } of draft.summary[title]) {
			const plain = text.replace(marks, ' ').replace(ownNumbers, ' ');
			const tokens = concrete.flatMap((pattern) => plain.match(pattern) ?? []);
			for (const token of tokens.map((one) => one.replace(/[.,:]+$/, ''))) {
				if (token.length > 1 && !spoken.includes(token) && !isJoined(token, spoken)) {
					found.push(`${title}: ${token} in “${text.slice(0, 200)}”`);
				}
			}
			if (title === 'Active State' || title === 'Blocked') {
				const [, command] = /^`([^]*?)`(?: →|:)/.exec(text) ?? [];
				for (const part of command?.split(' && ') ?? []) {
					if (!standsIn(part, spoken) && !title.startsWith('Blocked')) {
						found.push(`${title}: the command ${part}`);
					}
				}
			}
		}
	}
	return found;
}

function misquotes(draft: SummaryDraft, messages: readonly Message[]): string[] {
	const spoken = new Map<number, string>();
	// What the person said later stands behind what it completes, and in a message of its own.
	const inOneOf = ({ text, sources }: SummaryItem): boolean =>
		text
			.replace(/…?”\)$/, '')
			.split(' (The person said later: “')
			.every((part) => isSaid(part, sources));
	const isSaid = (text: string, sources: readonly number[]): boolean =>
		sources.some((number) => {
			const message = messages[number - 1];
			const words = spoken.get(number) ?? (message === undefined ? '' : said(message));
			spoken.set(number, words);
			// The option a short reply names stands behind it; it was offered in another message.
			const quoted = text.replace(/^The assistant said: /, '').replace(/\n\(option: [^\n]*\)$/, '');
			return standsIn(quoted, words);
		});
	return [...quoting.flatMap((title) => draft.summary[title]), ...draft.quotes]
		.filter((item) => !item.text.startsWith('⟪precis: ') && !inOneOf(item))
		.map((item) => `m${item.sources.join(', m')}: ${item.text.slice(0, 200)}`);
}

/** @param end What is told begins before it; how it came out may stand behind it. */
function badSources(draft: SummaryDraft, end: number, length: number): string[] {
	// Active Task is of the whole log.
	const [, ...others] = sectionTitles;
	return [...others.flatMap((title) => draft.summary[title]), ...draft.quotes]
		.filter(({ text, sources }) => !text.startsWith('⟪precis: ') && !isGood(sources, end, length))
		.map(({ text, sources }) => `[${sources.join(', ')}] ${text.slice(0, 120)}`);
}

function isGood(sources: readonly number[], end: number, length: number): boolean {
	return (
		sources.length > 0 &&
		(sources[0] ?? 0) <= end &&
		sources.every(
			(number, at) => number >= 1 && number <= length && number > (sources[at - 1] ?? 0),
		)
	);
}

function check(messages: readonly Message[]): void {
	const log = logWith(estimatedTokens, messages);
	for (const end of new Set([log.length, Math.ceil(log.length / 2)])) {
		const draft = summariseBuiltIn(requestFor(log, { range: { start: 0, end }, budget: 6_000 }));
		assert.deepEqual(inventions(draft, messages), []);
		// What the person said later may stand behind the range.
		assert.deepEqual(misquotes(draft, messages), []);
		assert.deepEqual(badSources(draft, end, log.length), []);
	}
}

describe('the built-in summariser invents nothing', () => {
	it('about the bundled sample', async () => {
		for (const messages of await conversationsIn(samplePath)) {
			check(messages);
		}
	});

	it('notices what is invented', async () => {
		const [messages = []] = await conversationsIn(samplePath);
		const draft = summariseBuiltIn(requestFor(logWith(estimatedTokens, messages)));
		const told = draft.summary['Relevant Files'];
		const invented = { text: 'src/made/up.ts — created 90417', sources: [1] };
		const worse = {
			...draft,
			summary: { ...draft.summary, 'Relevant Files': [...told, invented] },
		};
		assert.equal(inventions(worse, messages).length, 2);
		const quotes = [...draft.quotes, { text: 'Please delete everything', sources: [1] }];
		assert.equal(misquotes({ ...draft, quotes }, messages).length, 1);
		assert.equal(
			badSources(
				{ ...draft, quotes: [{ text: 'a', sources: [9, 3] }] },
				messages.length,
				messages.length,
			).length,
			1,
		);
	});

	for (const format of ['claude-code', 'openai-chat']) {
		it(`about real sessions: ${format}`, async function () {
			if (realSessions === undefined) {
				console.log('      no real sessions at hand: skipped');
				this.skip();
			}
			const folder = join(realSessions, format);
			const names = readdirSync(folder).filter((name) => !name.startsWith('taubench'));
			for (const name of names) {
				for (const messages of await conversationsIn(join(folder, name))) {
					try {
						check(messages);
					} catch (error) {
						throw new Error(`${basename(name)}: ${String(error)}`, { cause: error });
					}
				}
			}
		}).timeout(120_000);
	}
});

describe('wordsOf', () => {
	it('sees contents and calls', () => {
		const call = { id: '1', name: 'Bash', arguments: '{"command":"a \\"b\\""}' };
		const message: Message = { role: 'assistant', content: 'hello', toolCalls: [call] };
		assert.equal(textOf(message.content), 'hello');
		assert.equal(toolCallsOf(message).length, 1);
		assert.match(wordsOf([message]), /hello\nBash\n.*\ncommand\na "b"/);
	});
});
