import assert from 'node:assert/strict';
import { summaryEnd } from '../../../src/summary/parse.ts';
import { checkReply, type ReplyProblem } from '../../../src/summary/replyCheck.ts';
import { summaryPrompt } from '../../../src/summary/prompt.ts';
import { sectionTitles, type SectionTitle } from '../../../src/summary/sections.ts';
import type { SummaryRequest } from '../../../src/summary/summariser.ts';
import { assistant, call, logOf, prose, result, user } from '../../support/logs.ts';
import { goodReply, item, replyWithout, requestOf, secret, summaryWith } from './requests.ts';

const log = logOf(
	user('Write a parser'),
	assistant(prose(9_000), call('a', 'Write')),
	result('a', prose(20_000)),
	user('Now add tests'),
	assistant(prose(3_000)),
);

function problemOf(
	content: unknown,
	finishReason?: string,
	request: SummaryRequest = requestOf(log),
): ReplyProblem | undefined {
	const check = checkReply(
		finishReason === undefined ? { content } : { content, finishReason },
		request,
	);
	return check.kind === 'rejected' ? check.problem : undefined;
}

describe('a reply is accepted', () => {
	it('that holds the thirteen sections and ends as asked', () => {
		for (const finish of [undefined, 'stop', 'end_turn', 'STOP']) {
			assert.equal(problemOf(goodReply(), finish), undefined);
		}
	});

	it('without its last line where the provider says that it is finished', () => {
		assert.equal(problemOf(goodReply().replace(summaryEnd, ''), 'stop'), undefined);
	});

	it('that lacks up to three sections one can do without', () => {
		assert.equal(
			problemOf(replyWithout('Active Task', 'Blocked', 'Resolved Questions')),
			undefined,
		);
	});

	it('that has its last line in the middle too', () => {
		const twice = goodReply().replace('## Blocked', `${summaryEnd}\n\n## Blocked`);
		for (const finish of [undefined, 'stop']) {
			assert.equal(problemOf(twice, finish), undefined);
		}
		const once = twice.slice(0, twice.lastIndexOf(summaryEnd));
		assert.equal(problemOf(once, 'stop'), undefined);
		assert.deepEqual(problemOf(once), { reason: 'cut-off' });
	});

	it('with reasoning in front, wrapped, or as parts', () => {
		assert.equal(problemOf(`<think>hm</think>\n\`\`\`markdown\n${goodReply()}\n\`\`\``), undefined);
		assert.equal(problemOf([{ type: 'text', text: goodReply() }]), undefined);
	});
});

