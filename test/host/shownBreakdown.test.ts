import assert from 'node:assert/strict';
import type { Breakdown } from '../../src/protocol/breakdownView.ts';
import { ShownBreakdown } from '../../src/vscode/conversations/shownBreakdown.ts';
import { compactedBreakdown, openedBreakdown } from '../panel/breakdownViews.ts';

describe('Where the tokens went, as it is shown', () => {
	function start() {
		const answers: ((breakdown: Breakdown) => void)[] = [];
		const ask = (): Promise<Breakdown> => new Promise((resolve) => answers.push(resolve));
		const shown = new ShownBreakdown({ ask });
		let changes = 0;
		shown.onDidChange(() => (changes += 1));
		return { shown, answers, changes: () => changes };
	}

	it('is of the conversation that was asked about, and of no other', async () => {
		const { shown, answers, changes } = start();
		const asked = shown.show('a');
		assert.equal(shown.of('a'), undefined);
		answers[0]?.(openedBreakdown);
		await asked;
		assert.equal(shown.of('a'), openedBreakdown);
		assert.equal(shown.of('b'), undefined);
		assert.equal(changes(), 1);
	});

	it('is the answer to the last question, whichever comes last', async () => {
		const { shown, answers } = start();
		const both = [shown.show('a'), shown.show('a')];
		answers[1]?.(compactedBreakdown);
		answers[0]?.(openedBreakdown);
		await Promise.all(both);
		assert.equal(shown.of('a'), compactedBreakdown);
	});

	it('stands while it is worked out anew', async () => {
		const { shown, answers } = start();
		const first = shown.show('a');
		answers[0]?.(openedBreakdown);
		await first;
		void shown.show('a');
		assert.equal(shown.of('a'), openedBreakdown);
	});
});
