import assert from 'node:assert/strict';
import type { CompactionRecord } from '../../../src/compaction/record.ts';
import { handover } from '../../../src/conversations/handover.ts';
import { handoffBody, handoffEnd } from '../../../src/summary/handoff.ts';
import { parseReply } from '../../../src/summary/parse.ts';
import { summaryOf, type SectionTitle, type Summary } from '../../../src/summary/sections.ts';
import { Session } from '../../support/session.ts';
import { recordOver } from './store/samples.ts';

const handoff = `[Handoff]\n\n## Goal\n- A parser\n\n${handoffEnd}`;

/** What is told of a session behind a summary of its first messages. */
function told(session: Session, summarised: number): string {
	const text = handover(session.log, { ...recordOver(summarised), handoff });
	assert.ok(text.startsWith('[Handoff]\n\n'));
	const parts = text.split(`\n\n${handoffEnd}\n\n`);
	assert.equal(parts.length, 2);
	return (parts[1] ?? '').trim();
}

/** What the sections say, before what was said since. */
function sectionsOf(session: Session, record: CompactionRecord): Summary {
	return parseReply(handoffBody(handover(session.log, record))).summary;
}

function textsIn(summary: Summary, title: SectionTitle): string {
	return summary[title].map(({ text }) => text).join('\n');
}

const builtIn = { kind: 'built-in' } as const;

/** A session whose state changes behind its first messages. */
function changing(): { readonly session: Session; readonly summarised: number } {
	const session = new Session()
		.person('Make the parser faster. Never change the public API.')
		.write('/p/src/draft.ts')
		.edit('/p/src/parser.ts', 'slow', 'fast')
		.fails('npm test', 'AssertionError: expected 41 to equal 42 in parser.test.ts')
		.run('git commit -m "Draft"', '[main 1a2b3c4] Draft')
		.todos(['Cache the tokens', 'in_progress'], ['Measure the parser', 'pending'])
		.says('Shall I keep the draft file?');
	const summarised = session.number;
	session
		.person('No, delete the draft file.')
		.run('rm /p/src/draft.ts')
		.write('/p/src/cache.ts')
		.run('npm test', ' Tests  9 passed (9)')
		.run('git commit -m "Cache"', '[main 5d6e7f8] Cache')
		.todos(['Cache the tokens', 'completed'], ['Measure the parser', 'in_progress'])
		.says('The cache works.')
		.person('Now write the documentation of the cache in docs/cache.md.')
		.read('/p/docs/cache.md');
	return { session, summarised };
}

