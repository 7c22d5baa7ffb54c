import assert from 'node:assert/strict';
import { parseReply, parseSummary } from '../../../src/summary/parse.ts';
import { sectionTitles } from '../../../src/summary/sections.ts';
import { goodReply, item, textsOf } from './requests.ts';

describe('the sections of a reply', () => {
	for (const heading of [
		'## Key Decisions',
		'# Key Decisions',
		'#### Key Decisions',
		'##Key Decisions',
		'## KEY DECISIONS',
		'## key decisions:',
		'## 8. Key Decisions',
		'## 8) Key Decisions',
		'## **Key Decisions**',
		'## **Key Decisions:**',
		'## Key Decisions ##',
		'## Key Decisions (continued)',
		'## 🔑 Key Decisions',
		'**Key Decisions**',
		'**Key Decisions:**',
		'**Key Decisions**:',
		'8. **Key Decisions**',
		'__Key Decisions__',
		'Key Decisions:',
		'Key Decisions',
		'KEY DECISIONS',
	]) {
		it(`are found under "${heading}"`, () => {
			assert.deepEqual(textsOf(`${heading}\n- Use SQLite\n- No ORM`, 'Key Decisions'), [
				'Use SQLite',
				'No ORM',
			]);
		});
	}

	for (const heading of [
		'## Constraints & Preferences',
		'## Constraints and Preferences',
		'## Constraints / Preferences',
	]) {
		it(`are found under "${heading}"`, () => {
			assert.deepEqual(textsOf(`${heading}\nUse pnpm`, 'Constraints & Preferences'), ['Use pnpm']);
		});
	}

	it('may begin on the line of their heading', () => {
		assert.deepEqual(textsOf('## Goal: ship it\n## Blocked\nNone', 'Goal'), ['ship it']);
		assert.deepEqual(textsOf('**Goal:** ship it\n**Blocked:** None', 'Goal'), ['ship it']);
		assert.deepEqual(textsOf('**Goal:** ship it\n**Blocked:** None', 'Blocked'), []);
	});

	it('with # win over lines that only look like a heading', () => {
		const reply = '## In Progress\nBlocked: the build\nGoal\n## Blocked\nNone';
		assert.deepEqual(textsOf(reply, 'In Progress'), ['Blocked: the build\nGoal']);
		assert.deepEqual(textsOf(reply, 'Blocked'), []);
		assert.deepEqual(textsOf(reply, 'Goal'), []);
	});

	it('are not named by list entries', () => {
		assert.deepEqual(textsOf('**Blocked**\n- Goal: unclear\n- Goal', 'Blocked'), [
			'Goal: unclear',
			'Goal',
		]);
	});

	it('are joined where a heading comes twice', () => {
		assert.deepEqual(textsOf('## Goal\n- a\n## Blocked\n- b\n## Goal\n- c', 'Goal'), ['a', 'c']);
	});

	for (const nothing of ['None', 'none.', '- None', '*None*', '(none)', 'N/A', '', 'Nothing.']) {
		it(`are empty where they read "${nothing}"`, () => {
			assert.deepEqual(textsOf(`## Blocked\n${nothing}\n## Goal\nx`, 'Blocked'), []);
		});
	}

	it('keep "None" as the start of a sentence', () => {
		assert.deepEqual(textsOf('## Blocked\nNone of the tests pass.', 'Blocked'), [
			'None of the tests pass.',
		]);
	});

	it('that we do not know go to Critical Context with their heading', () => {
		const reply =
			'## Goal\n- g\n## Errors & Fixes\n- EBUSY: retried\n- ENOENT: made\n## Critical Context\n- port 8080';
		assert.deepEqual(textsOf(reply, 'Critical Context'), [
			'port 8080',
			'Errors & Fixes: EBUSY: retried',
			'Errors & Fixes: ENOENT: made',
		]);
	});

	it('keep their own subheadings, in the section they stand in', () => {
		const reply = '## Completed Actions\n### Server\n1. WROTE a.ts\n### Client\n2. WROTE b.ts';
		assert.deepEqual(textsOf(reply, 'Completed Actions'), [
			'1. Server: WROTE a.ts',
			'2. Client: WROTE b.ts',
		]);
	});

	it('lose no heading that has nothing below it', () => {
		assert.deepEqual(textsOf('## Goal\ng\n## Deployed to eu-west-1', 'Critical Context'), [
			'Deployed to eu-west-1',
		]);
	});

	it('say which of them the reply has', () => {
		assert.deepEqual(parseReply('## Blocked\nNone\n## Goal\ng').found, ['Goal', 'Blocked']);
		assert.deepEqual(parseReply('no headings\n## Other\n- x').found, []);
	});
});

