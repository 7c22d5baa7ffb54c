import { defaultSettings } from '../../compaction/budgets.ts';
import type { ChannelCall } from '../../protocol/channel.ts';
import type { HostRequests, SummaryModels } from '../../protocol/hostRequests.ts';
import type { JobResult } from '../../protocol/conversationEvents.ts';
import type { WorkerSettings } from '../../protocol/workerSettings.ts';
import { redact } from '../../redaction/redact.ts';
import { ClientRequests } from '../../worker/clientRequests.ts';
import { ConversationAccess } from '../../worker/conversationAccess.ts';
import { openWorkerServices, type WorkerServices } from '../../worker/workerServices.ts';
import { createMethods } from '../../worker/methods.ts';
import type { Host, WorkerMethods } from '../../worker/serve.ts';
import { type Archive, type ArchiveCall, type KnownConversation } from './archive.ts';
import { ToolRefusal } from './refusal.ts';

/** A handoff that was written. */
export interface Compacted {
	/** Handle of the stored conversation. */
	readonly conversation: string;
	readonly title: string;
	readonly handoff: string;
	readonly tokensBefore: number;
	readonly tokensAfter: number;
}

/**
 * Compacts a conversation with the built-in summariser and keeps it, as the editor would: in the same
 * store, under the same locks. The store is open only meanwhile.
 * @throws {ToolRefusal}
 */
export async function compactConversation(
	archive: Archive,
	{ conversation, focus }: { readonly conversation?: string; readonly focus?: string },
	call: ArchiveCall,
): Promise<Compacted> {
	const known = await archive.find(conversation, call);
	return withWorker(archive, async (methods, services) => {
		const worker: ChannelCall = { signal: call.signal, progress: () => undefined };
		const id = await idOf(known, methods, worker);
		const wish = { id, ...(focus === undefined ? {} : { focus: redact(focus) }) };
		const end = await methods.compact(wish, worker);
		call.signal.throwIfAborted();
		const handoff = await methods.handoff({ id }, worker);
		if (end.kind !== 'committed' || handoff === undefined || !services.store.isKept(id)) {
			throw new ToolRefusal('not-compacted', whyNot(end));
		}
		return {
			conversation: id,
			title: redact(services.store.find(id)?.title ?? ''),
			handoff: redact(handoff),
			tokensBefore: end.tokens.before,
			tokensAfter: end.tokens.after,
		};
	});
}

async function withWorker<Result>(
	{ places: { root, storage } }: Archive,
	work: (methods: WorkerMethods, services: WorkerServices) => Promise<Result>,
): Promise<Result> {
	const { workspace } = root;
	const settings: WorkerSettings = {
		compaction: defaultSettings,
		automatic: false,
		keep: true,
		keepsRequests: false,
		excluded: [],
		retention: {},
		...(workspace === undefined ? {} : { workspace }),
	};
	const services = await openWorkerServices({ storage, host: noModels }, () => settings);
	try {
		const access = new ConversationAccess(
			() => Promise.resolve(services),
			() => settings,
			noModels,
		);
		return await work(createMethods(access, new ClientRequests(access)), services);
	} finally {
		services.files.forgetAll();
		await services.service.dispose();
		services.store.close();
	}
}

async function idOf(
	known: KnownConversation,
	methods: WorkerMethods,
	call: ChannelCall,
): Promise<string> {
	if (known.kind === 'stored') {
		return known.stored.id;
	}
	const { path, inside, handle } = known.session;
	const { conversations } = await methods.open({ path }, call);
	const found =
		inside === undefined ? conversations[0] : conversations.find((each) => each.inside === inside);
	if (found === undefined) {
		throw new ToolRefusal('unknown-conversation', `The session ${handle} no longer exists.`);
	}
	return found.id;
}

/** Keys and models are the editor's: nothing is sent from here. */
const noModels: Host = {
	call<Name extends keyof HostRequests>(name: Name): Promise<HostRequests[Name]['result']> {
		const none: SummaryModels = { transientRetries: 0 };
		return name === 'models'
			? Promise.resolve(none as HostRequests[Name]['result'])
			: Promise.reject(new Error('There is no model here.'));
	},
	tell: () => undefined,
};

function whyNot(end: JobResult): string {
	switch (end.kind) {
		case 'refused':
			return `Nothing was compacted: ${end.reason}.`;
		case 'failed':
			return `Nothing was compacted. ${end.message}`;
		case 'cancelled':
			return 'The compaction was cancelled.';
		case 'committed':
		case 'proposed':
			return 'The handoff could not be kept. The editor may be compacting the same conversation: try again later.';
	}
}
