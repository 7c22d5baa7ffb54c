import assert from 'node:assert/strict';
import { isMarked } from '../../../../src/messages/marks.ts';
import type { Log, Message } from '../../../../src/messages/message.ts';
import type { TokenCounter } from '../../../../src/messages/tokens.ts';
import { redact } from '../../../../src/redaction/redact.ts';
import { builtIn, summariseBuiltIn } from '../../../../src/summary/extractive/extractive.ts';
import { renderHandoff } from '../../../../src/summary/handoff.ts';
import { summaryOf } from '../../../../src/summary/sections.ts';
import { loadTokenCounter } from '../../../../src/worker/tokenCounter.ts';
import { logWith, prose } from '../../../support/logs.ts';
import { Session } from '../facts/session.ts';
import { requestFor } from '../../../support/summaryRequests.ts';
import { conversationsIn, samplePath, texts } from './summaries.ts';

const budgets = [
	300, 400, 500, 700, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 12_000, 16_000,
];

/** A long session in which every section has more to say than there is room for. */
function longSession(): Session {
	const session = new Session().person('Build the app. Never change the public API of /v1.');
	for (let index = 0; index < 60; index += 1) {
		session
			.person(
				`Wish ${index}: ${prose(200 + (index % 7) * 150, index)} Always keep part ${index} small.`,
			)
			.says(`I'll use approach ${index} because it avoids trouble ${index}. ${prose(300, index)}`)
			.edit(`/home/sam/app/src/part${index}.ts`, 'a', `export function part${index}() {}`)
			.run(`pnpm test part${index}`, ` Tests  ${index + 1} passed (${index + 1})`)
			.fails(`pnpm build part${index}`, `Error: part ${index} ${prose(200, index)}`);
	}
	for (const name of ['lint', 'docs']) {
		session.fails(`pnpm build ${name}`, `Error: ${name} ${prose(200)}`);
	}
	return session.todos(['Now', 'in_progress'], ['Later', 'pending']);
}

/** Long messages, an earlier summary, and a request that is itself too long. */
function wordySession(): Session {
	const session = new Session().person(
		`This session is being continued from a previous conversation that ran out of context. ${prose(20_000)}`,
	);
	for (let index = 0; index < 10; index += 1) {
		session
			.person(prose(6_000, index))
			.write(`/home/sam/app/src/${index}.ts`)
			.says(prose(900, index));
	}
	return session.person(prose(30_000, 99)).run('ls');
}

function handoff(log: Log, budget: number, counter: TokenCounter, focus?: string): string {
	const request = requestFor(log, {
		budget,
		counter,
		...(focus === undefined ? {} : { focus: redact(focus) }),
	});
	return renderHandoff(summariseBuiltIn(request), request);
}

