import assert from 'node:assert/strict';
import { conversationLabels } from '../../../../src/vscode/transcripts/conversationLabels.ts';

function labels(...titles: readonly string[]): readonly string[] {
	return conversationLabels(titles, (number) => `Conversation ${number}`);
}

describe('the labels of the conversations of one file', () => {
	it('are their titles', () => {
		assert.deepEqual(labels('django-1: Fix', 'django-2: Fix'), ['django-1: Fix', 'django-2: Fix']);
	});

	it('have their numbers where titles do not tell them apart', () => {
		assert.deepEqual(labels('Hello', 'Bye', 'Hello'), ['#1: Hello', 'Bye', '#3: Hello']);
	});

	it('are their numbers where there are no titles', () => {
		assert.deepEqual(labels('Hello', '', ''), ['Hello', 'Conversation 2', 'Conversation 3']);
	});
});
