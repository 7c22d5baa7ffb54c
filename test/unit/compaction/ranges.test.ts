import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { frozenEnd } from '../../../src/compaction/boundaries.ts';
import { renderContext } from '../../../src/compaction/render.ts';
import type { Log } from '../../../src/messages/message.ts';
import { countMessage, estimatedTokens } from '../../../src/messages/tokens.ts';
import { pairTools } from '../../../src/messages/toolPairs.ts';
import { attemptsOf, committed } from '../../support/compactionRun.ts';
import { conversations } from '../../support/conversations.ts';
import { at } from '../../support/logs.ts';

type Compactions = ReturnType<typeof committed>;

function always(check: (compactions: Compactions) => void): void {
	fc.assert(
		fc.property(conversations(0, 25), (conversation) => check(committed(attemptsOf(conversation)))),
		{ numRuns: 40 },
	);
	fc.assert(
		fc.property(conversations(400, 700), (conversation) =>
			check(committed(attemptsOf(conversation))),
		),
		{ numRuns: 2, endOnFailure: true },
	);
}

/** Indices of the messages each call group consists of: from the first call to the last result. */
function groupsOf(log: Log): { readonly start: number; readonly end: number }[] {
	const pairs = pairTools(log);
	const groups = new Map<number, number>();
	for (const [index, place] of pairs.places) {
		if (place.kind === 'paired') {
			groups.set(place.call.message, Math.max(index, groups.get(place.call.message) ?? 0));
		}
	}
	return [...groups].map(([start, end]) => ({ start, end }));
}

describe('ranges of successive compactions', () => {
	it('start right after what never comes again from the second compaction on', () => {
		always((compactions) => {
			for (const { record, attempt, plan } of compactions) {
				if (attempt.previous !== undefined) {
					const { window } = plan.input.settings;
					assert.equal(record.layout.range.start, frozenEnd(attempt.log, window));
				}
			}
		});
	});

	it('only grow, and the fresh parts with what was covered make up the whole range', () => {
		always((compactions) => {
			for (const { record, attempt, plan } of compactions) {
				const { range } = record.layout;
				const covered = attempt.previous?.layout.range;
				assert.ok(covered === undefined || range.end > covered.end);
				const parts = [...plan.fresh, ...(covered === undefined ? [] : [covered])].sort(
					(a, b) => a.start - b.start,
				);
				assert.equal(at(parts, 0).start, range.start);
				assert.equal(at(parts, -1).end, range.end);
				parts.slice(1).forEach((part, index) => assert.equal(part.start, at(parts, index).end));
			}
		});
	});

	it('never split a call from its results, now or when more results arrive', () => {
		always((compactions) => {
			for (const { record, attempt } of compactions) {
				for (const log of [attempt.log, attempt.grown]) {
					for (const { start, end } of groupsOf(log)) {
						for (const cut of [record.layout.range.start, record.layout.range.end]) {
							assert.ok(cut <= start || cut > end, `${cut} splits ${start}–${end}`);
						}
					}
				}
			}
		});
	});

	it('have records that edit each message that stays once at most, and whose counts add up', () => {
		always((compactions) => {
			for (const { record, attempt } of compactions) {
				const { edits, range, headStart, latestUser = -1 } = record.layout;
				edits.forEach(({ message }, index) => {
					assert.ok(message >= headStart && message < attempt.log.length);
					assert.ok(message < range.start || message >= range.end);
					assert.ok(index === 0 || message > at(edits, index - 1).message);
				});
				const { kept, summarised, digested } = record.counts;
				assert.equal(kept + summarised + digested, attempt.log.length);
				const isStaying = latestUser >= range.start && latestUser < range.end;
				assert.equal(summarised, range.end - range.start - (isStaying ? 1 : 0));
				const { messages, tokens } = renderContext(attempt.log, record);
				const counted = messages.reduce(
					(sum, message) => sum + countMessage(message, estimatedTokens),
					0,
				);
				assert.ok(Math.abs(tokens - counted) <= 40 + counted * 0.1, `${tokens}, not ${counted}`);
			}
		});
	});
});
