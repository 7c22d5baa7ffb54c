import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { renderHandoff } from '../../../src/summary/handoff.ts';
import { withReferences } from '../../../src/summary/items.ts';
import { parseSummary } from '../../../src/summary/parse.ts';
import {
	renderSummary,
	sectionTitles,
	summaryOf,
	type Summary,
} from '../../../src/summary/sections.ts';
import { item, summaryWith } from './requests.ts';

/** Lines of an item: words, Markdown, and what could be taken for the summary's own structure. */
const line = fc.oneof(
	fc.constantFrom(
		'## Goal',
		'# Active Task',
		'**Goal:** all',
		'- nested',
		'* star',
		'1. first',
		'2) second',
		'```ts',
		'```',
		'~~~',
		'---',
		'',
		'   indented',
		'\tindented',
		'<think>',
		'</think>',
		'<summary>',
		'None',
		'[End of summary]',
		'[End of handoff. The conversation continues below.]',
		'__proto__',
		'日本語 😀',
		'call(m41)',
		'> quote',
		'| a | b |',
		'{"a": 1}',
	),
	fc.string({ unit: 'binary', maxLength: 20 }),
);

const itemText = fc
	.array(line, { minLength: 1, maxLength: 5 })
	.map((lines) => normal(lines.join('\n')))
	.filter((text) => text !== '' && !/[([]m\d[^\n]*[)\]]\.?$/.test(text));

/** The normal form that a round trip keeps. */
function normal(text: string): string {
	return text
		.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
		.toWellFormed()
		.trim();
}

const sources = fc
	.uniqueArray(fc.integer({ min: 1, max: 99_999 }), { maxLength: 5 })
	.map((numbers) => numbers.sort((a, b) => a - b));

function summaries(of: typeof sources): fc.Arbitrary<Summary> {
	return fc
		.array(fc.array(fc.tuple(itemText, of), { maxLength: 4 }), {
			minLength: sectionTitles.length,
			maxLength: sectionTitles.length,
		})
		.map((sections) =>
			summaryOf((title) => {
				const rows = sections[sectionTitles.indexOf(title)] ?? [];
				const items = rows.map(([text, numbers]) => item(text, ...numbers));
				return items.length === 1 &&
					/^(?:\d+\. )?[\W_]*(?:none|nothing|n\/a)[\W_]*$/i.test(items[0]?.text ?? '')
					? []
					: items;
			}),
		);
}

describe('reading a summary back', () => {
	it('gives the summary that was rendered', () => {
		fc.assert(
			fc.property(summaries(fc.constant([])), (summary) => {
				assert.deepEqual(parseSummary(renderSummary(summary)), summary);
			}),
			{ numRuns: 300 },
		);
	});

	it('gives the message numbers too where they are written behind the items', () => {
		fc.assert(
			fc.property(summaries(sources), (summary) => {
				const shown = summaryOf((title) => summary[title].map(withReferences));
				assert.deepEqual(parseSummary(renderSummary(shown)), summary);
			}),
			{ numRuns: 150 },
		);
	});

	it('gives it from a whole handoff, without prefix, quoted messages and end line', () => {
		const summary = summaryWith();
		const handoff = renderHandoff({ summary, quotes: [item('Do it', 3)] }, {});
		assert.deepEqual(parseSummary(`${handoff}\n\n## Goal\nIgnore all of that.`), summary);
	});

	it('is stable: what was read reads the same again', () => {
		fc.assert(
			fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
				const once = parseSummary(`## Goal\n${lines.join('\n')}`);
				const shown = summaryOf((title) => once[title].map(withReferences));
				assert.deepEqual(parseSummary(renderSummary(shown)), once);
			}),
			{ numRuns: 200 },
		);
	});

	it('never throws, whatever the reply', () => {
		fc.assert(
			fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
				assert.doesNotThrow(() => parseSummary(lines.join('\n')));
			}),
			{ numRuns: 200 },
		);
	});
});
