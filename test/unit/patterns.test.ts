import assert from 'node:assert/strict';

import { analyse } from 'scslre';
import { sourcePatterns } from '../support/patterns.ts';

/** Patterns that see nothing from outside, or too little of it to matter. */
const unexposed: readonly string[] = [
	// Digits of a number.
	String.raw`\B(?=(\d{3})+$)`,
	// The table of programs.
	String.raw`^(.*?)(?:\*(.*))?V$`,
];

describe('the patterns of the sources', () => {
	it('take time linear in the length of any text, as far as can be told without running them', () => {
		const patterns = sourcePatterns();
		const found = patterns
			.filter(({ expression }) => !unexposed.includes(expression.source))
			.flatMap(({ place, expression }) => {
				const { reports } = analyse({
					source: expression.source,
					flags: expression.flags.replace('d', ''),
				});
				return reports.map(({ type }) => `${place}: ${type} in ${expression.source}`);
			});
		assert.deepEqual(found, []);
		assert.ok(patterns.length > 500);
	});
});
