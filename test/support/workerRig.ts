import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TurnContext } from '../../src/conversations/service/ports.ts';
import type { Message } from '../../src/messages/message.ts';
import { toOpenAi } from '../../src/models/openai/chatMessage.ts';
import type { ChannelCall, Progress } from '../../src/protocol/channel.ts';
import type { JobResult } from '../../src/conversations/service/job.ts';
import { toFailure } from '../../src/protocol/failures.ts';
import type { WorkerEvent } from '../../src/protocol/conversationEvents.ts';
import type { ConversationView } from '../../src/protocol/conversationView.ts';
import type { WorkerSettings } from '../../src/protocol/workerSettings.ts';
import type { CompactRequest, WorkerRequests } from '../../src/protocol/workerRequests.ts';
import type { FileAccess } from '../../src/worker/openedFiles.ts';
import type { WorkerClient } from '../../src/vscode/worker/workerClient.ts';
import { WorkerError } from '../../src/vscode/worker/workerError.ts';
import type { WorkerMethods } from '../../src/worker/methods.ts';
import { WorkerService } from '../../src/worker/serve.ts';
import { FakeHost } from './fakeHost.ts';
import type { FakeTimers } from './fakeTimers.ts';
import { assistant, at, prose, user } from './logs.ts';
import { until } from './until.ts';

/** Settings of a person who changed none, in a workspace, with a window that little text fills. */
export const workerSettings: WorkerSettings = {
	compaction: {
		window: 8_000,
		softRatio: 0.8,
		reservedReply: 500,
		protectFirst: 3,
		tailRatio: 0.2,
		userMessageShare: 0.4,
	},
	automatic: true,
	keep: true,
	keepsRequests: true,
	excluded: [],
	retention: {},
	workspace: 'file:///work',
};

/** What of the machine a test replaces. */
interface WorkerOutside extends FileAccess {
	readonly timers?: FakeTimers;
}

type AskedMethods = {
	readonly [Name in keyof WorkerRequests]: (
		parameters: WorkerRequests[Name]['parameters'],
		call?: ChannelCall,
	) => Promise<WorkerRequests[Name]['result']>;
};

/** The worker's service over a folder, with a host that answers as a test says. */
export class WorkerRig {
	readonly host = new FakeHost();
	readonly progress: Progress[] = [];
	readonly service: WorkerService;
	settings = workerSettings;

	constructor(
		storage: string,
		settings: Partial<WorkerSettings>,
		{ timers, ...files }: WorkerOutside = {},
	) {
		const time = timers === undefined ? {} : { time: { timers, monotonic: () => timers.now } };
		this.service = new WorkerService({ storage, host: this.host, files, ...time });
		this.configure(settings);
	}

	get events(): WorkerEvent[] {
		return this.host.events;
	}

	/** The first call opens the worker. A method called without a `ChannelCall` is never cancelled. */
	get methods(): AskedMethods {
		return new Proxy<AskedMethods>({} as AskedMethods, {
			get:
				(_, name: keyof WorkerMethods) =>
				async (parameters: never, call = this.call()) =>
					(await this.service.methods())[name](parameters, call),
		});
	}

	/** The worker as the host has it: with failures as they come through the channel. */
	readonly client: Pick<WorkerClient, 'call'> = {
		call: async (method, parameters, { signal } = {}) => {
			try {
				return await this.methods[method](parameters, this.call(signal));
			} catch (error) {
				throw new WorkerError(toFailure(error, signal?.aborted === true));
			}
		},
	};

	/** What a method gets beside its parameters. */
	call(signal = new AbortController().signal): ChannelCall {
		return { signal, progress: (progress) => this.progress.push(progress) };
	}

	configure(changes: Partial<WorkerSettings>): void {
		this.settings = { ...this.settings, ...changes };
		this.service.configure(this.settings);
	}

	/** Opens a file with one conversation. @returns Its id. */
	async opened(path: string): Promise<string> {
		const { conversations } = await this.methods.open({ path });
		assert.equal(conversations.length, 1);
		return at(conversations, 0).id;
	}

	/** What was said in the messages from one to another, both inclusive. @param first From 1. @param last Absent: the end. */
	async said(id: string, first: number, last = Number.MAX_SAFE_INTEGER): Promise<string> {
		const rows = await this.methods.sessionRows({
			id,
			side: 'conversation',
			start: first - 1,
			end: last,
			whole: true,
		});
		return rows
			.flatMap(({ parts }) => parts.map((part) => (part.kind === 'image' ? '' : part.text)))
			.join('\n');
	}

