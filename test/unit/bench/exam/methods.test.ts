import assert from 'node:assert/strict';
import { chosenLines } from '../../../../bench/exam/methods/chosenLines.ts';
import { masking, shortened } from '../../../../bench/exam/methods/plain.ts';
import { debugging } from '../../../../bench/exam/sessions/debugging.ts';
import { estimatedTokens } from '../../../../src/messages/tokens.ts';

describe('plain methods of an exam', () => {
	const part = { messages: debugging.messages, start: 1, end: debugging.messages.length - 4 };
	const all = [chosenLines, shortened, masking];

	it('stay within their budget and use most of it', () => {
		for (const method of all) {
			const tokens = estimatedTokens.count(method.write(part, 2_000, estimatedTokens));
			assert.ok(tokens <= 2_100 && tokens > 1_400, `${method.name}: ${tokens}`);
		}
	});

	it('write the same for the same', () => {
		for (const { write } of all) {
			assert.equal(write(part, 800, estimatedTokens), write(part, 800, estimatedTokens));
		}
	});
});
