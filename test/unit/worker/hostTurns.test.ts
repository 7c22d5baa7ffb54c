import assert from 'node:assert/strict';
import type { TurnContext, TurnReport } from '../../../src/conversations/service/ports.ts';
import type { Message } from '../../../src/messages/message.ts';
import { HostTurns } from '../../../src/worker/hostTurns.ts';
import { FakeHost } from '../../support/fakeHost.ts';
import { assistant, at, user } from '../../support/logs.ts';
import { settled } from '../../support/scriptedClients.ts';

const context: TurnContext = { conversation: 'a', messages: [user('Hello')], tokens: 3, length: 1 };

/** What a turn reports, as a list. */
class Reports implements TurnReport {
	readonly answerer = 'chat';
	readonly appended: Message[] = [];

	append(...messages: readonly Message[]): void {
		this.appended.push(...messages);
	}

	nextContext(): Promise<TurnContext> {
		return Promise.resolve({ ...context, tokens: 9 });
	}
}

function start() {
	const host = new FakeHost();
	const turns = new HostTurns(host);
	const controller = new AbortController();
	const begin = (report = new Reports()) => ({
		report,
		end: turns.runTurn(context, controller.signal, report),
	});
	return { host, turns, controller, begin };
}

describe('a turn that the host answers', () => {
	it('reports what the model said, and the next context', async () => {
		const { host, turns, begin } = start();
		const { report } = begin();
		const { turn } = at(host.turns, 0);
		turns.append(turn, [assistant('One'), assistant('Two')]);
		assert.deepEqual(report.appended, [assistant('One'), assistant('Two')]);
		assert.equal((await turns.nextContext(turn)).tokens, 9);
	});

	it('hears nothing any more when it is over, however it ended', async () => {
		for (const finish of ['completed', 'stopped'] as const) {
			const { host, turns, controller, begin } = start();
			const { report, end } = begin();
			const { turn } = at(host.turns, 0);
			if (finish === 'completed') {
				at(host.turns, 0).end();
				await end;
			} else {
				controller.abort(new Error('stopped'));
				await assert.rejects(end, /stopped/);
			}
			await settled();
			assert.throws(() => turns.append(turn, [assistant('Late')]), { code: 'turn-over' });
			assert.throws(() => turns.nextContext(turn), { code: 'turn-over' });
			assert.deepEqual(report.appended, []);
		}
	});

	it('is one among several', () => {
		const { host, turns, begin } = start();
		const [one, two] = [begin(), begin()];
		assert.notEqual(at(host.turns, 0).turn, at(host.turns, 1).turn);
		turns.append(at(host.turns, 1).turn, [assistant('Two')]);
		assert.deepEqual([one.report.appended.length, two.report.appended.length], [0, 1]);
	});
});
