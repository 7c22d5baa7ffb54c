import { isDeepStrictEqual } from 'node:util';
import { type InputPrices, pricesOf, summariserPrice } from '../compaction/cost/modelPrices.ts';
import { noOverhead } from '../compaction/overhead.ts';
import type { ServiceParts, ServiceSettings } from '../conversations/service/ports.ts';
import { ConversationService } from '../conversations/service/service.ts';
import { openStore } from '../conversations/store/openStore.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { systemTime, systemTimers } from '../models/deadlines.ts';
import type { RequestShape } from '../protocol/clientRequests.ts';
import type { SummaryWriter, WorkerSettings } from '../protocol/workerSettings.ts';
import { EventsForHost } from './eventsForHost.ts';
import { FileImport } from './fileImport.ts';
import { HostTurns } from './hostTurns.ts';
import { NamedConversations } from './namedConversations.ts';
import { OpenedFiles, type OpenedFilesParts } from './openedFiles.ts';
import type { Host } from './serve.ts';
import { StoredContexts } from './storedContexts.ts';
import { ladderOf } from './summaries.ts';
import { loadTokenCounter } from './tokenCounter.ts';

/** What the worker is built from. */
export interface WorkerParts {
	/** Folder of the store; made when it is missing. */
	readonly storage: string;
	readonly host: Host;
	/** Milliseconds that do not run backwards, and timers; absent: the machine's. */
	readonly time?: Pick<ServiceParts, 'monotonic' | 'timers'>;
	/** What a test wants otherwise for opened files. */
	readonly files?: Partial<OpenedFilesParts>;
}

/** Everything that lives in the worker, once it was needed. */
export interface WorkerServices {
	readonly store: SqliteStore;
	readonly service: ConversationService;
	readonly events: EventsForHost;
	readonly named: NamedConversations;
	readonly files: OpenedFiles;
	readonly turns: HostTurns;
	readonly counter: TokenCounter;
	readonly contexts: StoredContexts;
	/** Conversations that were to be kept and are in memory only; their person was told. */
	readonly unkept: Set<string>;
	/** What requests of conversations look like that clients lead. */
	readonly shapes: RequestShapes;
	readonly settings: () => WorkerSettings;
	/** What counts for a conversation now. */
	readonly settingsOf: (conversation: string) => ServiceSettings;
}

const machineTime: Required<WorkerParts>['time'] = {
	monotonic: () => systemTime.clock.monotonic(),
	timers: systemTimers,
};

/** Opens the store and starts the service. @param settings Those of this moment. */
export async function openWorkerServices(
	{ storage, host, files: wishes, time = machineTime }: WorkerParts,
	settings: () => WorkerSettings,
): Promise<WorkerServices> {
	const now = Date.now;
	const unexpected = (error: unknown): void =>
		host.tell({
			type: 'unexpected',
			message: error instanceof Error ? describe(error) : String(error),
		});
	const counter = await loadTokenCounter();
	const unkept = new Set<string>();
	const opened = openStore(storage, {
		now,
		keepsNew: () => settings().keep,
		onUnkept(conversation, { kind, message }) {
			unkept.add(conversation);
			host.tell({ type: 'not-kept', conversation, reason: kind, message });
		},
	});
	const { store } = opened;
	if (opened.kind !== 'opened') {
		host.tell({ type: 'store', status: opened.kind, message: opened.message });
	}
	const learntWindows = new Map<string, number>();
	const turns = new HostTurns(host);
	const shapes: RequestShapes = new RequestShapes(store, () => service);
	const settingsOf = (conversation: string): ServiceSettings =>
		settingsFor(
			settings(),
			shapes.get(conversation),
			store.find(conversation)?.state.usage?.window,
		);
	const service: ConversationService = new ConversationService({
		store,
		counter,
		turns,
		summariserFor: (job) => ladderOf({ host, store, learntWindows, now, unexpected }, job),
		settingsOf,
		...time,
		epoch: now,
		wait: systemTime.wait,
		unexpected,
	});
	const events = new EventsForHost(host);
	service.on((event) => events.hear(event));
	const imports = new FileImport(store, service, counter, settingsOf);
	const named = new NamedConversations(store, () => settings().excluded);
	const files = new OpenedFiles(store, service, {
		settings,
		counter,
		named,
		imports,
		changed: (conversation) => events.changed(conversation),
		...wishes,
	});
	const contexts = new StoredContexts(store);
	return {
		store,
		service,
		events,
		named,
		files,
		turns,
		counter,
		contexts,
		unkept,
		shapes,
		settings,
		settingsOf,
	};
}