	view(id: string): Promise<ConversationView> {
		return this.methods.view({ id });
	}

	/** A person looks at a conversation whose file is followed; undefined: at none. */
	async follow(id: string | undefined): Promise<void> {
		this.service.show(id, true);
		await this.service.methods();
	}

	/** A person looks at a conversation from now on. */
	show(id: string): Promise<ConversationView> {
		this.service.show(id, false);
		return this.view(id);
	}

	async compact(id: string, wish: Omit<CompactRequest, 'id'> = {}): Promise<JobResult> {
		const { job: _, ...result } = await this.methods.compact({ id, ...wish });
		return result;
	}

	/** Compacts what has to be compacted. */
	async compacted(id: string, wish: Omit<CompactRequest, 'id'> = {}): Promise<void> {
		assert.equal((await this.compact(id, wish)).kind, 'committed');
	}

	/** A compaction that waits for its models until {@link release}. */
	async heldCompaction(
		id: string,
		wish: Omit<CompactRequest, 'id'> = {},
	): Promise<{ readonly result: Promise<JobResult>; readonly release: () => void }> {
		const gate = Promise.withResolvers<void>();
		const { models } = this.host;
		const before = this.host.plans.length;
		this.host.models = async () => {
			await gate.promise;
			return models();
		};
		const result = this.compact(id, wish);
		await until(() => this.host.plans.length > before);
		this.host.models = models;
		return { result, release: gate.resolve };
	}

	/** The person says something; it is durable then. */
	async tell(id: string, text: string): Promise<void> {
		await this.methods.append({ id, messages: [user(text, 'person')] });
	}

	async reply(id: string, text: string): Promise<void> {
		await this.methods.append({ id, messages: [assistant(text)] });
	}

	/** A whole turn, as a client leads it. @returns What its model was sent. */
	async say(id: string, text: string, answer = 'Certainly.'): Promise<TurnContext> {
		await this.tell(id, text);
		const context = await this.methods.context({ id });
		await this.reply(id, answer);
		return context;
	}

	of<Type extends WorkerEvent['type']>(
		type: Type,
	): Extract<WorkerEvent, { readonly type: Type }>[] {
		return this.events.filter(
			(event): event is Extract<WorkerEvent, { readonly type: Type }> => event.type === type,
		);
	}

	shutDown(): Promise<void> {
		return this.service.shutDown();
	}
}

/** A folder for each test, and workers whose store lies in it. */
export interface WorkerBench {
	/** A path in the folder. */
	readonly path: (name: string) => string;
	/** Where the store lies. */
	readonly storage: () => string;
	/** A worker. Another one while the first runs: another window. */
	readonly start: (settings?: Partial<WorkerSettings>, outside?: WorkerOutside) => WorkerRig;
	/** Shuts a worker down and starts the next one: a reload. */
	readonly restart: (rig: WorkerRig, settings?: Partial<WorkerSettings>) => Promise<WorkerRig>;
	/** Writes a saved session. @returns Its path. */
	readonly session: (messages: readonly Message[], name?: string) => string;
}

export function workerBench(): WorkerBench {
	const rigs: WorkerRig[] = [];
	let made: string | undefined;
	afterEach(async () => {
		await Promise.all(rigs.splice(0).map((rig) => rig.shutDown()));
		if (made !== undefined) {
			rmSync(made, { recursive: true, force: true });
			made = undefined;
		}
	});
	const path = (name: string): string =>
		join((made ??= mkdtempSync(join(tmpdir(), 'precis-worker-'))), name);
	const storage = (): string => path('storage');
	const start = (
		settings: Partial<WorkerSettings> = {},
		outside: WorkerOutside = {},
	): WorkerRig => {
		const rig = new WorkerRig(storage(), settings, outside);
		rigs.push(rig);
		return rig;
	};
	return {
		path,
		storage,
		start,
		async restart(rig, settings) {
			await rig.shutDown();
			return start(settings);
		},
		session(messages, name = 'session.json') {
			writeFileSync(path(name), JSON.stringify(messages.map(toOpenAi)));
			return path(name);
		},
	};
}

/** Turns of about 180 tokens each. */
export function turns(count: number, first = 0): Message[] {
	return Array.from({ length: count }, (_, index) => [
		user(`Request ${first + index}: ${prose(200, first + index)}`),
		assistant(prose(600, first + index)),
	]).flat();
}

/** Enough to be compacted, and far from full: 48 messages. */
export const session: readonly Message[] = turns(24);
