import assert from 'node:assert/strict';
import {
	type Interrupted,
	type InterruptKind,
	type Interrupts,
	isTurnMasked,
	maskTurn,
	onInterrupt,
} from '../../../src/models/interrupts.ts';
import { settled } from '../../support/scriptedClients.ts';

function sources(): Record<InterruptKind, AbortController> {
	return {
		turn: new AbortController(),
		job: new AbortController(),
		service: new AbortController(),
	};
}

function signalsOf(controllers: Record<InterruptKind, AbortController>): Interrupts {
	return {
		turn: controllers.turn.signal,
		job: controllers.job.signal,
		service: controllers.service.signal,
	};
}

/** The kinds heard, in order. */
function hear(interrupts: Interrupts): { heard: InterruptKind[]; end: () => void } {
	const heard: InterruptKind[] = [];
	const end = onInterrupt(interrupts, ({ kind }) => heard.push(kind));
	return { heard, end };
}

describe('interrupts', () => {
	it('each reach a flow without a mask', () => {
		for (const kind of ['turn', 'job', 'service'] as const) {
			const controllers = sources();
			const { heard } = hear(signalsOf(controllers));
			controllers[kind].abort();
			assert.deepEqual(heard, [kind]);
		}
	});

	it('are heard once: the first one counts', () => {
		const controllers = sources();
		const { heard } = hear(signalsOf(controllers));
		controllers.job.abort();
		controllers.turn.abort();
		controllers.service.abort();
		assert.deepEqual(heard, ['job']);
	});

	it('are heard at once when they came before', () => {
		const controllers = sources();
		controllers.turn.abort();
		assert.deepEqual(hear(signalsOf(controllers)).heard, ['turn']);
	});

	it('are not heard any more after the end', () => {
		const controllers = sources();
		const { heard, end } = hear(signalsOf(controllers));
		end();
		controllers.job.abort();
		assert.deepEqual(heard, []);
	});

	it('carry the reason they were given', () => {
		const job = new AbortController();
		let heard: Interrupted | undefined;
		onInterrupt({ job: job.signal }, (interrupt) => {
			heard = interrupt;
		});
		job.abort('the person pressed Cancel');
		assert.equal(heard?.cause, 'the person pressed Cancel');
	});
});

describe('a mask', () => {
	it('keeps the turn away, and neither the job nor the service', () => {
		for (const kind of ['job', 'service'] as const) {
			const controllers = sources();
			const { heard } = maskTurn(() => hear(signalsOf(controllers)));
			controllers.turn.abort();
			assert.deepEqual(heard, []);
			controllers[kind].abort();
			assert.deepEqual(heard, [kind]);
		}
	});

	it('covers everything its flow awaits, and ends with it', async () => {
		await maskTurn(async () => {
			await settled();
			assert.ok(isTurnMasked());
		});
		assert.ok(!isTurnMasked());
	});

	it('does not cover a flow that runs at the same time', async () => {
		const other = Promise.withResolvers<void>();
		const masked = maskTurn(async () => {
			await other.promise;
			return isTurnMasked();
		});
		assert.ok(!isTurnMasked());
		const parallel = (async () => {
			await settled();
			return isTurnMasked();
		})();
		other.resolve();
		assert.deepEqual(await Promise.all([masked, parallel]), [true, false]);
	});

	it('nests: the end of an inner one does not end the outer one', async () => {
		await maskTurn(async () => {
			await maskTurn(settled);
			assert.ok(isTurnMasked());
		});
		assert.ok(!isTurnMasked());
	});

	it('ends when what it covers fails', async () => {
		await assert.rejects(maskTurn(() => Promise.reject(new Error('no'))));
		assert.ok(!isTurnMasked());
	});

	it('defers an interrupt to the flow around it', async () => {
		const { turn } = sources();
		await maskTurn(async () => {
			turn.abort();
			await settled();
			assert.deepEqual(hear({ turn: turn.signal }).heard, []);
		});
		assert.deepEqual(hear({ turn: turn.signal }).heard, ['turn']);
	});
});
