import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { activeTask } from '../../../src/summary/activeTask.ts';
import { fitSummary } from '../../../src/summary/fitting.ts';
import { wordsOf } from '../../../src/summary/extractive/wording.ts';
import { renderHandoff } from '../../../src/summary/handoff.ts';
import { renderItem, sectionTitles, type SectionTitle } from '../../../src/summary/sections.ts';
import type { SummaryDraft, SummaryRequest } from '../../../src/summary/summariser.ts';
import { assertLinear } from '../../support/growth.ts';
import { assistant, call, logOf, prose, result, user } from '../../support/logs.ts';
import { item, requestOf, secret, summaryWith } from './requests.ts';

const log = logOf(
	user('Write a parser. Keep it small.'),
	...Array.from({ length: 6 }, (_, index) => [
		user(`Wish ${index}: ${prose(80 + index * 40, index)}`),
		assistant(prose(2_000, index), call(`c${index}`, 'Bash', { command: `make ${index}` })),
		result(`c${index}`, prose(1_000, index)),
		assistant('It is made.'),
	]).flat(),
	user('Now add tests'),
	assistant('They are there.'),
);

function tokensOf(draft: SummaryDraft, request: SummaryRequest): number {
	return estimatedTokens.count(renderHandoff(draft, request));
}

function many(count: number, text: (index: number) => string) {
	return Array.from({ length: count }, (_, index) => item(text(index), index + 1));
}

/** Sections with more in each than there is room for. */
const full = summaryWith({
	Goal: many(2, (n) => `Goal ${n}`),
	'Constraints & Preferences': many(12, (n) => `Never do ${n} ${prose(60, n)}`),
	'Relevant Files': many(12, (n) => `src/file${n}.ts — changed ${prose(60, n)}`),
	Blocked: many(8, (n) => `Error ${n} ${prose(60, n)}`),
	'Active State': many(4, (n) => `make ${n} → ok ${prose(60, n)}`),
	'Remaining Work': many(8, (n) => `Task ${n} was not done yet ${prose(60, n)}`),
	'Completed Actions': many(200, (n) => `${n + 1}. DID ${n} ${prose(60, n)}`),
	'Key Decisions': many(60, (n) => `Chose ${n} ${prose(60, n)}`),
	'Critical Context': many(60, (n) => `value ${n} ${prose(60, n)}`),
});

describe('a summary that has room', () => {
	it('stays as the model wrote it, with the person’s words beside it', () => {
		const request = requestOf(log);
		const summary = summaryWith();
		const draft = fitSummary(summary, request);
		for (const title of sectionTitles.slice(1)) {
			assert.deepEqual(draft.summary[title], summary[title]);
		}
		assert.deepEqual(
			draft.quotes.map(({ sources }) => sources[0]),
			[22, 18, 14, 10, 6, 2, 1],
		);
		assert.doesNotMatch(renderHandoff(draft, request), /⟪precis/);
	});

	it('has no message of the person beside it that it quotes', () => {
		const request = requestOf(log);
		const [first] = fitSummary(summaryWith(), request).quotes.slice(-1);
		const goal = `The person said: "${first?.text ?? ''}"`;
		const draft = fitSummary(summaryWith({ Goal: [item(goal)] }), request);
		assert.deepEqual(
			draft.quotes.map(({ sources }) => sources[0]),
			[22, 18, 14, 10, 6, 2],
		);
	});

	it('has its Active Task from the log', () => {
		const request = requestOf(log);
		const draft = fitSummary(summaryWith({ 'Active Task': [item('Delete it')] }), request);
		assert.deepEqual(draft.summary['Active Task'], [
			item(`Now add tests\n(${wordsOf('en').answered})`, 26),
		]);
		assert.deepEqual(draft.summary['Active Task'], activeTask(request));
	});

	it('stays as it is up to the last token', () => {
		const alone = logOf(user('Go'), assistant(prose(20_000)));
		const summary = summaryWith({ 'Completed Actions': many(60, (n) => `${n + 1}. DID ${n}`) });
		const whole = fitSummary(summary, requestOf(alone, { budget: 9_000 }));
		const budget = tokensOf(whole, requestOf(alone)) + 4;
		assert.deepEqual(fitSummary(summary, requestOf(alone, { budget })), whole);
		assert.match(
			renderHandoff(fitSummary(summary, requestOf(alone, { budget: budget - 1 })), {}),
			/⟪precis: no room/,
		);
	});

	it('says which of the person’s messages had none', () => {
		const request = requestOf(log, { userMessageShare: 0 });
		const draft = fitSummary(summaryWith(), request);
		assert.deepEqual(draft.quotes, []);
		assert.match(
			draft.summary['Critical Context'].at(-1)?.text ?? '',
			/^⟪precis: no room here for: messages from the person \(7\)⟫$/,
		);
	});
});

