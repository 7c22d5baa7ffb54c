import { noOverhead } from '../compaction/overhead.ts';
import { hasSummary } from '../compaction/record.ts';
import { handover } from '../conversations/handover.ts';
import { recallOutline } from '../conversations/recall/outline.ts';
import { recallMessages } from '../conversations/recall/reading.ts';
import { recallSearch, standingUnder } from '../conversations/recall/searching.ts';
import type { Ticket } from '../conversations/service/job.ts';
import { receivedSession } from '../git/receivedSession.ts';
import type { RequestShape } from '../protocol/clientRequests.ts';
import type { JobResult } from '../protocol/conversationEvents.ts';
import type { JoinedResult } from '../protocol/workerRequests.ts';
import type { ClientRequests } from './clientRequests.ts';
import { type ConversationAccess, isIdle } from './conversationAccess.ts';
import { appended, createConversation } from './createConversation.ts';
import { resultOf } from './eventsForHost.ts';
import { exportContext } from './exportContext.ts';
import { plannedRequests } from './plannedRequests.ts';
import type { WorkerMethods } from './serve.ts';
import { sessionOutline } from './session/sessionOutline.ts';
import { sessionRows } from './session/sessionRows.ts';
import { sessionSearch } from './session/sessionSearch.ts';
import { sessionSearches } from './sessionSearches.ts';
import { previewedSummary, viewOfRecord } from './viewOfConversation.ts';
import type { WorkerServices } from './workerServices.ts';

