import { mkdtempSync, rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '../src/compaction/budgets.ts';
import { cacheRules, type CacheRules } from '../src/compaction/cost/cacheRules.ts';
import { noOverhead } from '../src/compaction/overhead.ts';
import type { RecallExchange } from '../src/compaction/recallExchange.ts';
import { clientContext } from '../src/conversations/clientContext.ts';
import { recallToolName } from '../src/conversations/recall/ownTool.ts';
import { textOf, type Message } from '../src/messages/message.ts';
import type { TokenCounter } from '../src/messages/tokens.ts';
import type { WorkerEvent } from '../src/protocol/conversationEvents.ts';
import type { PreparedRequest, RequestShape } from '../src/protocol/clientRequests.ts';
import type { WorkerSettings } from '../src/protocol/workerSettings.ts';
import { loadTokenCounter } from '../src/worker/tokenCounter.ts';
import type { WorkerMethods } from '../src/worker/methods.ts';
import { WorkerService } from '../src/worker/serve.ts';
import { runAgent, type AgentRun } from '../test/support/agent/scriptedAgent.ts';
import { StrictModel } from '../test/support/agent/strictModel.ts';
import type { ScriptedReply } from '../test/support/agent/scriptedReply.ts';
import { summaryReply } from '../test/support/fakeProvider/summaryReply.ts';
import { at } from '../test/support/logs.ts';
import { FakeHost } from '../test/support/fakeHost.ts';
import { row } from './measure.ts';
import { billOf, type Bill, type BilledRequest } from './promptBill.ts';
import { SessionClock } from './sessionClock.ts';

/**
 * What a provider's prompt cache makes of compaction: the scripted agent of the tests, 200 turns in
 * three sessions with tools, edits, rewinds and stops, by the rules of several providers.
 * `node bench/promptCache.ts [SEED…]`
 */

const window = 32_000;
/** Of tools, tokens. */
const tools = 500;
/** As long as models write where there is room for 1,600 tokens of handoff, facts and words beside it. */
const summary = summaryReply(3_600);
const { openai, anthropic, anthropicHour, none } = cacheRules;
/** Providers' rules, and how Precis learns of them: by the model's name, or from the user's settings. */
const providers = {
	openai: { rules: openai, model: { model: 'gpt-5' } },
	anthropic: { rules: anthropic, model: { model: 'claude-sonnet-5' } },
	anthropicHour: {
		rules: anthropicHour,
		model: { model: 'claude-sonnet-5', prices: { cacheSeconds: 3_600 } },
	},
	none: { rules: none, model: { prices: { inputPrice: 1, cachedInputPrice: 1 } } },
} satisfies Record<string, { rules: CacheRules; model: Pick<RequestShape, 'model' | 'prices'> }>;
type Provider = (typeof providers)[keyof typeof providers];
const given = process.argv.slice(2).map(Number).filter(Number.isInteger);
const seeds = given.length > 0 ? given : [1, 2, 3];

interface Strategy {
	readonly name: string;
	readonly window: number;
	readonly settings: Partial<WorkerSettings['compaction']>;
	/** Nothing is compacted or pruned. */
	readonly automatic?: false;
	/** The client does not tell when a request has ended. */
	readonly tellsNoEnds?: true;
	/** The model that answers writes the summaries; absent: the built-in summariser. */
	readonly byModel?: true;
	/** Every so many requests the model looks something up within its reply; absent: never. */
	readonly lookUpEvery?: number;
}

/** `--only=PART` of a strategy's name. */
const only = process.argv.find((given) => given.startsWith('--only='))?.slice(7) ?? '';

const strategies: readonly Strategy[] = [
	{ name: 'no compaction', window: 10_000_000, settings: {}, automatic: false },
	{
		name: 'at the limit, in the foreground',
		window,
		settings: { threshold: 1, softRatio: 1 },
		tellsNoEnds: true,
	},
	{ name: 'Precis, as it is set up', window, settings: {} },
	{ name: 'Precis, summaries by the model', window, settings: {}, byModel: true },
	{ name: 'Precis, with a look-up in every tenth reply', window, settings: {}, lookUpEvery: 10 },
];

interface Run {
	readonly received: readonly BilledRequest[];
	readonly compactions: number;
	/** Compactions that a request waited for. */
	readonly waits: number;
	/** Of what sessions were told at their beginning, how much their last request still has: a share. */
	readonly remembered: number;
}

async function run(
	strategy: Strategy,
	provider: Provider,
	seed: number,
	pauses: boolean,
): Promise<Run> {
	const counter = await loadTokenCounter();
	const sessions = new Map<string, RunningSession>();
	const received: BilledRequest[] = [];
	const model = new StrictModel(strategy.window, counter);
	const script = { seed, sessions: 3, turns: 200 };
	const agent = await runAgent(
		{
			ask(system, history, signal) {
				const session = sessions.get(system) ?? new RunningSession(strategy, provider, pauses);
				sessions.set(system, session);
				session.onSummary ??= (context, own) =>
					received.push({
						session: system,
						at: session.clock.now,
						context,
						tools: own ? 0 : tools,
						written: counter.count(summary),
					});
				return session.ask(system, [...history], signal, (context) => {
					received.push({ session: system, at: session.clock.now, tools, context });
					return model.ask(system, context, tools);
				});
			},
		},
		script,
	);
	const sum = (of: (session: RunningSession) => number): number =>
		[...sessions.values()].reduce((total, session) => total + of(session), 0);
	const compactions = sum((session) => session.compactions);
	const waits = sum((session) => session.waits);
	await Promise.all([...sessions.values()].map((session) => session.end()));
	if (model.refusals.length > 0) {
		throw new Error(`${strategy.name}: ${model.refusals[0]}`);
	}
	return { received, compactions, waits, remembered: rememberedIn(agent, received) };
}

/** Whether a summary was finished. */
function isCommitting(event: WorkerEvent): event is Extract<WorkerEvent, { readonly type: 'job' }> {
	return event.type === 'job' && event.progress.phase === 'committing';
}

/** One session with a service and a clock of its own. */
class RunningSession {
	readonly clock: SessionClock;
	readonly #strategy: Strategy;
	readonly #provider: Provider;
	readonly #folder = mkdtempSync(join(tmpdir(), 'precis-bench-'));
	readonly #service: WorkerService;
	readonly #host = new FakeHost();
	/** A model is asked for a summary. @param own In a request of its own. */
	onSummary: ((context: readonly Message[], own: boolean) => void) | undefined;
	#sent: { readonly context: readonly Message[]; readonly length: number } | undefined;
	#requests = 0;
	/** Requests that waited for a summary. */
	waits = 0;

	constructor(strategy: Strategy, provider: Provider, pauses: boolean) {
		this.#provider = provider;
		this.#strategy = strategy;
		this.clock = new SessionClock(pauses);
		this.#service = new WorkerService({
			storage: this.#folder,
			host: this.#host,
			time: this.clock,
		});
		this.#service.configure({
			compaction: { ...defaultSettings, ...strategy.settings },
			automatic: this.#strategy.automatic ?? true,
			...(strategy.byModel === true ? { summaryWriter: { kind: 'answering', wasUsed: true } } : {}),
			keep: false,
			keepsRequests: false,
			excluded: [],
			retention: {},
		});
		if (strategy.byModel === true) {
			this.#writeByModel();
		}
	}

	#writeByModel(): void {
		const main = { id: 'model', window: this.#strategy.window, route: 'model' };
		this.#host.models = () => {
			const sent = this.#sent && {
				model: main.id,
				length: this.#sent.length,
				tokens: JSON.stringify(this.#sent.context).length / 4,
			};
			return Promise.resolve({
				transientRetries: 0,
				main,
				...(sent === undefined ? {} : { sent }),
			});
		};
		this.#host.reply = () => {
			const { messages, continuesAfter } = at(this.#host.calls, -1).request;
			const before = continuesAfter === undefined ? [] : (this.#sent?.context ?? []);
			this.onSummary?.([...before, ...messages], continuesAfter === undefined);
			return Promise.resolve({ content: summary, finishReason: 'stop' });
		};
	}

	get compactions(): number {
		return this.#host.events.filter(({ type }) => type === 'job-ended').length;
	}

	/** Whether a summary is being written. */
	get #isSummarising(): boolean {
		const running = new Set<string>();
		for (const event of this.#host.events) {
			if (event.type === 'job') {
				running.add(event.conversation);
			}
			if (event.type === 'job-ended' || isCommitting(event)) {
				running.delete(event.conversation);
			}
		}
		return running.size > 0;
	}

	async ask(
		system: string,
		rest: readonly Message[],
		signal: AbortSignal,
		send: (context: readonly Message[]) => ScriptedReply,
	): Promise<ScriptedReply> {
		const isNewTurn = rest.at(-1)?.role === 'user';
		await this.clock.pass(isNewTurn, () => this.#summarised());
		if (isNewTurn) {
			// Whoever types gives a summary the seconds it takes.
			await this.#summarised();
		}
		const call = { signal, progress: () => undefined };
		const shape: RequestShape = {
			window: this.#strategy.window,
			reservedReply: 0,
			overhead: { ...noOverhead, tools },
			recall: false,
			...this.#provider.model,
		};
		const methods = await this.#service.methods();
		const before = this.#host.events.length;
		const prepared = await methods.prepare({ messages: rest, shape }, call);
		const meanwhile = this.#host.events.slice(before);
		this.waits += meanwhile.some(isCommitting) ? 1 : 0;
		let callsTools = false;
		try {
			signal.throwIfAborted();
			const reply = await this.#reply(system, rest, prepared, (context) => {
				this.#sent = { context, length: rest.length };
				return send(context);
			});
			callsTools = reply.toolCalls.length > 0;
			return reply;
		} finally {
			const { conversation: id } = prepared;
			if (id !== undefined && this.#strategy.tellsNoEnds !== true) {
				await methods.requestEnded({ id, callsTools }, call);
			}
		}
	}

	async #reply(
		system: string,
		rest: readonly Message[],
		{ record, recalls = [], conversation: id }: PreparedRequest,
		send: (context: readonly Message[]) => ScriptedReply,
	): Promise<ScriptedReply> {
		const reply = send(clientContext(system, rest, record, recalls));
		this.#requests += 1;
		const { lookUpEvery = Infinity } = this.#strategy;
		if (record === undefined || id === undefined || this.#requests % lookUpEvery !== 0) {
			return reply;
		}
		const exchange = await lookUp(await this.#service.methods(), id, rest);
		const log: readonly Message[] = [...rest, { role: 'assistant', content: '' }];
		const whole = send(clientContext(system, log, record, [...recalls, exchange]));
		const call = { signal: new AbortController().signal, progress: () => undefined };
		await (await this.#service.methods()).keepRecall({ id, exchange }, call);
		return whole;
	}

	/** Resolves when no summary is being written. */
	async #summarised(): Promise<void> {
		// A compaction begins a moment after its cause.
		await setImmediate();
		while (this.#isSummarising) {
			await setImmediate();
		}
	}

	async end(): Promise<void> {
		await this.#service.shutDown();
		rmSync(this.#folder, { recursive: true, force: true });
	}
}

function rememberedIn({ sessions }: AgentRun, received: readonly BilledRequest[]): number {
	const kept = sessions.flatMap(({ facts, system }) => {
		const last = received.findLast(({ session }) => session === system);
		const text = JSON.stringify(last?.context);
		return facts.map(({ token }) => text.includes(token));
	});
	return kept.filter(Boolean).length / kept.length;
}

/** What a model finds that looks for the person's latest words. */
async function lookUp(
	methods: WorkerMethods,
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
				calls: [
					{ call: { ...made, arguments: JSON.stringify({ query }) }, result, clientCallsBefore: 0 },
				],
			},
		],
		isMixed: false,
	};
}

