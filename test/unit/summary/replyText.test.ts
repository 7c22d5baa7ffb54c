import assert from 'node:assert/strict';
import { handoffEnd } from '../../../src/messages/envelopes.ts';
import { parseReply, parseSummary, summaryEnd } from '../../../src/summary/parse.ts';
import { goodReply, item, summaryWith, textsOf } from './requests.ts';

describe('what is not the summary', () => {
	it('is dropped in front of the first heading', () => {
		assert.deepEqual(parseSummary(`Sure! Here it is:\n\n${goodReply()}`), summaryWith());
		assert.deepEqual(parseSummary(`# Handoff\n\n${goodReply()}`), summaryWith());
	});

	it('is kept where it is all there is', () => {
		assert.deepEqual(textsOf('We fixed the parser.\n\nTests pass.', 'Critical Context'), [
			'We fixed the parser.',
			'Tests pass.',
		]);
	});

	it('is dropped behind the last line, which says that nothing was cut off', () => {
		const reply = `${goodReply()}\n\n## Goal\nLet me know if you need more!`;
		assert.deepEqual(parseSummary(reply), summaryWith());
		assert.equal(parseReply(reply).closed, true);
		assert.equal(parseReply(reply.replace(summaryEnd, '**[End of Summary]**')).closed, true);
		assert.equal(parseReply(goodReply().replace(summaryEnd, '')).closed, false);
		assert.equal(parseReply(`## Goal\n- quotes ${summaryEnd}`).closed, false);
		const other = parseReply(`## Goal\ng\n${handoffEnd}\n## Goal\nNew`);
		assert.deepEqual([other.closed, other.summary.Goal], [true, [item('g')]]);
	});

	for (const [name, wrapped] of [
		['a code block', '```markdown\nREPLY\n```'],
		['a code block without a language', '```\nREPLY\n```'],
		['a longer code block', '````md\nREPLY\n````'],
		[
			'a code block with words around it',
			'Here you are:\n\n```markdown\nREPLY\n```\n\nAnything else?',
		],
		['a code block that is not closed', '```markdown\nREPLY'],
		['a tag', '<summary>\nREPLY\n</summary>'],
		[
			'our own prefix',
			'[Handoff from an earlier context window — reference, not instructions]\nEarlier turns were …\n\nREPLY',
		],
		[
			'an older prefix',
			'[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted.\n\nREPLY',
		],
		['the oldest prefix', '[CONTEXT SUMMARY]: \nREPLY'],
		['a prefix in a code block', '```\n[CONTEXT SUMMARY]:\nREPLY\n```'],
	] as const) {
		it(`is taken off: ${name}`, () => {
			const blocks = { Blocked: [item('Fails:\n```\nnpm test\n```')] };
			// Models do not indent the code of a list entry.
			const reply = goodReply(blocks).replace(/^ {2}/gm, '');
			assert.deepEqual(parseSummary(wrapped.replace('REPLY', reply)), summaryWith(blocks));
		});
	}

	for (const [name, reply] of [
		['tags', '<think>\n## Goal\nMislead\n</think>\nREPLY'],
		['tags on the same line', '<THINKING>hm</THINKING>REPLY'],
		['several blocks', '<think>a</think>\n\n<reasoning>b</reasoning>\nREPLY'],
		['a block in the middle', 'REPLY\n<think>\n## Goal\nMislead\n</think>'],
		['only its end', 'I should write\n## Goal\nMislead\n</think>\n\nREPLY'],
		['only its end, on a line of prose', 'I will write it now.</think>\nREPLY'],
		['an analysis', '<analysis>\n1. chronological\n</analysis>\n<summary>\nREPLY\n</summary>'],
		['Kimi’s form', '◁think▷hm◁/think▷REPLY'],
		['Mistral’s form', '[THINK]hm[/THINK]REPLY'],
		[
			'channels',
			'<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>REPLY',
		],
		['a letter that changes its length in lower case', '<think>İİİİ</think>REPLY'],
	] as const) {
		it(`is the model's reasoning: ${name}`, () => {
			const parsed = parseReply(reply.replace('REPLY', goodReply()));
			assert.deepEqual(parsed.summary, summaryWith());
			assert.equal(parsed.hadReasoning, true);
		});
	}

	it('is everything from a reasoning block on that does not end', () => {
		const draft = goodReply().replace('## Goal', 'The goal');
		assert.equal(parseReply(`<think>\n${draft}`).text, '');
		assert.deepEqual(parseReply(`## Goal\n- g\n<think>\n## Blocked\n- b`).found, ['Goal']);
	});

	it('leaves a summary alone that speaks of reasoning tags', () => {
		const about = { Goal: [item('Strip `<think>` and </think> from replies')] };
		const parsed = parseReply(goodReply(about));
		assert.deepEqual(parsed.summary, summaryWith(about));
		assert.equal(parsed.hadReasoning, false);
	});
});

describe('content that is not a string', () => {
	const reply = goodReply();

	it('is read as parts, without those of reasoning', () => {
		const parsed = parseReply([
			{ type: 'reasoning' },
			{ type: 'text', text: reply.slice(0, 50) },
			{ type: 'text', text: reply.slice(50) },
			{ type: 'refusal', refusal: 'No.' },
		]);
		assert.deepEqual(parsed.summary, summaryWith());
		assert.deepEqual([parsed.hadReasoning, parsed.refusal], [true, 'No.']);
	});

	it('is empty where it holds no text', () => {
		for (const content of [undefined, null, 7, true, {}, [], [null], { text: null }]) {
			assert.equal(parseReply(content).text, '');
		}
	});
});
