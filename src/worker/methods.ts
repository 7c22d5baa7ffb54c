import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { summaryRequest } from '../compaction/complete.ts';
import { noOverhead } from '../compaction/overhead.ts';
import type { CompactionPlan } from '../compaction/plan.ts';
import { type CompactionRecord, hasSummary, requestBefore } from '../compaction/record.ts';
import { contextFor, exportText } from '../conversations/exports/exportText.ts';
import { handover } from '../conversations/handover.ts';
import { RecordTree } from '../conversations/recordTree.ts';
import { recallOutline } from '../conversations/recall/outline.ts';
import { recallMessages } from '../conversations/recall/reading.ts';
import { recallSearch, verbatimIn } from '../conversations/recall/searching.ts';
import type { ConversationActor } from '../conversations/service/actor.ts';
import type { JobResult, JobWaiter } from '../conversations/service/job.ts';
import {
	builtInOutcome,
	planNow,
	previewOf,
	savesLittle,
} from '../conversations/service/preview.ts';
import type { Log } from '../messages/message.ts';
import { receivedSession } from '../git/receivedSession.ts';
import type { ChannelCall, Handlers } from '../protocol/channel.ts';
import type { RequestShape } from '../protocol/clientRequests.ts';
import { RequestError } from '../protocol/failures.ts';
import type { PreviewedSummaryResult } from '../protocol/previewView.ts';
import type { SessionSide } from '../protocol/session.ts';
import type { JoinedResult, WorkerRequests } from '../protocol/workerRequests.ts';
import { findSessions, findSessionsBelow } from '../transcripts/discovery/findSessions.ts';
import { previewSession } from '../transcripts/discovery/sessionPreview.ts';
import { storeOf } from '../transcripts/discovery/stores.ts';
import { ClientRequests } from './clientRequests.ts';
import { continuingSentRequest, plannedRequests } from './summaries.ts';
import { contextParts } from './contextParts.ts';
import { contextEntries, logEntries, type SessionEntries } from './session/sessionEntries.ts';
import { sessionOutline, sessionSearch } from './session/sessionOutline.ts';
import { sessionRows } from './session/sessionRows.ts';
import { historyEntries, previewedSummary, viewOfRecord } from './viewOfConversation.ts';
import type { WorkerServices } from './workerServices.ts';

/** The worker's API, one method per request. */
export type WorkerMethods = Handlers<WorkerRequests>;

