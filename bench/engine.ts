import assert from 'node:assert/strict';
import { defaultSettings } from '../src/compaction/budgets.ts';
import { completeCompaction, summaryRequest } from '../src/compaction/complete.ts';
import { sizeAfterAppend, type ContextSize } from '../src/compaction/contextSize.ts';
import { planCompaction, type CompactionPlan } from '../src/compaction/plan.ts';
import { pruneStale } from '../src/compaction/prune.ts';
import { cacheRules } from '../src/compaction/cost/cacheRules.ts';
import { costOf, type CostInput } from '../src/compaction/cost/compactionCost.ts';
import { isDueBetweenTasks } from '../src/conversations/service/compactionPolicy.ts';
import { freshGuard } from '../src/compaction/thrashGuard.ts';
import { renderContext } from '../src/compaction/render.ts';
import type { Log } from '../src/messages/message.ts';
import { estimatedTokens, logEntry, messageLength } from '../src/messages/tokens.ts';
import { builtIn, summariseBuiltIn } from '../src/summary/builtIn.ts';
import { planPieces } from '../src/summary/pieces.ts';
import { pairTools } from '../src/messages/toolPairs.ts';
import type { SummaryRequest } from '../src/summary/summariser.ts';
import { processorTime } from './processorTime.ts';
import { loadTokenCounter } from '../src/worker/tokenCounter.ts';
import { longConversation } from './longConversation.ts';
import { median, ms, row } from './measure.ts';

/** The engine without reading, with the goal beside each figure that has one. */

const counter = await loadTokenCounter();

function logOf(messages: number): Log {
	return longConversation(messages).map((message) => logEntry(message, estimatedTokens));
}

function planOf(log: Log): CompactionPlan {
	const outcome = planCompaction({ log, trigger: 'manual', settings: defaultSettings, counter });
	if (outcome.kind !== 'plan') {
		throw new Error(`There was nothing to compact: ${outcome.reason}`);
	}
	return outcome.plan;
}

function compact(log: Log): void {
	const plan = planOf(log);
	const draft = summariseBuiltIn(summaryRequest(plan));
	const done = completeCompaction(plan, { draft, identity: builtIn, attempts: [] }, 0);
	if (done.kind !== 'compacted') {
		throw new Error('The context did not shrink.');
	}
	renderContext(log, done.record);
}

/** Logs that nothing has read yet: what a run remembers of a log's calls would spare the next one work. */
function unread(messages: number): () => Log {
	const logs = Array.from({ length: 6 }, () => logOf(messages));
	return () => logs.pop() ?? assert.fail();
}

function perMegabyte(milliseconds: number): string {
	return `${ms(milliseconds)}, ${ms(milliseconds / megabytes)}/MB`;
}

const half = unread(5_000);
const whole = unread(10_000);
const megabytes = logOf(10_000).reduce((sum, { message }) => sum + messageLength(message), 0) / 1e6;
const halfTime = await median(5, () => compact(half()));
const wholeTime = await median(5, () => compact(whole()));
row(
	`compact 10,000 messages, ${megabytes.toFixed(0)} MB`,
	perMegabyte(wholeTime),
	'below 60 ms/MB',
);
row('compact twice as many messages', `${(wholeTime / halfTime).toFixed(2)} ×`, 'at most 2.2 ×');
const asked = unread(10_000);
const requestTime = await median(5, () =>
	planPieces(summaryRequest(planOf(asked())), { window: defaultSettings.window }),
);
row('plan it, and write what a model is asked', perMegabyte(requestTime), 'below 30 ms/MB');

/** Median of several runs after a first one. */
function processorMs(runs: number, work: () => unknown): number {
	const [, ...times] = Array.from({ length: runs + 1 }, () => processorTime(work));
	return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
}

/** 2,000 messages of 2.5 million characters: results keep their ends, where their outcome stands. */
function leanLog(): Log {
	return longConversation(2_000).map((message) => {
		const lean =
			message.role === 'tool' && typeof message.content === 'string'
				? { ...message, content: message.content.slice(-3_300) }
				: message;
		return logEntry(lean, estimatedTokens);
	});
}

const leanLogs = Array.from({ length: 26 }, leanLog);
const leanPlans = leanLogs.map(planOf);
const leanCharacters = (leanLogs[0] ?? []).reduce(
	(sum, { message }) => sum + messageLength(message),
	0,
);
const leanSize = `${(leanCharacters / 1e6).toFixed(1)} M characters`;
/** A request that nothing has read yet. */
function nextRequest(): SummaryRequest {
	const plan = leanPlans.pop() ?? assert.fail();
	return summaryRequest({ ...plan, pairs: pairTools(plan.input.log) });
}
row(
	`the built-in text of 2,000 messages, ${leanSize}, processor time`,
	ms(processorMs(12, () => summariseBuiltIn(nextRequest()))),
	'below 120 ms',
);
row(
	'what a model is asked about them, processor time',
	ms(processorMs(12, () => planPieces(nextRequest(), { window: defaultSettings.window }))),
	'below 40 ms',
);

const long = logOf(100_000);
let size: ContextSize = { kind: 'counted', tokens: 0 };
let tokens = 0;
for (const entry of long) {
	size = sizeAfterAppend(size, entry.tokens);
	tokens += entry.tokens;
}
const gate = {
	size,
	settings: defaultSettings,
	guard: freshGuard,
	attempts: 0,
	paused: false,
	restsUntil: undefined,
};
const rules = cacheRules.openai;
const use: Omit<CostInput, 'tokens'> = {
	settings: defaultSettings,
	rules,
	cache: 'warm',
	summariser: { read: 1, written: 5, isAnswering: true },
	fixed: 0,
	perToken: 1,
	requests: 40_000,
};
const check = await median(5, () => isDueBetweenTasks(gate, costOf({ ...use, tokens })));
row('deciding at 100,000 messages', ms(check), 'below 1 ms');
const pruning = { log: long, counter: estimatedTokens, recall: true };
row('pruning 100,000 messages', ms(await median(3, () => pruneStale(pruning))), '');

const megabyte: readonly [string, string][] = [
	['one character', 'a'.repeat(1e6)],
	[
		'base64',
		Buffer.from(Array.from({ length: 750_000 }, (_, i) => (i * 7919) % 256)).toString('base64'),
	],
	['minified', 'function a(b,c){return b?c(b):d(e,f)};var x=[1,2,3],y={k:"v"};'.repeat(16_000)],
	['white space', ' '.repeat(1e6)],
	['no spaces, CJK', '圧縮された会話'.repeat(143_000)],
];
for (const [name, text] of megabyte) {
	const logWith = (part: string): Log => [
		...logOf(40),
		...[
			{ role: 'user' as const, content: part },
			{ role: 'assistant' as const, content: part },
		].map((message) => logEntry(message, estimatedTokens)),
		...logOf(40),
	];
	const one = logWith(text);
	const two = logWith(text + text);
	const oneTime = await median(3, () => compact(one));
	const twoTime = await median(3, () => compact(two));
	row(`compact with 1 MB of ${name}`, ms(oneTime), `twice: ${(twoTime / oneTime).toFixed(2)} ×`);
}
