import assert from 'node:assert/strict';
import type { ConversationView, RecordView } from '../../src/protocol/conversationView.ts';
import { ShownRecord } from '../../src/vscode/conversations/shownRecord.ts';
import { historyState, viewedState } from '../panel/states.ts';

describe('A record that is looked at', () => {
	const { conversation } = historyState;
	const { viewed } = viewedState;
	assert.ok(conversation !== undefined && viewed !== undefined);
	const other: ConversationView = { ...conversation, id: 'another' };

	function start() {
		const answers: ((record: RecordView) => void)[] = [];
		const ask = (): Promise<RecordView> => new Promise((resolve) => answers.push(resolve));
		return { shown: new ShownRecord({ ask }), answers };
	}

	it('is of its own conversation, whichever is on screen', async () => {
		const { shown, answers } = start();
		const asked = shown.show(conversation, 1);
		answers[0]?.(viewed);
		await asked;
		assert.equal(shown.of(conversation), viewed);
		assert.equal(shown.of(other), undefined);
	});

	it('is the one asked for last, whichever comes last', async () => {
		const { shown, answers } = start();
		const both = [shown.show(conversation, 1), shown.show(other, 1)];
		answers[1]?.(viewed);
		answers[0]?.(viewed);
		await Promise.all(both);
		assert.equal(shown.of(conversation), undefined);
		assert.equal(shown.of(other), viewed);
	});

	it('is nothing that comes after the person went back', async () => {
		const { shown, answers } = start();
		const asked = shown.show(conversation, 1);
		shown.hide();
		answers[0]?.(viewed);
		await asked;
		assert.equal(shown.of(conversation), undefined);
	});

	it('gives way to what the person compacts or restores', async () => {
		const { shown, answers } = start();
		const asked = shown.show(conversation, 1);
		answers[0]?.(viewed);
		await asked;
		const standing = { ...conversation.standing, active: 99 };
		assert.equal(shown.of({ ...conversation, standing }), undefined);
	});
});
