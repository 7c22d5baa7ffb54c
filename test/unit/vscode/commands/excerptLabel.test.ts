import assert from 'node:assert/strict';
import { excerptLabel } from '../../../../src/vscode/commands/excerptLabel.ts';

describe('the row of a search hit', () => {
	it('marks the hits, and has the first near its beginning', () => {
		assert.equal(excerptLabel('two ⟦bookings⟧ overlap'), 'two «bookings» overlap');
		const far = excerptLabel(`${'never let anything '.repeat(20)}of two ⟦bookings⟧ overlap`);
		assert.match(far, /^….{0,24}«bookings» overlap$/);
		assert.equal(excerptLabel(`${'x'.repeat(60)}⟦hit⟧ \n y`), `${'x'.repeat(60)}«hit» y`);
		assert.equal(excerptLabel('no hit in it'), 'no hit in it');
	});
});