/** Everything the host can ask for. */
export function createMethods(access: ConversationAccess, requests: ClientRequests): WorkerMethods {
	return {
		...sessionSearches,
		async open({ path, window }, call) {
			const { files, settings } = await access.services();
			const opened = await files.open(path, call);
			const { window: configured, reservedReply } = settings().compaction;
			if (window !== undefined && window < configured) {
				const shape = { window, reservedReply, overhead: noOverhead, recall: false };
				for (const { id } of opened.conversations) {
					noteShape(await access.visit(id, call), id, shape);
				}
			}
			return opened;
		},
		async follow({ id }) {
			(await access.services()).files.follower.follow(id);
		},
		async close({ id }) {
			const services = await access.services();
			const { store, service, files } = services;
			// One that was compacted or continued in memory would be lost, and what runs is protected.
			if (isIdle(services, id) && (store.find(id) === undefined || store.isView(id))) {
				files.forget(id);
				await (store.find(id) === undefined ? undefined : service.delete(id));
			}
		},
		list: () => access.list(),
		view: ({ id }, call) => access.view(id, call),
		async recordView({ id, record }, call) {
			const { service, counter } = await access.visit(id, call);
			return viewOfRecord(service.of(id).read(), record, counter);
		},
		history: ({ id }) => access.history(id),
		async compact({ id, shape, ...wish }, call) {
			const services = await access.change(id, call);
			noteShape(services, id, shape);
			return endOf(services.service.of(id).compact(wish, call.signal));
		},
		async cancelCompaction({ id }) {
			void (await access.services()).service.living(id)?.compactor.cancel('job');
		},
		async preview({ id, shape, ...wish }, call) {
			const services = await access.visit(id, call);
			noteShape(services, id, shape);
			return services.service.of(id).previews.show(wish);
		},
		async previewRequests({ id, preview, models }, call) {
			const { service } = await access.visit(id, call);
			const request = service.of(id).previews.requestOf(preview);
			return request === undefined ? undefined : plannedRequests(request, models);
		},
		async previewSummary({ id, preview }, call) {
			const { service, counter } = await access.visit(id, call);
			const { previews, conversation } = service.of(id);
			return previewedSummary(previews.outcomeOf(preview), conversation.log, counter);
		},
		async applyPreview({ id, preview }, call) {
			const { service } = await access.change(id, call);
			const ticket = service.of(id).previews.apply(preview, call.signal);
			return ticket === undefined ? undefined : endOf(ticket);
		},
		async discardPreview({ id, preview }) {
			(await access.services()).service.of(id).previews.discard(preview);
		},
		async applyProposal({ id }, call) {
			const { service } = await access.change(id, call);
			return resultOf(service.of(id).compactor.applyProposal());
		},
		async discardProposal({ id }) {
			(await access.services()).service.of(id).compactor.proposals.drop();
		},
		async resume({ id }, call) {
			const ticket = (await access.change(id, call)).service.of(id).recovery.resume();
			return ticket === undefined ? undefined : endOf(ticket);
		},
		async dismiss({ id }) {
			(await access.services()).service.of(id).recovery.dismiss();
		},
		undo: async ({ id }, call) => (await access.move(id, call)).service.of(id).reversals.undo(),
		redo: async ({ id }, call) => (await access.move(id, call)).service.of(id).reversals.redo(),
		restore: async ({ id, record }, call) =>
			(await access.move(id, call)).service.of(id).reversals.restore(record),
		undoCompaction: async ({ id }, call) =>
			(await access.move(id, call)).service.of(id).reversals.undoCompaction(),
		changeItem: async ({ id, place, change }, call) =>
			(await access.change(id, call)).service.of(id).changes.change(place, change),
		async pause({ id, paused }, call) {
			(await access.change(id, call)).service.of(id).pause(paused);
		},
		create: (wish, call) => createConversation(access, wish, call),
		async fork({ id, messages }, call) {
			const { service, store } = await access.change(id, call);
			const { title = '', source = '' } = store.find(id) ?? {};
			return { id: service.fork(id, messages, access.about({ title, source })).id };
		},
		async append({ id, messages }, call) {
			const { service } = await access.change(id, call);
			const actor = service.of(id);
			await appended(actor.append(messages));
			return { messages: actor.read().log.length };
		},
		async shape({ id, shape }, call) {
			noteShape(await access.visit(id, call), id, shape);
		},
		async context({ id, shape }, call) {
			const services = await access.visit(id, call);
			noteShape(services, id, shape);
			return services.service.of(id).clientTurns.nextContext(call.signal);
		},
		async submit({ id, content, answerer, shape }, call) {
			const services = await access.change(id, call);
			const { service, turns } = services;
			call.signal.throwIfAborted();
			noteShape(services, id, shape);
			const submission = service.of(id).submit({ role: 'user', content, origin: 'person' });
			turns.assign(submission.id, answerer);
			const cancel = (): void => submission.cancel();
			call.signal.addEventListener('abort', cancel, { once: true });
			try {
				return await submission.ended;
			} finally {
				turns.dismiss(submission.id);
				call.signal.removeEventListener('abort', cancel);
			}
		},
		prepare: (request, call) => requests.prepare(request, call),
		prepareShorter: (request, call) => requests.prepareShorter(request, call),
		async promptTokens({ id, tokens, cached }) {
			(await access.services()).service.living(id)?.clientTurns.promptTokens(tokens, cached);
		},
		async requestEnded({ id, callsTools }) {
			(await access.services()).service.living(id)?.clientTurns.requestEnded(callsTools);
		},
		async keepRecall({ id, exchange }, call) {
			(await access.visit(id, call)).service.of(id).clientTurns.keepRecall(exchange);
		},
		async turnAppend({ turn, messages }) {
			(await access.services()).turns.append(turn, messages);
		},
		turnContext: async ({ turn }) => (await access.services()).turns.nextContext(turn),
		async handoff({ id, record }, call) {
			const { records, activeId } = (await access.visit(id, call)).service.of(id).read();
			const found = records.find(record ?? activeId)?.record;
			return hasSummary(found) ? found.handoff : undefined;
		},
		async handover({ id, record }, call) {
			const { records, activeId, log } = (await access.visit(id, call)).service.of(id).read();
			const found = records.find(record ?? activeId)?.record;
			return hasSummary(found) ? handover(log, found) : undefined;
		},
		receivedSession: async ({ title, handoff }) => receivedSession(title, handoff),
		sessionOutline: async ({ id, side }, call) =>
			sessionOutline(await access.sessionEntries(id, side, call), call.signal),
		sessionRows: async ({ id, side, start, end, whole }, call) =>
			sessionRows(await access.sessionEntries(id, side, call), start, end, whole),
		sessionSearch: async ({ id, side, text }, call) =>
			sessionSearch(await access.sessionEntries(id, side, call), text, call.signal),
		async recall({ id: handle, anyWorkspace, ...wish }, call) {
			const id = await access.byHandle(handle, anyWorkspace);
			const { conversation } = (await access.visit(id, call)).service.of(id);
			return recallMessages(conversation.log, wish);
		},
		async recallOutline({ id: handle, page, anyWorkspace }, call) {
			const id = await access.byHandle(handle, anyWorkspace);
			const { conversation } = (await access.visit(id, call)).service.of(id);
			return recallOutline(conversation.log, page);
		},
		async recallSearch({ id: handle, text, from = 0, anyWorkspace, inContext = false }, call) {
			const id = await access.byHandle(handle, anyWorkspace);
			const { service, store } = await access.visit(id, call);
			const { log, active } = service.of(id).conversation;
			const standing =
				inContext && active !== undefined ? { standing: standingUnder(active.layout) } : {};
			return recallSearch(store, id, log, text, { from, ...standing });
		},
		async search({ text, limit }) {
			const { store } = await access.services();
			const hits = store.search({ text, order: 'best', limit, offset: 0 });
			return hits.map((hit) => ({ ...hit, title: store.find(hit.conversation)?.title ?? '' }));
		},
		async rename({ id, title }, call) {
			(await access.change(id, call)).service.rename(id, title);
		},
		async delete({ id }) {
			const { service, files, store } = await access.services();
			files.forget(id);
			if (store.find(id) !== undefined) {
				await service.delete(id);
			}
		},
		async deleteAll() {
			const { service, files } = await access.services();
			await service.deleteAll();
			files.forgetAll();
		},
		async exportContext(wish, call) {
			await exportContext(await access.visit(wish.id, call), wish);
		},
		async keep({ id, keep }, call) {
			await access.keep(await access.visit(id, call), id, keep);
		},
		async size() {
			const { store } = await access.services();
			const kept = store.list().filter(({ id }) => store.isKept(id));
			return { bytes: store.size(), conversations: kept.length };
		},
	};
}

/** @param shape Of the requests of a client; absent: as known. */
function noteShape({ shapes }: WorkerServices, id: string, shape: RequestShape | undefined): void {
	if (shape !== undefined) {
		shapes.set(id, shape);
	}
}

/** Whoever joined a compaction that ran already is told: it did what was asked of it first. */
async function endOf({ ended, joined }: Ticket): Promise<JoinedResult> {
	const end = await ended;
	const result: JobResult = end.kind === 'detached' ? { kind: 'cancelled' } : resultOf(end);
	return joined ? { ...result, joined: true } : result;
}