describe('the budget of the built-in summariser', () => {
	let counter: TokenCounter;
	let conversations: readonly (readonly [string, readonly Message[]])[];

	before(async () => {
		counter = await loadTokenCounter();
		const [sample = []] = await conversationsIn(samplePath);
		conversations = [
			['the sample', sample],
			['a long session', longSession().messages],
			['a session of long messages', wordySession().messages],
		];
	});

	it('belongs to a summariser that is no model', () => {
		assert.deepEqual(builtIn, { kind: 'built-in' });
	});

	it('is kept by the whole rendered handoff, with and without a focus', () => {
		const frame = renderHandoff({ summary: summaryOf(() => []), quotes: [] }, {});
		const smallest = counter.count(frame) + 30;
		for (const [name, messages] of conversations) {
			const log = logWith(counter, messages);
			for (const budget of budgets) {
				for (const focus of [undefined, 'part7 store']) {
					const tokens = counter.count(handoff(log, budget, counter, focus));
					assert.ok(tokens <= Math.max(budget, smallest), `${name}: ${tokens} of ${budget}`);
				}
			}
		}
	}).timeout(60_000);

	it('is used: what there is fills it', () => {
		const log = logWith(counter, longSession().messages);
		for (const budget of [1_000, 2_000, 4_000, 8_000]) {
			const tokens = counter.count(handoff(log, budget, counter));
			assert.ok(tokens > budget * 0.85, `${tokens} of ${budget}`);
		}
	});

	it('never loses Active Task, constraints or file states when it grows', () => {
		for (const [name, messages] of conversations) {
			const log = logWith(counter, messages);
			let known: readonly string[] = [];
			for (const budget of [...budgets, 550, 620, 850, 1_250, 1_700, 2_400, 3_400].sort(
				(a, b) => a - b,
			)) {
				const draft = summariseBuiltIn(requestFor(log, { budget, counter }));
				assert.equal(draft.summary['Active Task'].length, 1, `${name}, ${budget}`);
				const now = [
					...texts(draft, 'Constraints & Preferences'),
					...texts(draft, 'Relevant Files')
						.filter((text) => !text.includes('read only') && !isMarked(text))
						.map((text) => text.replace(/: .*/, '')),
				].filter((text) => !isMarked(text));
				const lost = known.filter((text) => !now.includes(text));
				assert.deepEqual(lost, [], `${name}, ${budget}`);
				known = now;
			}
		}
	}).timeout(60_000);

	it('goes to the person and to files before it goes to the rest', () => {
		const log = logWith(counter, longSession().messages);
		const draft = summariseBuiltIn(requestFor(log, { budget: 2_600, counter }));
		assert.ok(draft.quotes.length >= 10, `${draft.quotes.length} quotes`);
		assert.ok(draft.summary['Constraints & Preferences'].length >= 15);
		assert.ok(draft.summary['Relevant Files'].length >= 15);
		assert.ok(
			texts(draft, 'Constraints & Preferences').includes('Never change the public API of /v1.'),
		);
		assert.ok(draft.summary.Blocked.length >= 2);
		assert.ok(draft.summary['In Progress'].length >= 1);
	});

	it('gives the person’s messages no more than their share', () => {
		const log = logWith(counter, longSession().messages);
		for (const userMessageShare of [0, 0.1, 0.4]) {
			const request = requestFor(log, { budget: 4_000, counter, userMessageShare });
			const { quotes } = summariseBuiltIn(request);
			const tokens = quotes.reduce((sum, quote) => sum + counter.count(quote.text), 0);
			assert.ok(tokens <= 4_000 * userMessageShare, `${tokens} of ${userMessageShare}`);
			assert.equal(quotes.length === 0, userMessageShare === 0);
		}
	});

	it('takes the newest messages first and cuts long ones with a mark', () => {
		const log = logWith(counter, wordySession().messages);
		const { quotes } = summariseBuiltIn(requestFor(log, { budget: 1_500, counter }));
		const numbers = quotes.map((quote) => quote.sources[0] ?? 0);
		assert.deepEqual(
			numbers,
			numbers.toSorted((a, b) => b - a),
		);
		assert.ok(quotes.every((quote) => quote.text.includes('⟪precis: ')));
	});

	it('cuts a request that is too long in its middle, with a mark', () => {
		const log = logWith(counter, wordySession().messages);
		const request = requestFor(log, { budget: 1_500, counter });
		const [task = ''] = texts(summariseBuiltIn(request), 'Active Task');
		assert.match(task, /^text 99:[^]*⟪precis: [\d,]+ of 30,000 characters omitted⟫/);
		assert.ok(counter.count(task) < 1_500 * 0.27);
	});

	it('says what there was no room for', () => {
		const text = handoff(logWith(counter, longSession().messages), 1_000, counter);
		assert.match(text, /⟪precis: no room here for: [^⟫]*Completed Actions \(\d+\)[^⟫]*⟫/);
		const [, messages] = conversations[0] ?? ['', []];
		assert.doesNotMatch(handoff(logWith(counter, messages), 16_000, counter), /no room here/);
	});
});
