import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ConversationService } from '../../../src/conversations/service/service.ts';
import { turns, workerBench, type WorkerRig } from '../../support/workerRig.ts';

describe('conversations that were looked at', () => {
	const bench = workerBench();

	const create = async (rig: WorkerRig): Promise<string> =>
		(await rig.methods.create({ title: '', source: 'test', messages: turns(2) })).id;
	const lookAt = (rig: WorkerRig, id: string) =>
		rig.methods.sessionOutline({ id, side: 'conversation' });

	it('are released when many others were, unless a reply is awaited there', async () => {
		const closing = mock.method(ConversationService.prototype, 'close');
		try {
			const rig = bench.start();
			const [waiting, first, second] = [await create(rig), await create(rig), await create(rig)];
			await rig.tell(waiting, 'Hello');
			await rig.methods.context({ id: waiting });
			for (const id of [first, second, first]) {
				await lookAt(rig, id);
			}
			for (let others = 0; others < 30; others += 1) {
				await lookAt(rig, await create(rig));
			}
			assert.deepEqual(
				closing.mock.calls.map(({ arguments: [id] }) => id),
				[second],
			);
			assert.match(await rig.said(second, 1), /Request 0/);
		} finally {
			closing.mock.restore();
		}
	});
});
