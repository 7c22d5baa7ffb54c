import assert from 'node:assert/strict';
import { assistant, call, logOf, prose, result, user } from '../../support/logs.ts';
import { mainModel, ScriptedWorld, summaryModel } from '../../support/scriptedCalls.ts';
import { goodReply, item, requestOf } from '../summary/requests.ts';

/** A log in which one call sets a port, at m22 and m23. */
const log = logOf(
	user('Set the service up'),
	...Array.from({ length: 10 }, (_, index) => [
		assistant(prose(2_500, index)),
		user(`And then step ${index}?`),
	]).flat(),
	assistant('', call('a', 'Write', { path: 'deploy/pine.env', content: 'LISTEN_PORT=8743' })),
	result('a'),
	assistant(prose(2_500, 30)),
);

const fact = 'LISTEN_PORT=8743 in deploy/pine.env';

describe('the sources of a summary a model wrote', () => {
	it('are those it cites, else those the log confirms', async () => {
		for (const [cited, sources] of [
			[[], [22, 23]],
			[[900], [22, 23]],
			[[22], [22]],
		] as const) {
			const reply = goodReply({
				'Critical Context': [item(`${fact} ${cited.map((number) => `(m${number})`).join()}`)],
				Goal: [item('A service nobody talked about')],
			});
			const world = new ScriptedWorld({ content: reply, finishReason: 'stop' });
			const { draft } = await world.summarise(requestOf(log), { models: { main: mainModel } });
			assert.deepEqual(
				draft.summary['Critical Context'].slice(0, 1),
				[item(fact, ...sources)],
				`cited: ${cited.join(', ')}`,
			);
			assert.deepEqual(draft.summary.Goal, [item('A service nobody talked about')]);
		}
	});

	it('are so when it was written in pieces and merged', async () => {
		const reply = goodReply({ 'Critical Context': [item(fact)] });
		const world = new ScriptedWorld({ content: reply, finishReason: 'stop' });
		const models = { summary: { ...summaryModel, window: 9_000 } };
		const { draft } = await world.summarise(requestOf(log), { models });
		assert.ok(world.calls.length > 2);
		assert.deepEqual(draft.summary['Critical Context'].slice(0, 1), [item(fact, 22, 23)]);
	});
});
