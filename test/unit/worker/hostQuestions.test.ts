import assert from 'node:assert/strict';
import { Interrupted } from '../../../src/models/interrupts.ts';
import { ModelError } from '../../../src/models/modelError.ts';
import type { AskOutcome } from '../../../src/protocol/asks.ts';
import type { FromWorker } from '../../../src/protocol/worker.ts';
import { HostQuestions } from '../../../src/worker/hostQuestions.ts';

function start() {
	const sent: FromWorker[] = [];
	return { sent, questions: new HostQuestions((message) => sent.push(message)) };
}

const never = new AbortController().signal;

const plan = {
	conversation: 'a',
	title: 'Parser',
	trigger: 'manual',
	tokens: { input: 9_000, output: 1_000 },
	spentToday: 0,
} as const;

const answered: AskOutcome = { kind: 'answered', answer: { transientRetries: 2 } };

describe('a question to the host', () => {
	it('is asked with its kind and a number, and answered', async () => {
		const { sent, questions } = start();
		const answer = questions.ask('models', plan, never);
		assert.deepEqual(sent, [{ type: 'ask', ask: 1, kind: 'models', question: plan }]);
		questions.answered(1, answered);
		assert.deepEqual(await answer, { transientRetries: 2 });
	});

	it('fails with the failure as the host had it', async () => {
		const { questions } = start();
		const answer = questions.ask('models', plan, never);
		const failure = {
			kind: 'rate-limited',
			message: 'Too many requests.',
			advice: 'Wait.',
		} as const;
		questions.answered(1, { kind: 'failed', failure });
		await assert.rejects(answer, (error: unknown) => {
			assert.ok(error instanceof ModelError);
			assert.deepEqual(error.failure, failure);
			return true;
		});
	});

	it('can be ended by the host', async () => {
		const { questions } = start();
		const answer = questions.ask('models', plan, never);
		questions.answered(1, { kind: 'interrupted', by: 'service' });
		await assert.rejects(
			answer,
			(error: unknown) => error instanceof Interrupted && error.kind === 'service',
		);
	});

	it('is withdrawn when the answer is not wanted any more, and still awaited', async () => {
		const { sent, questions } = start();
		const controller = new AbortController();
		const answer = questions.ask('models', plan, controller.signal);
		controller.abort(new Interrupted('job'));
		assert.deepEqual(sent.slice(1), [{ type: 'withdraw', ask: 1 }]);
		questions.answered(1, answered);
		assert.deepEqual(await answer, { transientRetries: 2 }, 'it came too late');
	});

	it('ends with the reason of whoever withdrew it', async () => {
		const { questions } = start();
		const controller = new AbortController();
		const answer = questions.ask('models', plan, controller.signal);
		const reason = new Interrupted('job');
		controller.abort(reason);
		questions.answered(1, { kind: 'interrupted', by: 'turn' });
		await assert.rejects(answer, reason);
	});

	it('is not asked where nobody wants the answer', async () => {
		const { sent, questions } = start();
		const reason = new Interrupted('turn');
		await assert.rejects(questions.ask('models', plan, AbortSignal.abort(reason)), reason);
		assert.deepEqual(sent, []);
	});

	it('is not withdrawn after its answer', async () => {
		const { sent, questions } = start();
		const controller = new AbortController();
		const answer = questions.ask('models', plan, controller.signal);
		questions.answered(1, answered);
		await answer;
		controller.abort();
		assert.equal(sent.length, 1);
	});

	it('gets its own answer, whatever the order', async () => {
		const { questions } = start();
		const context = { conversation: 'a', messages: [], tokens: 0 };
		const first = questions.ask('models', plan, never);
		const second = questions.ask('turn', { turn: 1, context }, never);
		questions.answered(2, { kind: 'answered', answer: { kind: 'completed' } });
		questions.answered(99, answered);
		questions.answered(1, answered);
		assert.deepEqual(await Promise.all([first, second]), [
			{ transientRetries: 2 },
			{ kind: 'completed' },
		]);
	});
});
