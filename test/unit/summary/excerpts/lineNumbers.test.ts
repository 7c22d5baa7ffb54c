import assert from 'node:assert/strict';
import { withoutLineNumbers } from '../../../../src/summary/excerpts/lineNumbers.ts';

describe('withoutLineNumbers', () => {
	const opening = '<path>/p/a.ts</path>\n<type>file</type>\n<content>\n';

	it('gives the lines of a file as OpenCode read it, and nothing beside them', () => {
		const read = `${opening}9: // Totals.\n10: \treturn sum;\n11: \n12: 500: failed\n\n(End of file - total 12 lines)\n</content>`;
		assert.equal(withoutLineNumbers(read), '// Totals.\n\treturn sum;\n\n500: failed');
	});

	it('leaves numbers that a file or a program writes itself', () => {
		for (const text of ['404: not found\n500: failed', '1: a\n2: b', '1. First\n3. Third']) {
			assert.equal(withoutLineNumbers(text), text);
		}
	});
});
