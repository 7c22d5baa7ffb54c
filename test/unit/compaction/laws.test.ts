import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { completeCompaction } from '../../../src/compaction/complete.ts';
import { planCompaction } from '../../../src/compaction/plan.ts';
import { renderContext } from '../../../src/compaction/render.ts';
import {
	textOf,
	toolCallsOf,
	type Log,
	type Message,
	type Part,
} from '../../../src/messages/message.ts';
import { pairTools } from '../../../src/messages/toolPairs.ts';
import { latestFromPerson } from '../../../src/messages/userTurns.ts';
import { written } from '../../support/written.ts';
import {
	attemptsOf,
	committed,
	summaryOfItems,
	type Attempt,
} from '../../support/compactionRun.ts';
import { endsInOpenGroup, streamOf } from '../../support/contextStream.ts';
import { conversations } from '../../support/conversations.ts';
import { at } from '../../support/logs.ts';
import { brokenArguments, violations } from '../../support/providerRules.ts';

/** Checks every compaction of many short and a few long conversations. */
function always(check: (attempts: readonly Attempt[]) => void): void {
	fc.assert(
		fc.property(conversations(0, 25), (conversation) => check(attemptsOf(conversation))),
		{ numRuns: 40 },
	);
	fc.assert(
		fc.property(conversations(400, 700), (conversation) => check(attemptsOf(conversation))),
		// Shrinking one of this length would take an hour.
		{ numRuns: 2, endOnFailure: true },
	);
}

describe('the laws of compaction, over ten compactions of generated conversations', () => {
	it('law 1: the log is never touched', () => {
		// The logs are frozen in depth, so that a change would throw; entries keep their identity.
		always((attempts) => {
			for (const { log, grown } of attempts) {
				assert.ok(log.every((entry, index) => entry === grown[index] && Object.isFrozen(entry)));
			}
		});
	});

	it('law 2: the context follows from the log and a record that has been stored', () => {
		always((attempts) => {
			for (const { record, attempt } of committed(attempts)) {
				const stored: unknown = JSON.parse(JSON.stringify(record));
				assert.deepEqual(stored, record);
				assert.deepEqual(
					renderContext(structuredClone(attempt.log), structuredClone(record)),
					renderContext(attempt.log, record),
				);
			}
		});
	});

	it('law 5: a compaction shrinks the context or is refused', () => {
		always((attempts) => {
			for (const { outcome, plan, log, previous, active } of attempts) {
				const before = renderContext(log, previous);
				if (outcome?.kind === 'compacted') {
					const after = renderContext(log, outcome.record);
					assert.ok(after.tokens < before.tokens);
					assert.equal(outcome.record.tokens.before, before.tokens);
					assert.equal(outcome.record.tokens.after, after.tokens);
				} else {
					assert.ok(plan === undefined || (outcome?.after ?? 0) >= before.tokens);
					assert.equal(active, previous);
				}
			}
		});
	});

	it('law 6: nothing of head and tail goes missing, but for what is marked', () => {
		always((attempts) => {
			for (const { grown, active } of attempts) {
				const { messages } = renderContext(grown, active);
				const stream = streamOf(messages);
				const edits = new Map(active?.layout.edits.map((edit) => [edit.message, edit]));
				const { places } = pairTools(grown);
				grown.forEach(({ message }, index) => {
					const { start, end } = active?.layout.range ?? { start: 0, end: 0 };
					const summarised = index >= start && index < end;
					const orphan = places.get(index)?.kind === 'orphan';
					if (message.role === 'system' || summarised || orphan) {
						return;
					}
					const content = edits.get(index)?.content ?? message.content;
					const pieces = typeof content === 'string' ? [content] : content.map(textOfPart);
					assert.ok(pieces.every((piece) => stream.includes(piece.trim())));
					assert.ok(toolCallsOf(message).every((call) => stream.includes(call.id)));
				});
			}
		});
	});

	it('law 7: every context is valid for the strictest provider', () => {
		always((attempts) => {
			for (const { log, grown, active } of attempts) {
				for (const each of [log, grown]) {
					const { messages } = renderContext(each, active);
					assert.deepEqual(violations(messages), []);
					const broken = new Set(brokenArguments(each.map((entry) => entry.message)));
					assert.ok(brokenArguments(messages).every((text) => broken.has(text)));
				}
			}
		});
	});

	it('law 7: the latest message of the person is verbatim and comes after the summary', () => {
		always((attempts) => {
			for (const { log, grown, active } of attempts) {
				assertLatestRequest(log, active?.handoff, renderContext(log, active).messages);
				assertLatestRequest(grown, active?.handoff, renderContext(grown, active).messages);
			}
		});
	});

	it('law 9: the same input gives the same bytes', () => {
		always((attempts) => {
			for (const { input, plan, outcome } of attempts) {
				const again = planCompaction({
					...structuredClone({ ...input, counter: undefined }),
					counter: input.counter,
				});
				if (plan === undefined || again.kind !== 'plan' || outcome === undefined) {
					assert.equal(again.kind === 'plan', plan !== undefined);
					continue;
				}
				assert.equal(JSON.stringify(again.plan.layout), JSON.stringify(plan.layout));
				if (outcome.kind === 'compacted') {
					const items = outcome.record.summary['Completed Actions'].length;
					const redone = completeCompaction(
						again.plan,
						written(summaryOfItems(items)),
						outcome.record.durationMs,
					);
					assert.equal(JSON.stringify(redone), JSON.stringify(outcome));
				}
			}
		});
	});

	it('law 9: between two records every context begins with the one before', () => {
		always((attempts) => {
			for (const { log, grown, active } of attempts) {
				const step = Math.max(1, Math.ceil((grown.length - log.length) / 60));
				let sent = '';
				let imagesSent = 0;
				// A new system prompt is rendered in place of the one before, so it has to stand.
				const systems = grown.filter((entry) => entry.message.role === 'system').length;
				for (let length = Math.max(systems, log.length); length <= grown.length; length += step) {
					const { messages } = renderContext(grown.slice(0, length), active);
					if (!endsInOpenGroup(messages)) {
						const stream = streamOf(messages);
						const images = imagesIn(messages);
						// One image more than providers take would fail every request, so the oldest leave, many at once.
						assert.ok(
							stream.startsWith(sent) || images < imagesSent,
							`prefix changed at ${length}`,
						);
						sent = stream;
						imagesSent = images;
					}
				}
			}
		});
	});
});

function imagesIn(messages: readonly Message[]): number {
	return messages
		.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
		.filter((part: Part) => part.type === 'image').length;
}

function assertLatestRequest(
	log: Log,
	handoff: string | undefined,
	messages: readonly Message[],
): void {
	const latest = latestFromPerson(log);
	if (latest < 0) {
		return;
	}
	const stream = streamOf(messages);
	const text = textOf(at(log, latest).message.content).replace('\n[image]', '');
	const summaryAt = handoff === undefined ? -1 : stream.indexOf(handoff);
	assert.ok(handoff === undefined || summaryAt >= 0);
	assert.ok(stream.lastIndexOf(text) >= summaryAt + (handoff?.length ?? 0), text);
}

function textOfPart(part: Part): string {
	return part.type === 'text' ? part.text : part.url;
}