describe('a summary that has no room', () => {
	it('is trimmed to any budget, with a mark that counts what is missing', () => {
		for (const budget of [400, 700, 1_500, 3_000, 6_000]) {
			for (const focus of [undefined, 'file3 parser']) {
				const request = requestOf(log, {
					budget,
					...(focus === undefined ? {} : { focus: redact(focus) }),
				});
				const draft = fitSummary(full, request);
				assert.ok(tokensOf(draft, request) <= budget, `${budget}`);
				assert.match(renderHandoff(draft, request), /⟪precis: no room here for[^⟫]*⟫/);
				assert.equal(draft.summary['Active Task'].length, 1);
				if (budget >= 1_500) {
					assert.ok(tokensOf(draft, request) > budget * 0.8, `${budget}`);
				}
			}
		}
	});

	it('counts exactly what it left out, and tells where the originals are', () => {
		const request = requestOf(log, { budget: 3_000, recallHandle: 'c1' });
		const draft = fitSummary(full, request);
		const note = draft.summary['Critical Context'].at(-1)?.text ?? '';
		assert.match(note, / · recall #1⟫$/);
		assert.doesNotMatch(note, /Active Task/);
		for (const title of sectionTitles.slice(1)) {
			const kept = draft.summary[title].length - (title === 'Critical Context' ? 1 : 0);
			const left = Number(new RegExp(`${title} \\((\\d+)\\)`).exec(note)?.[1] ?? 0);
			assert.equal(kept + left, full[title].length, title);
		}
	});

	it('counts the person’s messages it left out, too', () => {
		const request = requestOf(log, { budget: 1_500, userMessageShare: 0.12 });
		const draft = fitSummary(full, request);
		assert.ok(draft.quotes.length > 0);
		const note = draft.summary['Critical Context'].at(-1)?.text ?? '';
		const left = Number(/messages from the person \((\d)\)/.exec(note)?.[1]);
		assert.equal(draft.quotes.length + left, 7);
	});

	it('cuts no message of the person within a secret', () => {
		const part = (length: number): string =>
			Array.from({ length }, (_, index) => 'aB3xZ9'.charAt((index * 7 + (index >> 2)) % 6)).join(
				'',
			);
		const token = `eyJhbGciOiJIUzI1NiJ9.eyJ${part(9_000)}.${part(600)}`;
		const pasted = logOf(user(`Use this: ${token} here`), user('Go'), assistant(prose(90_000)));
		const request = requestOf(pasted, { budget: 1_500 });
		assert.deepEqual(fitSummary(full, request).quotes, [item('Use this: [REDACTED] here', 1)]);
	});

	it('keeps constraints, files, errors and plan before the rest, and quotes the person', () => {
		const draft = fitSummary(full, requestOf(log, { budget: 3_000 }));
		for (const title of ['Constraints & Preferences', 'Relevant Files', 'Goal'] as const) {
			assert.equal(draft.summary[title].length, full[title].length, title);
		}
		assert.ok(draft.quotes.length >= 5);
		assert.ok(draft.summary['Completed Actions'].length < 40);

		const tight = fitSummary(full, requestOf(log, { budget: 1_200 })).summary;
		assert.ok(tight['Relevant Files'].length > tight['Key Decisions'].length * 4);
	});

	it('keeps the newest actions, in the order they happened', () => {
		const kept = fitSummary(full, requestOf(log, { budget: 3_000 })).summary['Completed Actions'];
		const numbers = kept.map(({ text }) => Number.parseInt(text, 10));
		assert.equal(numbers.at(-1), 200);
		assert.deepEqual(
			numbers,
			numbers.map((_, index) => 201 - numbers.length + index),
		);
	});

	it('cuts one endless statement instead of losing it', () => {
		const request = requestOf(log, { budget: 2_000, recallHandle: 'c1' });
		const summary = summaryWith({ 'Critical Context': [item(prose(80_000), 3)] });
		const draft = fitSummary(summary, request);
		assert.match(
			draft.summary['Critical Context'][0]?.text ?? '',
			/^text 0:[^]*⟪precis: [\d,]+ of 80,\d+ characters omitted · recall #3⟫/,
		);
		assert.ok(tokensOf(draft, request) <= 2_000);
		assert.equal(draft.summary.Goal.length, 1);
	});

	it('keeps what concerns the focus', () => {
		const request = requestOf(log, { budget: 1_500, focus: redact('widget') });
		const summary = summaryWith({
			'Completed Actions': many(120, (n) => `${n + 1}. DID ${n} ${prose(60, n)}`),
			'Key Decisions': many(40, (n) => `Chose ${n === 20 ? 'the widget' : n} ${prose(60, n)}`),
		});
		const kept = fitSummary(summary, request).summary['Key Decisions'];
		assert.ok(kept.some(({ text }) => text.includes('widget')));
	});

	it('of many lines each keeps its budget, too', () => {
		const summary = summaryWith({ 'Key Decisions': many(30, () => 'x\n'.repeat(600)) });
		const request = requestOf(log, { budget: 2_500 });
		const draft = fitSummary(summary, request);
		assert.ok(tokensOf(draft, request) <= 2_500);
		assert.ok(tokensOf(draft, request) > 2_500 * 0.8, `${tokensOf(draft, request)}`);
	});
});

describe('fitting', () => {
	const texts = fc.oneof(
		fc.string({ maxLength: 80 }),
		fc.constantFrom(prose(400), `key ${secret}`, 'x\ny\nz', '1. A', prose(20_000), '⟪precis: x⟫'),
	);
	const items = fc.array(
		fc.record({
			text: texts,
			sources: fc.array(fc.integer({ min: 1, max: 21 }), { maxLength: 3 }),
		}),
		{ maxLength: 30 },
	);

	it('keeps the budget, invents nothing, and gives the same bytes for the same input', () => {
		fc.assert(
			fc.property(
				fc.dictionary(fc.constantFrom<SectionTitle>(...sectionTitles), items),
				fc.integer({ min: 450, max: 5_000 }),
				(sections, budget) => {
					const request = requestOf(log, { budget });
					const summary = summaryWith(sections);
					const draft = fitSummary(summary, request);
					assert.ok(tokensOf(draft, request) <= budget);
					assert.deepEqual(fitSummary(summary, request), draft);
					const known = new Set(sectionTitles.flatMap((title) => summary[title]).map(renderItem));
					for (const title of sectionTitles.slice(1)) {
						for (const kept of draft.summary[title]) {
							assert.ok(known.has(renderItem(kept)) || kept.text.includes('⟪precis: '));
						}
					}
				},
			),
			{ numRuns: 150 },
		);
	}).timeout(60_000);

	it('takes time in proportion to what was written', () => {
		const request = requestOf(log);
		assertLinear(10_000, (size) => {
			const summary = summaryWith({ 'Completed Actions': many(size, (n) => `DID ${n}`) });
			return () => fitSummary(summary, request);
		});
		assertLinear(100_000, (size) => {
			const summary = summaryWith({
				Goal: [item(prose(size))],
				Blocked: [item('x\n'.repeat(size))],
			});
			return () => fitSummary(summary, request);
		});
	}).timeout(60_000);
});
