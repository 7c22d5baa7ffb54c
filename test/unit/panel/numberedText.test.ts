import assert from 'node:assert/strict';
import { splitNumber } from '../../../src/panel/numberedText.ts';

describe('the number of an item', () => {
	it('is taken off where there is one', () => {
		assert.deepEqual(splitNumber('12. EDIT a.ts — ok'), { number: '12.', text: 'EDIT a.ts — ok' });
		assert.deepEqual(splitNumber('EDIT a.ts'), { number: '', text: 'EDIT a.ts' });
		assert.deepEqual(splitNumber('3.5 is a version'), { number: '', text: '3.5 is a version' });
	});
});
