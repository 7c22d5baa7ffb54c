import assert from 'node:assert/strict';
import { streamedText } from '../../../../src/vscode/conversations/summaryDraft.ts';

/** What is shown of a text that arrives in chunks of this many characters. */
function shownOf(text: string, chunk: number): string[] {
	const shown: string[] = [];
	const take = streamedText((now) => shown.push(now));
	for (let start = 0; start < text.length; start += chunk) {
		take(text.slice(start, start + chunk));
	}
	return shown;
}

describe('a reply that arrives', () => {
	it('is shown by whole lines', () => {
		assert.deepEqual(shownOf('## Goal\n- Ship it\n- Now', 3), [
			'## Goal\n',
			'## Goal\n- Ship it\n',
		]);
		assert.deepEqual(shownOf('no line', 1), []);
	});

	it('is shown in few enough steps for a megabyte of empty lines', () => {
		const steps = shownOf('\n'.repeat(100_000), 10).length;
		assert.ok(steps > 100 && steps < 1_500, `${steps}`);
	});
});
