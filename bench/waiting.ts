import { defaultSoftRatio } from '../src/compaction/thresholds.ts';
import { playSession, type Session } from '../test/support/simulatedSession.ts';
import { row } from './measure.ts';

/** How long a person waits for compactions, against compacting in the foreground only. */

const session: Omit<Session, 'softRatio'> = { turns: 300, modelMs: 5_000, summaryMs: 30_000 };

const foreground = await playSession({ ...session, softRatio: 1 });
const background = await playSession({ ...session, softRatio: defaultSoftRatio });

const seconds = (value: number): string => `${(value / 1_000).toFixed(0)} s`;

for (const [name, result] of [
	['in the foreground, at the hard threshold', foreground],
	['in the background, from the soft threshold', background],
] as const) {
	row(`compactions ${name}`, String(result.compactions));
	row(`waited for them, of ${seconds(result.total)}`, seconds(result.waited));
}
row(
	'waiting, of what the foreground costs',
	`${((100 * background.waited) / foreground.waited).toFixed(2)} %`,
	'below 1 %',
);
