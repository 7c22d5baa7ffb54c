import assert from 'node:assert/strict';
import type { PrecisDisposable } from '../../../../src/api.ts';
import { apiBench, endsOf, fails } from '../../../support/apiRig.ts';
import { at, user } from '../../../support/logs.ts';
import { until } from '../../../support/until.ts';
import { turns } from '../../../support/workerRig.ts';

describe('a conversation of another extension tells its listeners', () => {
	const bench = apiBench();

	it('once of a start and an end, whatever lies between', async () => {
		const { conversation } = await bench.filled();
		const heard: unknown[] = [];
		conversation.onDidStartCompaction((start) => heard.push(start));
		conversation.onDidFinishCompaction(({ trigger, result }) =>
			heard.push({ trigger, kind: result.kind }),
		);
		await conversation.compact({ focus: 'the parser' });
		assert.deepEqual(heard, [
			{ trigger: 'manual', focus: 'the parser' },
			{ trigger: 'manual', kind: 'committed' },
		]);
	});

	it('of every change, and of nothing that happens elsewhere', async () => {
		const { rig, conversation } = await bench.opened();
		const other = await rig.open({ key: 'other' });
		let changes = 0;
		let others = 0;
		conversation.onDidChange(() => (changes += 1));
		other.onDidChange(() => (others += 1));
		await conversation.append([user('Hello')]);
		await until(() => changes > 0);
		// That it was begun is told of the other one, too.
		others = 0;
		await rig.client.call('rename', { id: conversation.id, title: 'Renamed' });
		await until(() => changes > 1);
		assert.equal(others, 0);
	});

	it('whichever handle they were registered on', async () => {
		const { rig, conversation } = await bench.filled();
		const ends = endsOf(await rig.open());
		await conversation.compact();
		assert.equal(ends.length, 1);
	});

	it('also when another one throws, and says so in the log', async () => {
		const { rig, conversation } = await bench.filled();
		conversation.onDidFinishCompaction(() => {
			throw new Error('badly written');
		});
		conversation.onDidFinishCompaction(() => {
			throw Object.defineProperty(new Error('hidden'), 'stack', {
				get: () => assert.fail('its code ran'),
			});
		});
		const ends = endsOf(conversation);
		assert.equal((await conversation.compact()).kind, 'committed');
		assert.equal(ends.length, 1);
		assert.equal(rig.logged.length, 2);
		assert.match(at(rig.logged, 0), /listener of another extension failed: Error: badly written/);
	});

	it('what none of them can change for the next', async () => {
		const { conversation } = await bench.filled();
		conversation.onDidFinishCompaction((end) => {
			Reflect.set(end, 'trigger', 'forged');
			Reflect.set(end.result, 'kind', 'forged');
			Reflect.set(Reflect.get(end.result, 'tokens') as object, 'after', -1);
		});
		const ends = endsOf(conversation);
		const result = await conversation.compact();
		assert.deepEqual(ends, [{ trigger: 'manual', result }]);
	});

	it('as VS Code does: with a `this`, into a list to dispose of, and not any more after that', async () => {
		const { conversation } = await bench.filled();
		const disposables: PrecisDisposable[] = [];
		const subject = { ends: 0 };
		conversation.onDidFinishCompaction(
			function (this: typeof subject) {
				this.ends += 1;
			},
			subject,
			disposables,
		);
		await conversation.compact();
		assert.deepEqual([subject.ends, disposables.length], [1, 1]);
		at(disposables, 0).dispose();
		await conversation.append(turns(12, 24));
		assert.equal((await conversation.compact()).kind, 'committed');
		assert.equal(subject.ends, 1);
	});

	it('who have to be functions', async () => {
		const { conversation } = await bench.opened();
		assert.throws(
			() => conversation.onDidChange('me' as unknown as () => void),
			fails('invalid-input', /listener/),
		);
	});
});
