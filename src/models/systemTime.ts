import { setTimeout } from 'node:timers/promises';
import type { RequestServices } from './rungRequests.ts';

/** The machine's clocks and waiting, as the ladder wants them. */
export const systemTime: Pick<RequestServices, 'clock' | 'wait'> = {
	clock: { monotonic: () => performance.now(), epoch: Date.now },
	wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
};
