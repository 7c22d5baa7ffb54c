/**
 * How right the sources are that items of a model's summary get, and how long it takes to find them.
 * Precision: share of the sources that are right. Recall: share of the traceable items that have a
 * right one. Run with `node bench/sources.ts`.
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../src/messages/message.ts';
import { estimatedTokens, logEntry, messageLength } from '../src/messages/tokens.ts';
import { summariseBuiltIn } from '../src/summary/extractive/extractive.ts';
import { sectionTitles } from '../src/summary/sections.ts';
import { leastConfidence } from '../src/summary/sources/choosing.ts';
import { sourced } from '../src/summary/sources/sourced.ts';
import { fileSource } from '../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../src/transcripts/open.ts';
import { logWith } from '../test/support/logs.ts';
import { agreementOf, stripped, type Agreement } from '../test/support/sources/agreement.ts';
import { citations, judge, labelledSessions, scoreOf } from '../test/support/sources/measure.ts';
import { requestFor } from '../test/support/summaryRequests.ts';
import { longConversation } from './longConversation.ts';
import { median, ms, row } from './measure.ts';

const target = 0.95;
const confidences = [0.3, 0.4, 0.5, leastConfidence, 0.7, 0.8, 0.9];

function percent(share: number): string {
	return `${(share * 100).toFixed(1)} %`;
}

function figures({ precision, recall }: { precision: number; recall: number }): string {
	return `${percent(precision)} ${percent(recall).padStart(9)}`;
}

/** Tokens of the largest handoff (behaviour: Summarising). */
const largestBudget = 12_000;

const log = longConversation(10_000).map((message) => logEntry(message, estimatedTokens));
const request = requestFor(log, { budget: largestBudget });
const { summary } = summariseBuiltIn(request);
const items = sectionTitles.reduce((count, title) => count + summary[title].length, 0);
const uncited = stripped(summary, 1);
const megabytes = log.reduce((size, { message }) => size + messageLength(message), 0) / 1e6;
row(
	`sources of ${items} items in ${log.length} messages, ${megabytes.toFixed(0)} MB`,
	ms(await median(5, () => sourced(uncited, request))),
	'below 300 ms',
);

console.log('\nLabelled sessions: precision and recall');
for (const session of labelledSessions) {
	for (const citation of citations) {
		row(`${session.name}, citations: ${citation}`, figures(scoreOf(judge(session, citation))));
	}
}
for (const least of confidences) {
	const judged = labelledSessions.flatMap((session) =>
		citations.flatMap((citation) => judge(session, citation, least)),
	);
	const note = least === leastConfidence ? `as built; precision at least ${percent(target)}` : '';
	row(`all, confidence from ${least}`, figures(scoreOf(judged)), note);
}

/** Sessions shorter than this have nothing to tell apart, messages. */
const shortest = 40;

const shared = join(import.meta.dirname, '../../shared/transcripts');

async function realSessions(): Promise<readonly (readonly Message[])[]> {
	const sessions: (readonly Message[])[] = [];
	for (const file of readdirSync(shared, { recursive: true, encoding: 'utf8' }).sort()) {
		try {
			const { conversations } = await openTranscript(await fileSource(join(shared, file)));
			sessions.push(...conversations.slice(0, 3).map(({ messages }) => [...messages]));
		} catch {
			// A folder, an index, or a format without a reader: there is nothing to compare.
		}
	}
	return sessions.filter(({ length }) => length >= shortest);
}

if (existsSync(shared)) {
	const sessions = await realSessions();
	console.log(
		`\nItems of the built-in summariser without their sources, ${sessions.length} real sessions`,
	);
	const known = sessions.map((messages) => {
		const request = requestFor(logWith(estimatedTokens, messages));
		return { request, summary: summariseBuiltIn(request).summary };
	});
	for (const least of confidences) {
		const all = known.map(({ request, summary }, seed) =>
			agreementOf(summary, (given) => sourced(given, request, least), request, seed),
		);
		const sum = (of: (one: Agreement) => number): number =>
			all.reduce((total, one) => total + of(one), 0);
		const score = {
			precision: sum(({ right }) => right) / sum(({ given }) => given),
			recall: sum(({ traced }) => traced) / sum(({ items }) => items),
		};
		const note = least === leastConfidence ? `as built, ${sum(({ items }) => items)} items` : '';
		row(`confidence from ${least}`, figures(score), note);
	}
} else {
	console.log(
		`\nNo real sessions at ${shared}: agreement with the built-in summariser is skipped.`,
	);
}
