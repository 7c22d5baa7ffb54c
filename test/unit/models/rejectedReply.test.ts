import assert from 'node:assert/strict';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { describeProblem, repairDialogue } from '../../../src/models/rejectedReply.ts';
import type { ReplyProblem } from '../../../src/summary/replyCheck.ts';
import { at, prose } from '../../support/logs.ts';
import { secret } from '../summary/requests.ts';

const prompt = { system: prose(1_000, 1), user: prose(10_000, 2), maxOutputTokens: 1_300 };
const problem: ReplyProblem = { reason: 'missing-sections', missing: ['Goal'] };

/** The dialogue that repairs a reply within this many characters. */
function dialogue(content: unknown, characters: number, why: ReplyProblem = problem) {
	return repairDialogue(
		prompt,
		content,
		why,
		prompt.maxOutputTokens,
		{ window: 100_000, characters },
		estimatedTokens,
	);
}

describe('the dialogue that repairs a reply', () => {
	it('shows the reply whole where there is room', () => {
		const messages = dialogue(prose(5_000, 3), 30_000) ?? [];
		assert.equal(at(messages, 2).content, prose(5_000, 3));
		assert.equal(at(messages, 1).content, prompt.user);
	});

	it('shows as much of it as fits, with a mark', () => {
		for (let characters = 11_900; characters < 16_200; characters += 311) {
			const messages = dialogue(prose(5_000, 3), characters) ?? [];
			const length = messages.reduce((sum, { content: text }) => sum + text.length + 1, -1);
			assert.ok(length <= characters, `${length} of ${characters}`);
			assert.equal(messages.length, 4);
			assert.match(at(messages, 2).content, /^text 3:[^]{100,}⟪precis: [\d,]+ of/);
		}
	});

	it('leaves the reply out where nothing worth it fits, or nothing was said', () => {
		for (const messages of [dialogue(prose(5_000, 3), 11_400), dialogue('', 30_000)]) {
			assert.equal(messages?.length, 2);
			assert.match(at(messages ?? [], 1).content, /\n\nYour reply lacked these sections: Goal\./);
		}
	});

	it('is not held where not even the complaint fits', () => {
		assert.equal(dialogue('x', 11_050), undefined);
	});

	it('gives no secret back, and no reasoning', () => {
		const messages = dialogue(`<think>hm</think>Use ${secret}`, 30_000) ?? [];
		assert.equal(at(messages, 2).content, 'Use [REDACTED]');
	});

	it('asks for half of what a summary that was too large stands for', () => {
		const messages = dialogue('x', 30_000, { reason: 'too-large', tokens: 900, replaces: 800 });
		assert.match(at(messages ?? [], -1).content, /Write at most about 400 tokens/);
	});
});

describe('what is said of a reply', () => {
	it('is one line, however a model declined', () => {
		const said = describeProblem({ reason: 'refusal', text: `No.\n${prose(500)}` });
		assert.match(said, /^The model declined: No\. text 0:.*…$/);
		assert.ok(said.length < 200);
	});
});
