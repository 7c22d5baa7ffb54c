import assert from 'node:assert/strict';
import { noOverhead, overheadTokens } from '../../../src/compaction/overhead.ts';
import { clientContext } from '../../../src/conversations/clientContext.ts';
import { textOf } from '../../../src/messages/message.ts';
import { loadTokenCounter } from '../../../src/worker/tokenCounter.ts';
import { runAgent, type AgentModel } from '../../support/agent/scriptedAgent.ts';
import { StrictModel } from '../../support/agent/strictModel.ts';
import { until } from '../../support/until.ts';
import { workerBench, type WorkerRig } from '../../support/workerRig.ts';

const window = 16_000;

/** The way a mirrored model takes, without VS Code. */
function throughWorker(rig: WorkerRig, model: StrictModel): AgentModel {
	const shape = { window, reservedReply: 0, overhead: { ...noOverhead, tools: 500 }, recall: true };
	return {
		async ask(system, history, signal) {
			const rest = [...history];
			const { record } = await rig.methods.prepare({ messages: rest, shape }, rig.call(signal));
			signal.throwIfAborted();
			return model.ask(system, clientContext(system, rest, record), overheadTokens(shape.overhead));
		},
	};
}

describe('an agent with a mirrored model', () => {
	const bench = workerBench();

	it('is never refused in 80 turns of tools, edits, rewinds and stops, and loses nothing', async () => {
		const rig = bench.start();
		const model = new StrictModel(window, await loadTokenCounter());
		const run = await runAgent(throughWorker(rig, model), { seed: 1, sessions: 2, turns: 80 });
		assert.deepEqual(model.refusals, []);
		assert.ok(run.stops > 3 && run.rewinds > 2 && run.edits > 2, JSON.stringify(run));
		await until(() => rig.of('job').length === 0 || rig.of('job-ended').length > 0);
		assert.ok(rig.of('job-ended').filter(({ result }) => result.kind === 'committed').length > 4);
		for (const session of run.sessions) {
			const shape = {
				window,
				reservedReply: 0,
				overhead: { ...noOverhead, tools: 500 },
				recall: true,
			};
			const rest = session.history;
			const { conversation: id = '', record } = await rig.methods.prepare({
				messages: rest,
				shape,
			});
			const context = clientContext(session.system, rest, record)
				.map(({ content }) => textOf(content))
				.join('\n');
			for (const { token } of session.facts) {
				const { hits } = await rig.methods.recallSearch({ id, text: token, anyWorkspace: false });
				assert.ok(context.includes(token) || hits.length > 0, `${token} is lost`);
			}
		}
	});
});
