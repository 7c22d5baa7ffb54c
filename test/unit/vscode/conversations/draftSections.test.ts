import assert from 'node:assert/strict';
import { streamedText } from '../../../../src/vscode/conversations/summaryDraft.ts';
import { draftSections } from '../../../../src/vscode/conversations/summaryDraft.ts';

describe('the sections of a draft', () => {
	it('are those a model has begun', () => {
		const sections = draftSections('## Active Task\n- "Fix it" (m3)\n\n## Goal\n- A working impor');
		assert.deepEqual(
			sections.map(({ title, items }) => [title, items.map(({ text }) => text)]),
			[
				['Active Task', ['"Fix it"']],
				['Goal', ['A working impor']],
			],
		);
	});

	it('never show a part of a secret, wherever the reply has come to', () => {
		const secret = `ghp_${'aB3dE6gH9'.repeat(4)}`;
		const reply = `## Critical Context\n- The token is ${secret} for now.\n- More follows.\n`;
		const shown: string[] = [];
		const show = streamedText((text) => shown.push(JSON.stringify(draftSections(text))));
		for (const character of reply) {
			show(character);
		}
		assert.match(shown.at(-1) ?? '', /The token is \[REDACTED\] for now/);
		assert.doesNotMatch(shown.join('\n'), /ghp_/);
	});
});
