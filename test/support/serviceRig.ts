import type { SqliteStore } from '../../src/conversations/store/sqliteStore.ts';
import { FakeTimers } from './fakeTimers.ts';
import { cacheRules, type CacheRules } from '../../src/compaction/cost/cacheRules.ts';
import assert from 'node:assert/strict';
import type { CompactionSettings } from '../../src/compaction/budgets.ts';
import { renderContext } from '../../src/compaction/render.ts';
import type { ConversationActor } from '../../src/conversations/service/actor.ts';
import type { ConversationEvent } from '../../src/conversations/service/events.ts';
import type { ServiceParts, SummaryJob } from '../../src/conversations/service/ports.ts';
import { ImageTokens } from '../../src/conversations/service/imageTokens.ts';
import { ConversationService } from '../../src/conversations/service/service.ts';
import { memoryStore } from '../../src/conversations/store/openStore.ts';
import { StoreError } from '../../src/conversations/store/storeError.ts';
import { textOf, type Message } from '../../src/messages/message.ts';
import { countMessage, estimatedTokens } from '../../src/messages/tokens.ts';
import type { Summariser } from '../../src/models/ladder.ts';
import { settingsWith } from './compactions.ts';
import { assistant, at, prose, user } from './logs.ts';
import { FaultyStore } from './faultyStore.ts';
import { violations } from './providerRules.ts';
import { settled } from './scriptedClients.ts';
import { ClientTurn, SummaryCall } from './serviceCalls.ts';

/** What a rig is made with; whatever is not said is the same for all. */
export interface RigOptions {
	readonly settings?: Partial<CompactionSettings>;
	readonly store?: SqliteStore;
	readonly recall?: boolean;
	/** Summarises at once instead of waiting for the test. */
	readonly summariser?: Summariser;
}

/** A window of 8,000 tokens. */
export const smallWindow: Partial<CompactionSettings> = { window: 8_000, reservedReply: 500 };

/** The thresholds of {@link smallWindow}. */
export const soft = 5_440;
export const hard = 6_800;

/** What a service is made with besides its store and its summariser, where a test does not say otherwise. */
export function partsWith(
	timers: FakeTimers,
	settings = smallWindow,
): Omit<ServiceParts, 'store' | 'summariserFor'> {
	return {
		counter: estimatedTokens,
		settingsOf: () => ({
			compaction: settingsWith(settings),
			prices: { rules: cacheRules.free },
			images: new ImageTokens(),
			recall: false,
			automatic: true,
		}),
		monotonic: () => timers.now,
		epoch: () => timers.now,
		timers,
		wait: () => Promise.resolve(),
		onEvent: () => undefined,
		unexpected(error) {
			throw error;
		},
	};
}

/** A conversation service whose model, summariser, store and clock do what a test tells them. */
export class ServiceRig {
	readonly faults: FaultyStore;
	readonly service: ConversationService;
	readonly id: string;
	/** Those that have had their context. */
	readonly turns: ClientTurn[] = [];
	readonly summaries: SummaryCall[] = [];
	readonly events: ConversationEvent[] = [];
	readonly unexpected: unknown[] = [];
	/** Why turns have not had their context. */
	readonly stopped: unknown[] = [];
	/** What `wait` waits for. */
	readonly waits: { readonly ms: number; readonly go: () => void }[] = [];
	/** Summarisers that do not listen to their signal. */
	deaf = false;
	settings: CompactionSettings;
	/** The settings cannot be read. */
	settingsFail = false;
	/** Whether conversations are compacted by themselves. */
	automatic = true;
	cache: CacheRules = cacheRules.free;
	readonly images = new ImageTokens();
	readonly timers = new FakeTimers();
	/** What a test does when it hears of an event. */
	onEvent: (event: ConversationEvent) => void = () => undefined;

	constructor(options: RigOptions = {}) {
		this.settings = settingsWith({ ...smallWindow, ...options.settings });
		this.faults = new FaultyStore(options.store ?? memoryStore(() => this.timers.now));
		this.service = this.newService(options);
		this.id = this.service.create({ title: 'Test', source: 'test' }).id;
	}

	get store(): SqliteStore {
		return this.faults.store;
	}

	/** Its conversation. */
	get actor(): ConversationActor {
		return this.service.of(this.id);
	}

