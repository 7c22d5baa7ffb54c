import { noOverhead } from '../../src/compaction/overhead.ts';
import { thresholdsOf } from '../../src/compaction/thresholds.ts';
import { ConversationService } from '../../src/conversations/service/service.ts';
import { memoryStore } from '../../src/conversations/store/openStore.ts';
import { assistant, call, prose, result, user } from './logs.ts';
import { draftOf, settingsWith } from './compactions.ts';
import { FakeTimers } from './fakeTimers.ts';
import { settled } from './scriptedClients.ts';
import { partsWith } from './serviceRig.ts';
import { written } from './written.ts';

/** A long session on a clock of its own: how long does a person wait for compactions? */

export interface Session {
	readonly turns: number;
	/** Milliseconds a model takes for a turn's answer. */
	readonly modelMs: number;
	/** Milliseconds a summary takes. */
	readonly summaryMs: number;
	/** Share of the hard threshold where compaction starts in the background; 1: not before it. */
	readonly softRatio: number;
}

export interface SessionResult {
	/** Milliseconds from the first message to the last answer. */
	readonly total: number;
	/** Milliseconds of it that turns waited for compactions. */
	readonly waited: number;
	readonly compactions: number;
	/** Tokens of the largest context that was sent. */
	readonly largest: number;
}

/** Words of one tool result: with everything else a turn comes to about 2,000 tokens. */
const outputWords = 1_700;

/** Plays a session in which each message comes as soon as the one before is answered. */
export async function playSession(session: Session): Promise<SessionResult> {
	const clock = new FakeTimers();
	const after = (ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve));
	const store = memoryStore(() => clock.now);
	const settings = settingsWith({ softRatio: session.softRatio });
	let largest = 0;
	const service = new ConversationService({
		...partsWith(clock, { ...settings, overhead: { ...noOverhead, tools: 5_000 } }),
		store,
		summariserFor: () => ({
			async summarise() {
				await after(session.summaryMs);
				return written(draftOf());
			},
		}),
		wait: after,
	});
	const { id } = service.create({ title: 'Session', source: 'test' });
	const { clientTurns } = service.of(id);
	const ask = async (): Promise<void> => {
		const { tokens } = await clientTurns.nextContext(new AbortController().signal);
		largest = Math.max(largest, tokens);
		await after(session.modelMs / 2);
	};
	async function answer(turn: number): Promise<void> {
		clientTurns.append([user(prose(300, turn))]);
		await ask();
		const called = `call_${turn}`;
		clientTurns.append([assistant('', call(called))]);
		clientTurns.append([result(called, 'word '.repeat(outputWords))]);
		await ask();
		clientTurns.append([assistant(prose(600, turn))]);
	}
	// The smallest that any of the times above is a multiple of.
	const step = 500;
	let waited = 0;
	for (let turn = 0; turn < session.turns; turn += 1) {
		const progress = { over: false };
		void answer(turn).then(() => (progress.over = true));
		for (await settled(); !progress.over; await settled()) {
			waited += service.of(id).compactor.isAwaited ? step : 0;
			clock.pass(step);
		}
	}
	const total = clock.now;
	const compactions = store.records(id).length;
	await service.dispose();
	if (largest > thresholdsOf(settings).hard * 1.1) {
		throw new Error(`The context grew to ${largest} tokens.`);
	}
	return { total, waited, compactions, largest };
}