const k = (tokens: number): string => `${Math.round(tokens / 1_000).toLocaleString('en-US')} k`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

async function report(pauses: boolean, counter: TokenCounter): Promise<void> {
	const first = new Map<string, Bill>();
	for (const strategy of strategies.filter(
		({ name }) => name === 'no compaction' || name.includes(only),
	)) {
		console.log(`\n${strategy.name}${pauses ? ', with pauses' : ''}`);
		let runs: readonly Run[] = [];
		for (const [name, provider] of Object.entries(providers)) {
			// Without compaction, every provider receives the same requests.
			if (runs.length === 0 || strategy.automatic !== false) {
				runs = await Promise.all(seeds.map((seed) => run(strategy, provider, seed, pauses)));
			}
			const mean = (of: (one: Run) => number): number =>
				runs.reduce((total, one) => total + of(one), 0) / runs.length;
			const bills = runs.map(({ received }) => billOf(received, provider.rules, counter));
			const sum = (of: (bill: Bill) => number): number =>
				bills.reduce((total, bill) => total + of(bill), 0) / bills.length;
			const bill: Bill = {
				requests: sum(({ requests }) => requests),
				input: sum(({ input }) => input),
				cached: sum(({ cached }) => cached),
				billed: sum(({ billed }) => billed),
				largest: Math.max(...bills.map(({ largest }) => largest)),
			};
			const base = first.get(name) ?? bill;
			first.set(name, base);
			const share = bill.cached / bill.input;
			row(
				`  ${name}: billed; of it without compaction`,
				k(bill.billed),
				percent(bill.billed / base.billed),
			);
			row(
				'    input; of it cached, of that without compaction; largest request',
				k(bill.input),
				`${percent(share)}, ${base.cached === 0 ? '–' : percent((share * base.input) / base.cached)}; ${k(bill.largest)}`,
			);
			row(
				'    compactions; requests that waited; stated at the beginning and still known',
				mean(({ compactions }) => compactions).toFixed(1),
				`${mean(({ waits }) => waits).toFixed(1)}; ${percent(mean(({ remembered }) => remembered))}`,
			);
		}
	}
}

const counter = await loadTokenCounter();
await report(false, counter);
await report(true, counter);