describe('the items of a section', () => {
	it('are list entries of any kind, without their bullet', () => {
		assert.deepEqual(textsOf('## Goal\n- a\n* b\n+ c\n• d', 'Goal'), ['a', 'b', 'c', 'd']);
	});

	it('keep their numbers', () => {
		assert.deepEqual(
			textsOf(
				'## Completed Actions\n7. READ a.ts — ok\n8) RAN tests — 3 failed',
				'Completed Actions',
			),
			['7. READ a.ts — ok', '8. RAN tests — 3 failed'],
		);
	});

	it('keep their continuation lines, nested lists and code', () => {
		const reply =
			'## Blocked\n- tsc fails:\n  - a.ts\n\n  second paragraph\n```\n## Goal\n- x\n```\n- next';
		assert.deepEqual(textsOf(reply, 'Blocked'), [
			'tsc fails:\n- a.ts\n\nsecond paragraph\n```\n## Goal\n- x\n```',
			'next',
		]);
		assert.deepEqual(textsOf(reply, 'Goal'), []);
	});

	it('are paragraphs where there is no list', () => {
		assert.deepEqual(textsOf('## Goal\nfirst line\nsecond line\n\nnext paragraph\n---', 'Goal'), [
			'first line\nsecond line',
			'next paragraph',
		]);
	});

	for (const [written, text, numbers] of [
		['Use pnpm (m41)', 'Use pnpm', [41]],
		['Use pnpm [m43, m41]', 'Use pnpm', [41, 43]],
		['Use pnpm (m41, 43; m41).', 'Use pnpm.', [41, 43]],
		['Use pnpm (m41–m43)', 'Use pnpm', [41, 43]],
		['Use pnpm', 'Use pnpm', []],
		['(m41) says so', '(m41) says so', []],
		['call f(m41)', 'call f(m41)', []],
		['a screen (m41 pro)', 'a screen (m41 pro)', []],
	] as const) {
		it(`come from messages: "${written}"`, () => {
			assert.deepEqual(parseSummary(`## Goal\n- ${written}`).Goal, [item(text, ...numbers)]);
		});
	}
});

describe('what wraps a whole summary', () => {
	const reply = goodReply({ Goal: [item('Ship "it" (m3)')] });
	const long = 'I go through the messages.\n';
	for (const [name, written] of [
		['tags of reasoning that do not match', `<think>\n${long}</thinking>\n\n${reply}`],
		['another such pair', `<analysis>\n${long}</think>\n\n${reply}`],
		['reasoning that is never closed', `<think>\n${long}\n${reply}`],
		['a tag of reasoning around it', `<analysis>\n${reply}\n</analysis>`],
		['JSON', JSON.stringify({ summary: reply })],
		[
			'JSON in a code block',
			`Here it is:\n\`\`\`json\n${JSON.stringify({ result: { text: reply } }, undefined, 2)}\n\`\`\``,
		],
		['a quotation', reply.replaceAll(/^/gm, '> ')],
	] as const) {
		it(`is taken off: ${name}`, () => {
			const parsed = parseReply(written);
			assert.deepEqual(parsed.found, [...sectionTitles]);
			assert.deepEqual(parsed.summary.Goal, [item('Ship "it"', 3)]);
			assert.equal(parsed.closed, true);
		});
	}

	it('is no draft in its reasoning', () => {
		const draft = goodReply({ Goal: [item('A draft')] });
		assert.deepEqual(parseReply(`<think>\n${draft}\n</think>\n${reply}`).summary.Goal, [
			item('Ship "it"', 3),
		]);
	});

	it('is no line of its own that looks like a tag', () => {
		const about = { 'Critical Context': [item('Read:\n</think>\nand kept')] };
		const { summary, closed } = parseReply(goodReply(about).replace('  </think>', '</think>'));
		assert.match(summary['Critical Context'][0]?.text ?? '', /Read:\n<\/think>/);
		assert.equal(closed, true);
	});
});

describe('translated headings', () => {
	const german =
		'Aktuelle Aufgabe,Ziel,Vorgaben,Erledigtes,Stand,In Arbeit,Hindernisse,Entscheidungen,Geklärtes,Offene Wünsche,Dateien,Verbleibendes,Kontext'.split(
			',',
		);
	const replyWith = (headings: readonly string[]): string =>
		headings.map((title, place) => `## ${title}\n- Punkt ${place + 1}`).join('\n\n');

	it('are ours where all thirteen stand in their order', () => {
		const { summary, found } = parseReply(replyWith(german));
		assert.deepEqual(found, [...sectionTitles]);
		assert.deepEqual(summary['Key Decisions'], [item('Punkt 8')]);
	});

	it('are none where one is missing or a known one has another place', () => {
		assert.deepEqual(parseReply(replyWith(german.slice(1))).found, []);
		assert.deepEqual(parseReply(replyWith(['Goal', ...german.slice(1)])).found, ['Goal']);
	});
});
