import { noOverhead, overheadTokens } from '../src/compaction/overhead.ts';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '../src/compaction/budgets.ts';
import type { RecallExchange } from '../src/compaction/recallExchange.ts';
import { clientContext } from '../src/conversations/clientContext.ts';
import { recallToolName } from '../src/conversations/recall/ownTool.ts';
import { textOf, type Message } from '../src/messages/message.ts';
import { countMessage, type TokenCounter } from '../src/messages/tokens.ts';
import type { RequestShape } from '../src/protocol/clientRequests.ts';
import type { WorkerSettings } from '../src/protocol/workerSettings.ts';
import { loadExactTokens } from '../src/worker/exactTokens.ts';
import type { WorkerService } from '../src/worker/serve.ts';
import { createWorkerService } from '../src/worker/workerService.ts';
import { runAgent } from '../test/support/agent/scriptedAgent.ts';
import { StrictModel, type ReceivedRequest } from '../test/support/agent/strictModel.ts';
import type { ScriptedReply } from '../test/support/agent/scriptedReply.ts';
import { FakeHost } from '../test/support/fakeHost.ts';
import { row } from './measure.ts';

/**
 * What a provider's prompt cache makes of compaction: the scripted agent of the tests, 200 turns in
 * three sessions with tools, edits, rewinds and stops. A request's beginning is cached when an earlier
 * request of the session began with the same messages.
 */

const window = 32_000;
/** What providers charge for a cached input token, as a share of a fresh one (OpenAI, Anthropic: a tenth). */
const cachedPrice = 0.1;
const seeds = [1, 2, 3];

const strategies: readonly {
	readonly name: string;
	readonly window: number;
	readonly settings: Partial<WorkerSettings['compaction']>;
	/** Every so many requests the model looks something up within its reply; absent: never. */
	readonly lookUpEvery?: number;
}[] = [
	{ name: 'no compaction', window: 10_000_000, settings: {} },
	{
		name: 'at the limit, in the foreground',
		window,
		settings: { threshold: 1, softRatio: 1 },
	},
	{ name: 'Precis, as it is set up', window, settings: {} },
	{ name: 'Precis, with a look-up in every tenth reply', window, settings: {}, lookUpEvery: 10 },
];

interface Bill {
	readonly requests: number;
	readonly input: number;
	readonly cached: number;
	readonly largest: number;
}

async function run(strategy: (typeof strategies)[number], seed: number): Promise<Bill> {
	const { lookUpEvery = Infinity } = strategy;
	const folder = mkdtempSync(join(tmpdir(), 'precis-bench-'));
	const service = createWorkerService({
		storage: folder,
		questions: new FakeHost(),
		tell: () => undefined,
	});
	service.configure({
		compaction: { ...defaultSettings, ...strategy.settings },
		automatic: true,
		keep: false,
		keepsRequests: false,
		excluded: [],
		retention: {},
	});
	const counter = await loadExactTokens();
	const model = new StrictModel(strategy.window, counter);
	const shape: RequestShape = {
		window: strategy.window,
		reservedReply: 0,
		overhead: { ...noOverhead, tools: 500 },
		recall: false,
	};
	let requests = 0;
	await runAgent(
		{
			async ask(system, history, signal) {
				const rest = [...history];
				const call = { signal, progress: () => undefined };
				const prepared = await service.methods.prepare({ rest, shape }, call);
				signal.throwIfAborted();
				const { record, recalls = [], conversation: id } = prepared;
				const ask = (log: readonly Message[], looked: readonly RecallExchange[]): ScriptedReply =>
					model.ask(
						system,
						clientContext(system, log, record, looked),
						overheadTokens(shape.overhead),
					);
				const reply = ask(rest, recalls);
				requests += 1;
				if (record === undefined || id === undefined || requests % lookUpEvery !== 0) {
					return reply;
				}
				const exchange = await lookUp(service, id, rest);
				const whole = ask([...rest, { role: 'assistant', content: '' }], [...recalls, exchange]);
				await service.methods.keepRecall({ id, exchange }, call);
				return whole;
			},
		},
		{ seed, sessions: 3, turns: 200 },
	);
	await service.shutDown();
	rmSync(folder, { recursive: true, force: true });
	if (model.refusals.length > 0) {
		throw new Error(`${strategy.name}: ${model.refusals[0]}`);
	}
	return billOf(model.received, counter);
}

/** What a model finds that looks for the person's latest words. */
async function lookUp(
	{ methods }: WorkerService,
	id: string,
	history: readonly Message[],
): Promise<RecallExchange> {
	const said = history.findLast(({ role }) => role === 'user');
	const query = textOf(said?.content ?? '').slice(0, 200);
	const call = { signal: new AbortController().signal, progress: () => undefined };
	const { hits } = await methods.recallSearch({ id, text: query, anyWorkspace: false }, call);
	const result = hits.flatMap(({ heading, passages }) => [heading, ...passages]).join('\n');
	const made = { id: `look-up-${history.length}`, name: recallToolName };
	return {
		after: history.length,
		rounds: [
			{
				text: '',
				calls: [{ call: { ...made, arguments: JSON.stringify({ query }) }, result, behind: 0 }],
			},
		],
		isMixed: false,
	};
}

function billOf(received: readonly ReceivedRequest[], counter: TokenCounter): Bill {
	const sessions = new Map<string, Set<string>>();
	let input = 0;
	let cached = 0;
	let largest = 0;
	for (const { session, context, tokens } of received) {
		const seen = sessions.get(session) ?? new Set();
		sessions.set(session, seen);
		let prefix = '';
		let known = true;
		for (const message of context) {
			prefix = hash('sha256', prefix + JSON.stringify(message));
			known &&= seen.has(prefix);
			cached += known ? countMessage(message, counter) : 0;
			seen.add(prefix);
		}
		input += tokens;
		largest = Math.max(largest, tokens);
	}
	return { requests: received.length, input, cached, largest };
}

const k = (tokens: number): string => `${Math.round(tokens / 1_000).toLocaleString('en-US')} k`;
let first: number | undefined;
for (const strategy of strategies) {
	const bills = await Promise.all(seeds.map((seed) => run(strategy, seed)));
	const sum = (of: (bill: Bill) => number): number =>
		bills.reduce((total, bill) => total + of(bill), 0) / bills.length;
	const input = sum(({ input: tokens }) => tokens);
	const cached = sum(({ cached: tokens }) => tokens);
	const billed = input - cached * (1 - cachedPrice);
	first ??= billed;
	row(`${strategy.name}: input tokens sent`, k(input));
	row('  of them from an unchanged beginning', `${((100 * cached) / input).toFixed(1)} %`);
	row('  billed, a cached token as a tenth', k(billed), `${((100 * billed) / first).toFixed(0)} %`);
	row('  largest request', k(Math.max(...bills.map(({ largest }) => largest))));
}
