import { textOf, type Content } from '../../../messages/message.ts';
import { anthropicContent } from '../../building/anthropicBlocks.ts';
import { messageEntry, type Entry, type Place, type UserEntry } from './entries.ts';
import { contentOf } from '../../building/parts.ts';
import { slashCommandOf } from '../../building/titles.ts';

/** A `queue-operation` line: what happened to messages typed while the assistant was busy. */
export interface QueueOperation extends Place {
	/** `enqueue`, `dequeue`, `remove`, `popAll`; later versions may know others. */
	readonly operation: string;
	readonly content: unknown;
}

/** A message on its way through the queue. */
interface Queued {
	readonly content: Content;
	/** The content as it is compared. */
	readonly text: string;
	readonly enqueued: Place;
	/** Where it left the queue, which is where the model got it; where it was typed until then. */
	place: Place;
}

/** How the client's own word of a task in the background begins. */
const notification = /^\s*(?:<task-notification>|\{"task_id": ?")/;

function normalised(text: string): string {
	return text.replaceAll('\r\n', '\n').trim();
}

function isNotification({ content }: Queued): boolean {
	return notification.test(textOf(content));
}

/** Which waiting message an operation takes out; lines rarely say it, the order is first in first out. */
function taken(operation: QueueOperation, waiting: readonly Queued[]): Queued | undefined {
	const text = typeof operation.content === 'string' ? normalised(operation.content) : undefined;
	const named = waiting.find((queued) => queued.text === text);
	if (named !== undefined || operation.operation === 'dequeue') {
		return named ?? waiting[0];
	}
	// Handed over in mid-turn. Notifications wait for the turn's end and are dequeued.
	return waiting.find((queued) => !isNotification(queued)) ?? waiting[0];
}

/** Replays the queue: every message that was not taken back into the input box. */
function replay(operations: readonly QueueOperation[]): readonly Queued[] {
	const sent = new Set<Queued>();
	let waiting: Queued[] = [];
	for (const operation of operations) {
		switch (operation.operation) {
			case 'enqueue': {
				const content = contentOf(anthropicContent(operation.content)?.parts ?? []);
				const text = normalised(textOf(content));
				const queued = { content, text, enqueued: operation, place: operation };
				if (text !== '') {
					sent.add(queued);
					waiting.push(queued);
				}
				break;
			}
			case 'dequeue':
			case 'remove': {
				const queued = taken(operation, waiting);
				waiting = waiting.filter((other) => other !== queued);
				if (queued !== undefined) {
					queued.place = operation;
				}
				break;
			}
			case 'popAll':
				for (const queued of waiting) {
					sent.delete(queued);
				}
				waiting = [];
				break;
		}
	}
	return [...sent];
}

/** Where the texts that were queued did arrive as lines. */
class Deliveries {
	/** For each text the messages that are just this, and those that hold it among others. */
	readonly #orders = new Map<string, number[]>();
	readonly #several = new Map<string, number[]>();

	constructor(entries: readonly Entry[], queued: readonly Queued[]) {
		for (const { text } of queued) {
			this.#orders.set(text, []);
			this.#several.set(text, []);
		}
		for (const entry of entries) {
			if (entry.kind === 'user' && entry.message !== undefined) {
				const text = normalised(textOf(entry.message.content));
				this.#add(slashCommandOf(text) ?? text, entry.order);
			}
		}
	}

	#add(text: string, order: number): void {
		this.#orders.get(text)?.push(order);
		if (!text.includes('\n')) {
			return;
		}
		const lines = `\n${text}\n`;
		for (const [queued, orders] of this.#several) {
			if (lines.includes(`\n${queued}\n`)) {
				orders.push(order);
			}
		}
	}

	/** Whether a message arrived after it was queued; each arrival stands for one message. */
	take({ text, enqueued }: Queued): boolean {
		const orders = this.#orders.get(text) ?? [];
		const index = orders.findIndex((order) => order > enqueued.order);
		if (index !== -1) {
			orders.splice(index, 1);
			return true;
		}
		// Several queued messages are sent as one, each on lines of its own.
		return (this.#several.get(text) ?? []).some((order) => order > enqueued.order);
	}
}

/**
 * The messages that exist only in the queue: the model saw them in mid-turn, or the session ended
 * before it could. Each stands where it left the queue.
 * @param entries All that lines brought, in order.
 */
export function queuedOnly(
	operations: readonly QueueOperation[],
	entries: readonly Entry[],
): readonly UserEntry[] {
	const queued = replay(operations);
	if (queued.length === 0) {
		return [];
	}
	const deliveries = new Deliveries(entries, queued);
	return queued
		.filter((queued) => !deliveries.take(queued))
		.map((queued) =>
			messageEntry(queued.place, {
				role: 'user',
				content: queued.content,
				...(isNotification(queued) ? { origin: 'client' } : {}),
			}),
		);
}