/** Where nobody has told what requests look like, they offer no tools, and nothing speaks of recall. */
function settingsFor(
	{ compaction, summaryWriter, automatic }: WorkerSettings,
	shape: RequestShape | undefined,
	recordedWindow: number | undefined,
): ServiceSettings {
	const prices = pricesOf(shape?.model, shape?.prices);
	const summariser = summariserOf(summaryWriter, prices, shape !== undefined);
	const all = summariser === undefined ? prices : { ...prices, summariser };
	if (shape === undefined) {
		const { window = compaction.window } = { window: recordedWindow };
		return { compaction: { ...compaction, window }, prices: all, recall: false, automatic };
	}
	const { window, reservedReply, overhead, recall, threshold = compaction.threshold } = shape;
	return {
		compaction: {
			...compaction,
			window,
			reservedReply,
			overhead,
			...(threshold === undefined ? {} : { threshold }),
		},
		prices: all,
		recall,
		automatic,
	};
}

/** What a token costs that is read for a summary; undefined where no model writes it. @param isLed By a client. */
function summariserOf(
	writer: SummaryWriter | undefined,
	answering: InputPrices,
	isLed: boolean,
): number | undefined {
	switch (writer?.kind) {
		case 'named': {
			const { id, inputPrice } = writer;
			const stated = inputPrice === undefined ? {} : { inputPrice };
			return summariserPrice(answering, pricesOf(id, stated));
		}
		case 'answering':
			return isLed || writer.wasUsed ? summariserPrice(answering, answering) : undefined;
		case undefined:
			return undefined;
	}
}

function describe(error: Error): string {
	return error.stack ?? error.message;
}

/**
 * What requests of conversations look like. Window and overhead are kept with the conversation: after a reload
 * nobody tells it before the next request, and thresholds follow from it.
 */
class RequestShapes {
	readonly #store: Pick<SqliteStore, 'find'>;
	readonly #service: () => Pick<ConversationService, 'of'>;
	readonly #shapes = new Map<string, RequestShape>();

	constructor(store: Pick<SqliteStore, 'find'>, service: () => Pick<ConversationService, 'of'>) {
		this.#store = store;
		this.#service = service;
	}

	/** Undefined: nobody has told. */
	get(conversation: string): RequestShape | undefined {
		const known = this.#shapes.get(conversation);
		if (known !== undefined) {
			return known;
		}
		const kept = this.#store.find(conversation)?.state.window;
		return kept === undefined
			? undefined
			: {
					window: kept.tokens,
					reservedReply: kept.reservedReply,
					...(kept.threshold === undefined ? {} : { threshold: kept.threshold }),
					overhead: kept.overhead ?? noOverhead,
					recall: kept.recall === true,
				};
	}

	set(conversation: string, shape: RequestShape): void {
		const before = this.get(conversation);
		this.#shapes.set(conversation, shape);
		const { window: tokens, reservedReply, threshold, overhead, recall } = shape;
		const isKnown =
			before?.window === tokens &&
			before.reservedReply === reservedReply &&
			before.recall === recall &&
			before.threshold === threshold &&
			isDeepStrictEqual(before.overhead, overhead);
		if (!isKnown) {
			this.#service()
				.of(conversation)
				.clientTurns.keepTold({
					window: {
						tokens,
						reservedReply,
						overhead,
						...(recall ? { recall } : {}),
						...(threshold === undefined ? {} : { threshold }),
					},
				});
		}
	}
}
