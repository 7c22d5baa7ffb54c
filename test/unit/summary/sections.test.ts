import assert from 'node:assert/strict';
import {
	renderItem,
	renderSection,
	renderSummary,
	sectionTitles,
} from '../../../src/summary/sections.ts';
import { item, summaryWith } from './requests.ts';

describe('a summary', () => {
	it('indents the further lines of an item, but for quoted ones behind another line', () => {
		assert.equal(
			renderItem(item('READ a.md:\n> - One.\n> Two.\nMore.\n\n> Quoted.')),
			'- READ a.md:\n> - One.\n> Two.\n  More.\n  \n  > Quoted.',
		);
	});

	it('is rendered with every section, the empty ones as None', () => {
		const text = renderSummary(summaryWith({ Goal: [], Blocked: [item('a'), item('b')] }));
		assert.deepEqual(
			[...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title),
			[...sectionTitles],
		);
		assert.match(text, /\n\n## Goal\nNone\n\n/);
		assert.match(text, /\n\n## Blocked\n- a\n- b\n\n/);
		assert.equal(renderSection([]), 'None');
	});

	it('keeps the lines of an item together and its own number in front', () => {
		assert.equal(
			renderItem(item('fails:\n```\n## Goal\n```')),
			'- fails:\n  ```\n  ## Goal\n  ```',
		);
		assert.equal(renderItem(item('12. RAN tests — ok')), '12. RAN tests — ok');
		assert.equal(renderItem(item('12 tests pass')), '- 12 tests pass');
	});
});