/** All methods for the host. */
export function createMethods(worker: WorkerServices): WorkerMethods {
	const { store, service, files, counter } = worker;
	const requests = new ClientRequests(worker);

	/** What the session editor shows of a conversation. */
	async function entriesOf(
		{ id, side }: { readonly id: string; readonly side: SessionSide },
		call: ChannelCall,
	): Promise<SessionEntries> {
		const actor = await worker.visit(id, call);
		const conversation = actor.read();
		const { log, active, activeId, records } = conversation;
		const { tokens } = records.compactionOf(records.find(activeId))?.record ?? active ?? {};
		const record = active && {
			layout: active.layout,
			context: {
				...contextParts(conversation, actor),
				besideBefore:
					tokens === undefined
						? 0
						: Math.max(tokens.beyond?.fixed ?? 0, requestBefore(tokens) - tokens.before),
			},
		};
		return side === 'context'
			? contextEntries(log, record, conversation.pieces)
			: logEntries(log, record);
	}

	/** A record with a handoff, in its conversation. @param record Absent: the active one. */
	async function summarised(
		{ id, record }: { readonly id: string; readonly record?: number },
		call: ChannelCall,
	): Promise<{ readonly log: Log; readonly record: CompactionRecord } | undefined> {
		const { log, records, activeId } = (await worker.visit(id, call)).read();
		const found = records.find(record ?? activeId)?.record;
		return hasSummary(found) ? { log, record: found } : undefined;
	}

	/** The conversation whose originals a model requests. */
	async function recalled(handle: string, anyWorkspace: boolean, call: ChannelCall) {
		const id = worker.byHandle(handle, anyWorkspace);
		const { log, active } = (await worker.visit(id, call)).read();
		return { id, log, active };
	}

	/** The built-in summary of a plan. */
	const previewed = (actor: ConversationActor, plan: CompactionPlan): PreviewedSummaryResult =>
		previewedSummary(builtInOutcome(actor, plan), actor.conversation.log, counter);

	/** How often compactions of a conversation were cancelled. */
	const cancellations = new Map<string, number>();

	/** Compacts, unless that is cancelled while the messages are still being read. */
	async function compacting<Result>(
		{ id, shape }: { readonly id: string; readonly shape?: RequestShape },
		call: ChannelCall,
		compact: (actor: ConversationActor) => Promise<Result>,
	): Promise<Result | JoinedResult> {
		const before = cancellations.get(id);
		const actor = await worker.change(id, call, shape);
		return cancellations.get(id) === before ? compact(actor) : { kind: 'cancelled' };
	}

	return {
		findSessions: ({ store: id, environment }, { signal }) =>
			findSessions(storeOf(id), environment, signal),
		findSessionsBelow: ({ folder, home }, { signal }) => findSessionsBelow(folder, home, signal),
		async titles({ sessions }, { signal }) {
			const found: string[] = [];
			for (const { path, store: id } of sessions) {
				const seen = await previewSession(path, signal, storeOf(id).title);
				found.push(seen?.title ?? '');
			}
			return found;
		},
		async open({ path, window }, call) {
			const opened = await files.open(path, call);
			const { window: configured, reservedReply } = worker.settings().compaction;
			if (window !== undefined && window < configured) {
				const shape = { window, reservedReply, overhead: noOverhead, recall: false };
				for (const { id } of opened.conversations) {
					await worker.visit(id, call, shape);
				}
			}
			return opened;
		},
		async close({ id }) {
			// A conversation that was compacted or continued in memory would be lost, and running work is protected.
			if (worker.isIdle(id) && (store.find(id) === undefined || store.isView(id))) {
				files.forget(id);
				await (store.find(id) === undefined ? undefined : service.delete(id));
			}
		},
		list: async () => worker.list(),
		view: ({ id }, call) => worker.view(id, call),
		recordView: async ({ id, record }, call) =>
			viewOfRecord((await worker.visit(id, call)).read(), record, counter),
		// Directly from the store: reading the records does not activate the conversation.
		async history({ id }) {
			const stored = store.find(id);
			if (stored === undefined) {
				return { history: [] };
			}
			const { active } = stored;
			const history = historyEntries(new RecordTree(store.records(id)), active);
			return { history, ...(active === undefined ? {} : { active }) };
		},
		compact: ({ id, shape, ...request }, call) =>
			compacting({ id, ...(shape === undefined ? {} : { shape }) }, call, (actor) =>
				endOf(actor.compact(request, call.signal)),
			),
		compactInView: ({ id, focus, isWanted }, call) =>
			compacting({ id }, call, async (actor) => {
				const topic = focus === undefined ? {} : { focus };
				const planned = actor.compactor.progress === undefined ? planNow(actor, focus) : undefined;
				if (planned?.kind === 'plan') {
					const { before } = previewOf(actor, planned.plan);
					const built = previewed(actor, planned.plan);
					if (built.kind === 'written') {
						if (savesLittle({ before, after: built.after }) && !isWanted) {
							return { kind: 'saves-little', before, after: built.after };
						}
						call.progress({ phase: 'planning', meanwhile: built.sections });
					}
				}
				return endOf(actor.compact(topic, call.signal));
			}),
		async cancelCompaction({ id }) {
			cancellations.set(id, (cancellations.get(id) ?? 0) + 1);
			void service.loaded(id)?.compactor.cancel('job');
		},
		async preview({ id, focus }, call) {
			const actor = await worker.visit(id, call);
			const planned = planNow(actor, focus);
			return planned.kind === 'plan'
				? {
						kind: 'preview',
						preview: previewOf(actor, planned.plan),
						summary: previewed(actor, planned.plan),
					}
				: planned;
		},
		async previewRequests({ id, focus, models }, call) {
			const actor = await worker.visit(id, call);
			const planned = planNow(actor, focus);
			if (planned.kind !== 'plan') {
				return undefined;
			}
			const request = summaryRequest(planned.plan);
			return plannedRequests(request, continuingSentRequest(models, request, actor.sent));
		},
		applyProposal: async ({ id }, call) =>
			(await worker.change(id, call)).compactor.applyProposal(),
		discardProposal: async ({ id }) => service.of(id).compactor.dropProposal(),
		undo: async ({ id }, call) => (await worker.move(id, call)).undo(),
		redo: async ({ id }, call) => (await worker.move(id, call)).redo(),
		restore: async ({ id, record }, call) => (await worker.move(id, call)).restore(record),
		undoCompaction: async ({ id }, call) => (await worker.move(id, call)).undoCompaction(),
		changeItem: async ({ id, place, change }, call) =>
			(await worker.change(id, call)).changeItem(place, change),
		pause: async ({ id, paused }, call) => (await worker.change(id, call)).pause(paused),
		create: async (request) => createConversation(worker, request),
		async fork({ id, messages }, call) {
			await worker.adopt(id, call);
			const { title = '', source = '' } = store.find(id) ?? {};
			return { id: worker.fork(id, messages, worker.about({ title, source })) };
		},
		async append({ id, messages }, call) {
			const { clientTurns, conversation } = await worker.change(id, call);
			clientTurns.append(messages);
			return { messages: conversation.log.length };
		},
		shape: async ({ id, shape }, call) => void (await worker.visit(id, call, shape)),
		context: async ({ id, shape }, call) =>
			(await worker.visit(id, call, shape)).clientTurns.nextContext(call.signal),
		async shorterContext({ id }, call) {
			const { clientTurns } = await worker.visit(id, call);
			return (await clientTurns.compactForOverflow(call.signal))
				? clientTurns.nextContext(call.signal)
				: undefined;
		},
		prepare: (request, call) => requests.prepare(request, call),
		prepareShorter: (request, call) => requests.prepareShorter(request, call),
		promptTokens: async ({ id, tokens, cached }) =>
			service.loaded(id)?.clientTurns.promptTokens(tokens, cached),
		requestEnded: async ({ id, callsTools }) =>
			service.loaded(id)?.clientTurns.requestEnded(callsTools),
		requestCompaction: async ({ id, focus }, call) =>
			(await worker.visit(id, call)).clientTurns.requestCompaction(focus),
		keepRecall: async ({ id, exchange }, call) =>
			(await worker.visit(id, call)).clientTurns.keepRecall(exchange),
		handoff: async (request, call) => (await summarised(request, call))?.record.handoff,
		async handover(request, call) {
			const found = await summarised(request, call);
			return found === undefined ? undefined : handover(found.log, found.record);
		},
		receivedSession: async ({ title, handoff }) => receivedSession(title, handoff),
		sessionOutline: async (request, call) =>
			sessionOutline(await entriesOf(request, call), call.signal),
		sessionRows: async ({ start, end, whole, ...request }, call) =>
			sessionRows(await entriesOf(request, call), start, end, whole),
		sessionSearch: async ({ text, ...request }, call) =>
			sessionSearch(await entriesOf(request, call), text, call.signal),
		recall: async ({ id, anyWorkspace, ...request }, call) =>
			recallMessages((await recalled(id, anyWorkspace, call)).log, request),
		recallOutline: async ({ id, page, anyWorkspace }, call) =>
			recallOutline((await recalled(id, anyWorkspace, call)).log, page),
		async recallSearch({ id: handle, text, from = 0, anyWorkspace, inContext = false }, call) {
			const { id, log, active } = await recalled(handle, anyWorkspace, call);
			const known =
				inContext && active !== undefined ? { isInContext: verbatimIn(active.layout) } : {};
			return recallSearch(store, id, log, text, { from, ...known });
		},
		async search({ text, limit }) {
			const hits = store.search({ text, limit });
			return hits.map((hit) => ({ ...hit, title: store.find(hit.conversation)?.title ?? '' }));
		},
		async rename({ id, title }, call) {
			await worker.adopt(id, call);
			service.rename(id, title);
		},
		async delete({ id }) {
			if (store.find(id) !== undefined) {
				await service.delete(id);
			}
			files.forget(id);
		},
		async deleteAll() {
			await service.deleteAll();
			files.forgetAll();
		},
		async exportContext({ id, format, path, session }, call) {
			const { logAsSent, active } = (await worker.visit(id, call)).read();
			const context = contextFor(format, logAsSent, active);
			const about = { ...session, title: store.find(id)?.title ?? '', newId: randomUUID };
			await writeNewFile(path, exportText(format, context, about));
		},
		keep: ({ id, keep }, call) => worker.keep(id, keep, call),
		async size() {
			const kept = store.list().filter(({ id }) => store.isKept(id));
			return { bytes: store.size(), conversations: kept.length };
		},
	};
}