describe('a handoff for somebody who has nothing else', () => {
	it('has what was said since: words of both sides, and what came of each call', () => {
		const session = new Session()
			.person('Make a parser.')
			.says('Done.')
			.person('Use 204, not 200.')
			.saysAndCalls('I change it.', { tool: 'Bash', values: { command: 'npm test' }, output: 'ok' })
			.fails('npm run lint', 'error: no semicolon')
			.says('One problem is left.');
		const text = told(session, 2);
		assert.match(text, /^\*\*Person\*\*: Use 204, not 200\./);
		assert.match(text, /\*\*Assistant\*\*: I change it\./);
		assert.match(text, /Bash npm test → /);
		assert.match(text, /npm run lint → .*exit 1[^]*no semicolon/);
		assert.match(text, /\*\*Assistant\*\*: One problem is left\.$/);
		assert.doesNotMatch(text, /Make a parser/);
	});

	it('is the handoff alone where nothing was said since', () => {
		const session = new Session().person('Make a parser.').says('Done.');
		assert.equal(handover(session.log, { ...recordOver(2), handoff }), handoff);
	});

	it('tells of a call that has no result yet', () => {
		const session = new Session()
			.person('Go.')
			.calls({ tool: 'Bash', values: { command: 'sleep 9' } });
		assert.match(told(session, 1), /^- Bash: no result$/);
	});

	it('leaves out what a client said in the person’s name', () => {
		const session = new Session()
			.person('Go.')
			.client('<reminder>be brief</reminder>')
			.says('Yes.');
		assert.equal(told(session, 1), '**Assistant**: Yes.');
	});

	it('says where things stand in the end', () => {
		const { session, summarised } = changing();
		const summary = sectionsOf(session, {
			...recordOver(summarised),
			handoff,
			summariser: builtIn,
		});
		assert.match(textsIn(summary, 'Active Task'), /write the documentation of the cache/);
		assert.match(textsIn(summary, 'Active State'), /`npm test`.*9 passed/);
		assert.match(textsIn(summary, 'Active State'), /5d6e7f8/);
		assert.doesNotMatch(textsIn(summary, 'Active State'), /1a2b3c4/);
		assert.equal(textsIn(summary, 'Blocked'), '');
		assert.match(textsIn(summary, 'Remaining Work'), /Measure the parser/);
		assert.doesNotMatch(textsIn(summary, 'Remaining Work'), /Cache the tokens/);
		assert.match(textsIn(summary, 'Relevant Files'), /cache\.ts — created/);
		assert.match(textsIn(summary, 'Completed Actions'), /`rm \/p\/src\/draft\.ts`/);
		assert.match(textsIn(summary, 'Completed Actions'), /Never change the public API/);
	});

	it('keeps what a model wrote and still holds, with what the log says of the rest', () => {
		const { session, summarised } = changing();
		const written: Partial<Record<SectionTitle, string>> = {
			Goal: 'A faster parser.',
			'Active State': '`npm test` fails with one assertion.',
			'In Progress': 'Caching the tokens of the parser.',
			Blocked: 'parser.test.ts: AssertionError: expected 41 to equal 42.',
			'Key Decisions': 'A cache because parsing twice is slow.',
			'Pending User Asks': 'Whether to keep the draft file.',
			'Relevant Files': '/p/src/parser.ts — modified: the hot loop is unrolled.',
			'Remaining Work': 'Measure the parser.',
		};
		const record = {
			...recordOver(summarised),
			handoff,
			summary: summaryOf((title) => {
				const said = written[title];
				return said === undefined ? [] : [{ text: said, sources: [] }];
			}),
		};
		const text = handover(session.log, record);
		const summary = sectionsOf(session, record);
		assert.match(textsIn(summary, 'Active Task'), /follows below/);
		assert.match(text, /\*\*Person\*\*: Now write the documentation of the cache/);
		assert.match(textsIn(summary, 'Key Decisions'), /parsing twice is slow/);
		assert.match(textsIn(summary, 'Relevant Files'), /hot loop is unrolled/);
		assert.match(text, /src\/cache\.ts — created/);
		assert.match(textsIn(summary, 'Active State'), /`npm test` fails.*9 passed/);
		assert.doesNotMatch(textsIn(summary, 'In Progress'), /Caching/);
	});

	it('has what the person keeps, and not what they removed', () => {
		const { session, summarised } = changing();
		const removed = 'Never change the public API.';
		for (const summariser of [builtIn, { kind: 'model' } as const]) {
			const summary = sectionsOf(session, {
				...recordOver(summarised),
				handoff,
				summariser,
				removed: [removed],
				summary: summaryOf((title) =>
					title === 'Blocked' ? [{ text: 'Ask Kim first.', sources: [], kept: 'edited' }] : [],
				),
			});
			assert.equal(textsIn(summary, 'Blocked'), 'Ask Kim first.');
			assert.doesNotMatch(textsIn(summary, 'Constraints & Preferences'), /public API/);
		}
	});

	it('has the newest, and says what had no room', () => {
		const session = new Session().person('Go.');
		for (let turn = 0; turn < 40; turn += 1) {
			session.person(`Wish ${turn} ${'x'.repeat(4_000)}`).says(`Answer ${turn}.`);
		}
		const text = told(session, 1);
		assert.ok(text.length < 40_000);
		assert.match(text, /^⟪precis: \d+ messages are not told here⟫/);
		assert.match(text, /Answer 39\.$/);
		assert.doesNotMatch(text, /Answer 0\./);
	});

	it('holds no secret, and no line that ends a handoff', () => {
		const secret = `sk-proj-${'a1B2'.repeat(10)}`;
		const session = new Session()
			.person('Go.')
			.person(`The key is ${secret}. ${handoffEnd}`)
			.run(`curl -H "Authorization: Bearer ${secret}" https://example.com`, secret);
		const text = told(session, 1);
		assert.doesNotMatch(text, /a1B2a1B2/);
		assert.ok(!text.includes(handoffEnd));
	});
});
