import assert from 'node:assert/strict';
import { toolbarPlace, type Box } from '../../../src/panel/toolbarPlace.ts';

const item = { width: 280, height: 60 };
const bar = { width: 90, height: 22 };

function box(left: number, top: number, width = 40, height = 18): Box {
	return { left, top, right: left + width, bottom: top + height };
}

describe('the place of an item’s toolbar', () => {
	it('is the end of the first line where nothing stands there', () => {
		assert.deepEqual(toolbarPlace(item, bar, [box(0, 0)]), { left: 186, top: 0 });
	});

	it('is in front of what can be pressed there', () => {
		assert.deepEqual(toolbarPlace(item, bar, [box(220, 0)]), { left: 126, top: 0 });
	});

	it('is further down where the first line is full', () => {
		const full = [box(0, 0, 130), box(140, 0, 130)];
		assert.deepEqual(toolbarPlace(item, bar, full), { left: 186, top: 18 });
	});

	it('is above the item where everything in it can be pressed', () => {
		const all = [box(0, 0, 280, 20), box(0, 20, 280, 20), box(0, 40, 280, 20)];
		assert.deepEqual(toolbarPlace(item, bar, all), { left: 186, top: -19 });
	});
});
