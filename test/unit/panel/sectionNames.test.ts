import assert from 'node:assert/strict';
import { pointerText } from '../../../src/panel/sectionNames.ts';
import { pointers } from '../../../src/protocol/conversationView.ts';

describe('a sentence that points to a message', () => {
	it('is shown in the language of the page, unlike any other text of a summary', () => {
		for (const text of Object.values(pointers)) {
			assert.notEqual(pointerText(text), undefined, text);
		}
		assert.equal(pointerText('toString'), undefined);
		assert.equal(pointerText('The parser follows below.'), undefined);
	});
});