describe('a reply is rejected', () => {
	it('that is empty', () => {
		for (const content of ['', ' \n', undefined, null, [], {}, '```\n```']) {
			assert.deepEqual(
				problemOf(content, 'stop')?.reason,
				content === '```\n```' ? 'not-a-summary' : 'empty',
			);
		}
	});

	it('that holds only reasoning', () => {
		for (const content of [
			'<think>Let me see',
			`<think>${goodReply()}</think>`,
			[{ type: 'thinking', text: goodReply() }],
		]) {
			for (const finish of [undefined, 'length', 'stop']) {
				assert.deepEqual(problemOf(content, finish), { reason: 'reasoning-only' });
			}
		}
		assert.deepEqual(problemOf('<think>hm</think>## Goal\n- g', 'length'), { reason: 'cut-off' });
	});

	it('that tells nothing of what was wanted, done and found out', () => {
		const empty = { Goal: [], 'Completed Actions': [], 'Critical Context': [] };
		const nothing = Object.fromEntries(sectionTitles.map((title) => [title, []]));
		for (const sections of [nothing, empty]) {
			assert.deepEqual(problemOf(goodReply(sections), 'stop'), { reason: 'without-content' });
		}
		for (const title of ['Goal', 'Completed Actions', 'Critical Context'] as const) {
			assert.equal(problemOf(goodReply({ ...nothing, [title]: [item('Something')] })), undefined);
		}
	});

	it('that sends our own template back', () => {
		const { system } = summaryPrompt({
			subject: { kind: 'first', conversation: 'x' },
			budget: 1_000,
			hasPerson: true,
		});
		const template = system.slice(system.indexOf('## Active Task'));
		assert.ok(template.includes('## Critical Context\n'));
		for (const echo of [
			template,
			template.replace(/^(?=[A-Z])/gm, '- '),
			template.replace(/^(?=[A-Z])/gm, '1. '),
			template.replace(/^[A-Z].*$/gm, '**$&**'),
		]) {
			const reply = `${echo}\n${summaryEnd}`;
			assert.deepEqual(problemOf(reply, 'stop'), { reason: 'without-content' }, reply);
		}
	});

	for (const text of [
		'I’m sorry, but I can’t help with that.',
		"I'm unable to summarise this conversation.",
		'As an AI, I do not',
		'Es tut mir leid, dabei kann ich nicht helfen.',
		'抱歉，我无法提供帮助。',
	]) {
		it(`that declines: ${text}`, () => {
			assert.deepEqual(problemOf(text, 'stop'), { reason: 'not-a-summary', text });
		});
	}

	it('that the provider calls a refusal', () => {
		assert.deepEqual(problemOf({ content: null, refusal: 'No.' }, 'stop'), {
			reason: 'refusal',
			text: 'No.',
		});
		for (const finish of ['content_filter', 'refusal', 'SAFETY', 'PROHIBITED_CONTENT']) {
			assert.equal(problemOf(goodReply(), finish)?.reason, 'refusal');
		}
	});

	it('that is a refusal although something like a summary stands beside it', () => {
		const content = [
			{ type: 'text', text: goodReply() },
			{ type: 'refusal', refusal: 'No.' },
		];
		assert.equal(problemOf(content, 'stop')?.reason, 'refusal');
	});

	it('whose refusal would tell a secret: it does not', () => {
		const problem = problemOf(`I cannot use ${secret}. ${prose(900)}`, 'stop');
		assert.ok(problem?.reason === 'not-a-summary');
		assert.ok(!problem.text.includes(secret));
		assert.ok(problem.text.length < 500);
	});

	it('that was cut off, as the provider says', () => {
		for (const finish of ['length', 'max_tokens', 'MAX_TOKENS', 'max_output_tokens']) {
			assert.deepEqual(problemOf(goodReply(), finish), { reason: 'cut-off' });
		}
	});

	it('that was cut off, as its missing end shows where no provider says anything', () => {
		const reply = goodReply();
		for (let length = reply.length - 1; length > 120; length -= 37) {
			assert.deepEqual(problemOf(reply.slice(0, length)), { reason: 'cut-off' }, `${length}`);
		}
	});

	it('that lacks a section nothing replaces, or more than three', () => {
		for (const title of [
			'Goal',
			'Constraints & Preferences',
			'Completed Actions',
			'Critical Context',
		] as const) {
			assert.deepEqual(problemOf(replyWithout(title), 'stop'), {
				reason: 'missing-sections',
				missing: [title],
			});
		}
		const missing: SectionTitle[] = ['Active State', 'In Progress', 'Blocked', 'Remaining Work'];
		assert.deepEqual(problemOf(replyWithout(...missing)), { reason: 'missing-sections', missing });
	});

	for (const text of [
		'I have added the tests you asked for. All 12 pass.',
		'```ts\nexport function parse() {}\n```',
		'## Tests\n\nI added three.\n\n## Next steps\n\nShall I go on?',
		'{"tool": "Bash", "command": "npm test"}',
	]) {
		it(`that goes on with the conversation: ${JSON.stringify(text)}`, () => {
			assert.deepEqual(problemOf(text, 'stop'), { reason: 'not-a-summary', text });
			assert.deepEqual(problemOf(text), { reason: 'not-a-summary', text });
		});
	}

	it('that calls a tool instead', () => {
		assert.deepEqual(problemOf('', 'tool_calls'), { reason: 'not-a-summary', text: '' });
	});

	it('that is no smaller than what it stands for', () => {
		const short = logOf(user('Hello'), assistant('Hi'), user('How are you?'), assistant('Well.'));
		const problem = problemOf(goodReply(), 'stop', requestOf(short));
		assert.ok(problem?.reason === 'too-large');
		assert.ok(problem.tokens >= problem.replaces);
	});

	it('measured against the new turns and the summary it updates, not the whole range', () => {
		const previous = summaryWith();
		const fresh = [{ start: 3, end: 4 }];
		const big = { 'Critical Context': [item(prose(4_000))] };
		assert.equal(
			problemOf(goodReply(big), 'stop', requestOf(log, { previous, fresh }))?.reason,
			'too-large',
		);
		assert.equal(problemOf(goodReply(big), 'stop', requestOf(log)), undefined);
		assert.equal(
			problemOf(goodReply(big), 'stop', requestOf(log, { previous: summaryWith(big), fresh })),
			undefined,
		);
	});
});
