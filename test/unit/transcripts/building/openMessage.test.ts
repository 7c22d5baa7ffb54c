import { OpenMessage } from '../../../../src/transcripts/building/openMessage.ts';
import { assertLinear } from '../../../support/growth.ts';

describe('a message whose calls may still follow', () => {
	it('takes each of them in the same time, however many there are', () => {
		assertLinear(5_000, (count) => () => {
			const open = new OpenMessage([]);
			for (let call = 0; call < count && open.takesCalls; call += 1) {
				open.add({ id: String(call), name: 'f', arguments: '' }, true);
			}
			return open.messages();
		});
	});
});