/** Reports to the caller if it joined a running compaction, which completes its original request first. */
async function endOf({ ended, joined, job }: JobWaiter): Promise<JoinedResult> {
	const end = await ended;
	const result: JobResult = end.kind === 'detached' ? { kind: 'cancelled' } : end;
	return { ...result, job, ...(joined ? { joined } : {}) };
}

/** Creates a conversation with its first messages. If an extension has used the key before, returns the existing one. */
function createConversation(
	worker: WorkerServices,
	{ key, title, source, messages }: WorkerRequests['create']['parameters'],
): { readonly id: string } {
	// Keys have their own namespace: none leads to a conversation that was not created by an extension.
	const known = key === undefined ? undefined : worker.files.idOf(`extension ${key}`);
	if (known !== undefined && worker.store.has(known)) {
		return { id: known };
	}
	const isExcluded = known !== undefined && worker.settings().excluded.includes(known);
	const wanted = worker.about({ title, source, ...(known === undefined ? {} : { id: known }) });
	const { id } = isExcluded ? worker.store.createInMemory(wanted) : worker.service.create(wanted);
	worker.service.of(id).clientTurns.append(messages);
	return { id };
}

/** Writes a file that does not exist yet, and its missing folders. @throws With the code `exists`. */
async function writeNewFile(path: string, text: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	try {
		// Like an assistant's own files, it must be accessible only to the user.
		await writeFile(path, text, { flag: 'wx', mode: 0o600 });
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
			throw new RequestError('exists', `${path} already exists. Choose another name.`);
		}
		throw error;
	}
}
