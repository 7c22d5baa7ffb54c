import { isClosed } from '../conversations/store/storeError.ts';
import type { WorkerSettings } from '../protocol/workerSettings.ts';
import { type Host, HostChannel, type ServicePort } from './host.ts';
import { createMethods, type WorkerMethods } from './methods.ts';
import { loadTokenCounter } from './tokenCounter.ts';
import { type WorkerParts, WorkerServices } from './workerServices.ts';

/** How often old conversations are deleted and a backup is made, milliseconds. */
const tidyIntervalMs = 6 * 60 * 60 * 1000;

/** Serves the host behind a port, until it shuts the worker down. */
export function serve<
	Service extends Pick<WorkerService, 'methods' | 'configure' | 'show' | 'shutDown'>,
>(port: ServicePort, create: (host: Host) => Service): Service {
	const channel = new HostChannel(port);
	const service = create(channel);
	channel.handle(() => service.methods());
	channel.onNotification('settings', ({ settings }) => service.configure(settings));
	channel.onNotification('shown', ({ conversation, isFollowed }) =>
		service.show(conversation, isFollowed),
	);
	channel.onNotification('shut-down', () => void service.shutDown().finally(() => port.close()));
	return service;
}

interface Opened {
	readonly services: WorkerServices;
	readonly methods: WorkerMethods;
	readonly tidying: NodeJS.Timeout;
}

/** Opens everything with the first request, and closes it when the worker shuts down. */
export class WorkerService {
	readonly #parts: WorkerParts;
	#settings: WorkerSettings | undefined;
	#shown: string | undefined;
	#opening: Promise<Opened> | undefined;
	#ended: Promise<void> | undefined;

	constructor(parts: WorkerParts) {
		this.#parts = parts;
	}

	async methods(): Promise<WorkerMethods> {
		this.#opening ??= this.#open().catch((error: unknown) => {
			// The next request tries again.
			this.#opening = undefined;
			throw error;
		});
		return (await this.#opening).methods;
	}

	/** The user's settings, before the first request and after every change. */
	configure(settings: WorkerSettings): void {
		this.#settings = settings;
		void this.#opening?.then(
			({ services }) => {
				try {
					services.keepAllowed();
				} catch (error) {
					services.unexpected(error);
				}
			},
			// The request that opens it fails.
			() => undefined,
		);
	}

	/** The conversation that is on screen from now on; undefined: none. @param isFollowed Whether its file is followed. */
	show(conversation: string | undefined, isFollowed: boolean): void {
		this.#shown = conversation;
		void this.#opening?.then(
			({ services }) => services.files.follower.follow(isFollowed ? conversation : undefined),
			// The request that opens it fails.
			() => undefined,
		);
	}

	/** Cancels all running work, and closes everything that is open. Never rejects. */
	shutDown(): Promise<void> {
		return (this.#ended ??= this.#end());
	}

	get #current(): WorkerSettings {
		if (this.#settings === undefined) {
			throw new Error('The worker received a request before its settings.');
		}
		return this.#settings;
	}

	async #open(): Promise<Opened> {
		const counter = await loadTokenCounter();
		const services = new WorkerServices(
			this.#parts,
			() => this.#current,
			() => this.#shown,
			counter,
		);
		try {
			services.service.resumeIdle(({ workspace }) => workspace === this.#current.workspace);
		} catch (error) {
			services.unexpected(error);
		}
		setImmediate(() => void this.#tidy(services));
		const tidying = setInterval(() => void this.#tidy(services), tidyIntervalMs).unref();
		return { services, methods: createMethods(services), tidying };
	}

	/**
	 * At the start and periodically, but never at a change: an incompletely typed limit would delete conversations. Never
	 * rejects.
	 */
	async #tidy(services: WorkerServices): Promise<void> {
		const { retention: limits } = this.#current;
		const attempt = async (work: () => Promise<void>): Promise<void> => {
			try {
				await work();
			} catch (error) {
				if (!isClosed(error)) {
					services.unexpected(error);
				}
			}
		};
		// What the previous session deleted must not count toward the limits.
		await attempt(() => services.store.freeSpace());
		// Also if that failed, on a full disk for example: this makes room.
		await attempt(async () => {
			if (services.store.canKeep && Object.keys(limits).length > 0) {
				services.service.prune(limits, Date.now());
			}
			await services.store.backUp();
		});
	}

	async #end(): Promise<void> {
		const opened = await this.#opening?.catch(() => undefined);
		clearInterval(opened?.tidying);
		await opened?.services.close();
	}
}
