import assert from 'node:assert/strict';
import { recallSearch } from '../../../../src/conversations/service/recall.ts';
import { MemoryStore } from '../../../../src/conversations/store/memoryStore.ts';
import type { Log } from '../../../../src/messages/message.ts';
import { audited } from '../../../../src/summary/audit/audit.ts';
import { renderHandoff } from '../../../../src/summary/handoff.ts';
import { fitSummary } from '../../../../src/summary/fitting.ts';
import { summaryOf } from '../../../../src/summary/sections.ts';
import { traced } from '../../../../src/summary/sources/sourced.ts';
import { requestFor } from '../../../support/summaryRequests.ts';
import { Session } from '../facts/session.ts';
import { handoffOf } from './summaries.ts';

/** Searches that a handoff offers for what it does not tell. */

function searchesIn(handoff: string): string[] {
	const [, list = ''] = /⟪precis: recall finds more by: ([^⟫]*)⟫/.exec(handoff) ?? [];
	return [...list.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text);
}

/** More names than any handoff has room for, in many messages. */
function work(): Session {
	const session = new Session().person('Make the parser faster.');
	for (let index = 0; index < 60; index += 1) {
		const names = Array.from({ length: 20 }, (_, at) => `read${index}Chunk${at}Of`);
		session.run(`node bench${index}.mjs`, names.join(' '));
	}
	return session.says('Done.').person('Go on.');
}

/** How many messages a search of the stored originals finds. */
function hits(log: Log, search: string): number {
	const store = new MemoryStore(() => 0);
	const { id } = store.create({ title: '', source: 'test' });
	store.append(
		id,
		log.map((entry) => ({ ...entry, counter: 'test' })),
	);
	return recallSearch(store, id, search).hits.length;
}

describe('searches in a handoff', () => {
	const { log } = work();
	const handoff = handoffOf(log, { recallHandle: 'c1', budget: 1_500 });

	it('are names that it does not tell, from different messages', () => {
		const searches = searchesIn(handoff);
		assert.equal(searches.length, 5);
		for (const search of searches) {
			assert.equal(handoff.split(search).length, 2, search);
		}
		const messages = searches.map((search) => /read(\d+)Chunk|bench(\d+)/.exec(search)?.[0]);
		assert.equal(new Set(messages).size, 5);
	});

	it('all find something', () => {
		for (const search of searchesIn(handoff)) {
			assert.ok(hits(log, search) > 0, search);
		}
	});

	it('are not offered to a reader without the recall tool', () => {
		assert.deepEqual(searchesIn(handoffOf(log, { budget: 1_500 })), []);
	});

	it('of a handoff that was imported are not repeated: its originals are elsewhere', () => {
		const session = new Session().person(`${handoff}\n\nGo on with the parser.`).run('ls');
		assert.match(handoff, /recall finds more by/);
		assert.doesNotMatch(handoffOf(session.log), /recall finds more by/);
	});

	it('are not offered where everything is told', () => {
		const small = new Session().person('Hello').says('Hello to you too').person('Go on.').log;
		assert.deepEqual(searchesIn(handoffOf(small, { recallHandle: 'c1' })), []);
	});

	it('stay within the budget', () => {
		for (let budget = 600; budget < 3_000; budget += 150) {
			const request = requestFor(log, { recallHandle: 'c1', budget });
			assert.ok(request.counter.count(handoffOf(log, request)) <= budget, String(budget));
		}
	});

	it('stand behind a model’s summary as well', () => {
		const request = requestFor(log, { recallHandle: 'c1' });
		const written = summaryOf((title) =>
			title === 'Goal' ? [{ text: 'Make the parser faster.', sources: [] }] : [],
		);
		const { summary, missing, names } = audited(traced(written, request), request);
		const draft = fitSummary(summary, request, missing, names);
		const searches = searchesIn(renderHandoff(draft, request));
		assert.equal(searches.length, 5);
		assert.ok(searches.every((search) => hits(log, search) > 0));
	});
});
