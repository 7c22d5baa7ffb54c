import type { WorkerSettings } from '../protocol/workerSettings.ts';
import { ClientRequests } from './clientRequests.ts';
import { ConversationAccess } from './conversationAccess.ts';
import { openWorkerServices, type WorkerServices, type WorkerParts } from './workerServices.ts';
import { createMethods } from './methods.ts';
import type { WorkerService } from './serve.ts';

/** How often old conversations are deleted and a backup is made, milliseconds. */
const tidyIntervalMs = 6 * 60 * 60 * 1000;

/** Store, conversations, readers and token counts as the worker serves them. */
export function createWorkerService(parts: WorkerParts): WorkerService {
	let settings: WorkerSettings | undefined;
	let opening: Promise<WorkerServices> | undefined;
	let retention: NodeJS.Timeout | undefined;
	let ended: Promise<void> | undefined;

	function current(): WorkerSettings {
		if (settings === undefined) {
			throw new Error('The worker was asked for something before it got its settings.');
		}
		return settings;
	}

	function services(): Promise<WorkerServices> {
		opening ??= open().catch((error: unknown) => {
			// The next request tries again.
			opening = undefined;
			throw error;
		});
		return opening;
	}

	async function open(): Promise<WorkerServices> {
		const opened = await openWorkerServices(parts, current);
		opened.events.viewOf = (id) => access.shownView(opened, id);
		try {
			opened.service.recover(({ workspace }) => workspace === current().workspace);
		} catch (error) {
			opened.store.close();
			throw error;
		}
		setImmediate(() => void tidy(opened));
		retention = setInterval(() => void tidy(opened), tidyIntervalMs).unref();
		return opened;
	}

	/** At the start and now and then, never at a change: a limit that is being typed would delete. Never rejects. */
	async function tidy({ service, store }: WorkerServices): Promise<void> {
		const { retention: limits } = current();
		try {
			if (store.canKeep && Object.keys(limits).length > 0) {
				service.prune(limits, Date.now());
			}
			await store.backUp();
		} catch (error) {
			parts.host.tell({ type: 'unexpected', message: String(error) });
		}
	}

	async function end(): Promise<void> {
		clearInterval(retention);
		const found = await opening?.catch(() => undefined);
		if (found === undefined) {
			return;
		}
		found.files.forgetAll();
		await found.service.dispose();
		try {
			access.keepUnkept(found);
		} catch (error) {
			parts.host.tell({ type: 'unexpected', message: String(error) });
		}
		found.store.close();
	}

	const access = new ConversationAccess(services, current, parts.host);
	return {
		methods: createMethods(access, new ClientRequests(access)),
		configure(next) {
			settings = next;
		},
		shutDown: () => (ended ??= end()),
	};
}
