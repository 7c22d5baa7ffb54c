import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import type { LogOutputChannel } from 'vscode';
import type { OpenOptions, PrecisApi, PrecisConversation, PrecisErrorCode } from '../../src/api.ts';
import type { Handlers } from '../../src/protocol/channel.ts';
import type { HostRequests } from '../../src/protocol/hostRequests.ts';
import { ExportedApi } from '../../src/vscode/api/exportedApi.ts';
import { WorkerClient, type WorkerPort } from '../../src/vscode/worker/workerClient.ts';
import { serve, WorkerService } from '../../src/worker/serve.ts';
import { session, workerSettings } from './workerRig.ts';

const notAsked = (): Promise<never> => Promise.reject(new Error('not asked'));

/** The exported API over the worker's service, with a channel between them as in VS Code. */
class ApiRig {
	readonly api: ExportedApi;
	readonly client: WorkerClient;
	/** What was written to the log as an error. */
	readonly logged: string[] = [];
	/** Which models may write a summary: none, unless a test says otherwise. */
	models: Handlers<HostRequests>['models'] = () => Promise.resolve({ transientRetries: 0 });
	settings = workerSettings;
	/** How many threads were started. */
	starts = 0;
	readonly #storage: string;
	#service: WorkerService | undefined;
	#exit: () => void = () => undefined;

	constructor(storage: string) {
		this.#storage = storage;
		this.client = new WorkerClient({
			start: () => this.#start(),
			settings: () => this.settings,
		});
		const log = { error: (text: unknown) => this.logged.push(String(text)) };
		this.api = new ExportedApi({
			worker: this.client,
			settings: () => this.settings.compaction,
			log: log as unknown as LogOutputChannel,
		});
		this.client.handle(() => ({
			models: (plan, call) => this.models(plan, call),
			call: notAsked,
			turn: notAsked,
		}));
	}

	/** What another extension gets. */
	get precis(): PrecisApi {
		return this.api.exports.getApi(1);
	}

	/** A conversation of another extension, with a window that little text fills. */
	open(options: Partial<OpenOptions> = {}): Promise<PrecisConversation> {
		const sizes = { window: 8_000, reservedReply: 500 };
		return this.precis.openConversation({ key: 'test.consumer/1', ...sizes, ...options });
	}

	/** The next compaction waits until the returned function is called. */
	holdCompaction(): () => void {
		return this.heldCompaction().release;
	}

	/** Likewise; tells when it has begun. */
	heldCompaction(): { readonly started: Promise<void>; readonly release: () => void } {
		const gate = Promise.withResolvers<void>();
		const started = Promise.withResolvers<void>();
		const { models } = this;
		this.models = async (plan, call) => {
			this.models = models;
			started.resolve();
			await gate.promise;
			return models(plan, call);
		};
		return { started: started.promise, release: gate.resolve };
	}

	/** The worker thread is gone without having been asked. */
	async crash(): Promise<void> {
		this.#exit();
		await this.#service?.shutDown();
	}

	shutDown(): Promise<void> {
		return this.client.shutDown();
	}

	#start(): WorkerPort {
		this.starts += 1;
		const { port1: host, port2: worker } = new MessageChannel();
		const storage = this.#storage;
		this.#service = serve(worker, (host) => new WorkerService({ storage, host }));
		this.#exit = () => worker.close();
		return {
			postMessage: (message) => host.postMessage(message),
			onMessage: (listener) => void host.on('message', listener),
			onExit: (listener) => void host.on('close', () => listener()),
			terminate: () => host.close(),
		};
	}
}

/** What an error of the API looks like. */
export function fails(code: PrecisErrorCode, message = /./) {
	return { name: 'PrecisError', code, message };
}

/** A conversation of another extension, and the rig it lives in. */
interface OpenedConversation {
	readonly rig: ApiRig;
	readonly conversation: PrecisConversation;
}

/** A folder for each test, and rigs over it. */
export interface ApiBench {
	/** Another one while the first runs: another window. */
	readonly start: () => ApiRig;
	readonly opened: (options?: Partial<OpenOptions>) => Promise<OpenedConversation>;
	/** With enough in it to compact. */
	readonly filled: () => Promise<OpenedConversation>;
}

export function apiBench(): ApiBench {
	const rigs: ApiRig[] = [];
	let folder: string | undefined;
	afterEach(async () => {
		await Promise.all(rigs.splice(0).map((rig) => rig.shutDown()));
		if (folder !== undefined) {
			rmSync(folder, { recursive: true, force: true });
			folder = undefined;
		}
	});
	const start = (): ApiRig => {
		folder ??= mkdtempSync(join(tmpdir(), 'precis-api-'));
		const rig = new ApiRig(join(folder, 'storage'));
		rigs.push(rig);
		return rig;
	};
	const opened = async (options: Partial<OpenOptions> = {}): Promise<OpenedConversation> => {
		const rig = start();
		return { rig, conversation: await rig.open(options) };
	};
	return {
		start,
		opened,
		async filled() {
			const { rig, conversation } = await opened();
			await conversation.append(session);
			return { rig, conversation };
		},
	};
}