	/** Another service on the same store: after a reload, or in another window. */
	newService(options: RigOptions = {}, events = this.events): ConversationService {
		return new ConversationService({
			...partsWith(this.timers),
			store: this.store,
			summariserFor: (job) => options.summariser ?? this.#summariserOf(job),
			settingsOf: () => {
				if (this.settingsFail) {
					throw new StoreError('io');
				}
				return {
					compaction: this.settings,
					prices: { rules: this.cache },
					images: this.images,
					recall: options.recall ?? false,
					automatic: this.automatic,
				};
			},
			wait: (ms, signal) => this.#wait(ms, signal),
			onEvent: (event) => {
				events.push(event);
				this.onEvent(event);
			},
			unexpected: (error) => this.unexpected.push(error),
		});
	}

	/** The person says something. */
	submit(text = 'Please go on.', service = this.service): ClientTurn {
		const turn = new ClientTurn(service.of(this.id), text);
		turn.ask().then(
			() => this.turns.push(turn),
			(error: unknown) => this.stopped.push(error),
		);
		return turn;
	}

	/** A whole turn with an answer of this many words. */
	async turn(words = 10): Promise<void> {
		this.submit(`Request ${this.turns.length}`);
		await settled();
		await this.lastTurn.answer('word '.repeat(words));
	}

	/** The provider's count of the prompt that was sent last, tokens. */
	reports(tokens: number): void {
		this.actor.clientTurns.promptTokens(tokens);
	}

	/** Appends turns, at once, until the log has grown by this many tokens or a few more. */
	async load(tokens: number): Promise<void> {
		const messages: Message[] = [];
		const turn = (): number => messages.length + this.store.log(this.id).length;
		for (let sum = 0; sum < tokens; sum = tokensOf(messages)) {
			messages.push(user(prose(200, turn())), assistant(prose(600, turn())));
		}
		this.actor.clientTurns.append(messages);
	}

	get tokens(): number {
		return this.actor.usage.size.tokens;
	}

	get lastTurn(): ClientTurn {
		return at(this.turns, -1);
	}

	get lastSummary(): SummaryCall {
		return at(this.summaries, -1);
	}

	/** The log as text, by role. */
	get said(): string[] {
		return this.store
			.log(this.id)
			.map(({ message }) => `${message.role}: ${textOf(message.content)}`);
	}

	of<Type extends ConversationEvent['type']>(
		type: Type,
	): Extract<ConversationEvent, { readonly type: Type }>[] {
		return this.events.filter(
			(event): event is Extract<ConversationEvent, { readonly type: Type }> => event.type === type,
		);
	}

	/** Kinds of the notices, in order. */
	get notices(): string[] {
		return this.of('notice').map(({ notice }) =>
			notice.kind === 'not-compacting' ? notice.reason : notice.kind,
		);
	}

	/** The context suits every provider, and is what the store says. */
	assertSound(service = this.service): void {
		const { messages } = service.of(this.id).conversation.context;
		assert.deepEqual(violations(messages), []);
		const stored = this.store.find(this.id);
		const record = this.store.records(this.id).find(({ id }) => id === stored?.active);
		assert.deepEqual(messages, renderContext(this.store.log(this.id), record?.record).messages);
		assert.deepEqual(this.unexpected, []);
	}

	#summariserOf(job: SummaryJob): Summariser {
		return {
			summarise: (request, signal) => {
				const call = new SummaryCall(job, request, signal);
				this.summaries.push(call);
				job.onProgress({ rung: 'built-in', piece: 1, of: 1, attempt: 1 });
				return this.#hearing(call.written, signal);
			},
		};
	}

	/** Ends with an abort, unless it is deaf. */
	#hearing<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
		if (this.deaf) {
			return result;
		}
		return new Promise((resolve, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
			result.then(resolve, reject);
		});
	}

	#wait(ms: number, signal: AbortSignal): Promise<void> {
		return new Promise((resolve, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
			this.waits.push({ ms, go: resolve });
		});
	}
}

function tokensOf(messages: readonly Message[]): number {
	return messages.reduce((sum, message) => sum + countMessage(message, estimatedTokens), 0);
}

/** A rig whose conversation has at least this many tokens. */
export async function rigWith(tokens: number, options?: RigOptions): Promise<ServiceRig> {
	const rig = new ServiceRig(options);
	await rig.load(tokens);
	return rig;
}

/** A rig in whose background a compaction waits for its summary, in a turn that waits for its answer. */
export async function rigInBackground(): Promise<ServiceRig> {
	const rig = await rigWith(soft + 100);
	rig.submit();
	await settled();
	assert.equal(rig.summaries.length, 1);
	assert.equal(rig.turns.length, 1);
	return rig;
}

/** Lets a wait that was asked for pass. */
export async function pass(rig: ServiceRig): Promise<void> {
	rig.waits.splice(0).forEach(({ go }) => go());
	await settled();
}
