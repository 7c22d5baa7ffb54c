import { describeOutcome } from '../../messages/toolOutcome.ts';
import type { CommandRun } from './commands.ts';
import { CheckingCommands, checksIn } from './coverage.ts';
import { LaterWork } from './laterWork.ts';

/**
 * The last run of each verifying command, oldest first. A narrower run is dropped when a later one
 * covers it: `pytest tests/a.py` by a later `pytest`; so is one that later work has made past.
 */
export function lastVerifyingRuns(runs: readonly CommandRun[]): CommandRun[] {
	const last: CommandRun[] = [];
	const later = new CheckingCommands<CommandRun>();
	const work = new LaterWork();
	for (const run of [...runs].reverse()) {
		const verifying = run.kind === 'verifying' && run.use.resultIndex !== undefined;
		const parts = checksIn(run.command);
		const isPast =
			run.use.outcome.status === 'failed' ? work.retires(run) : work.isPast(run.use.callIndex);
		if (verifying && !isPast && !parts.every((part) => later.find(part) !== undefined)) {
			last.push(run);
			later.add(run.command, run);
		}
		work.add(run);
	}
	return last.reverse();
}

/**
 * The last checks of the first `end` messages, but for those that came out otherwise behind them:
 * what stands there tells that itself.
 */
export function lastRunsUntil(runs: readonly CommandRun[], end: number): CommandRun[] {
	const behind = new CheckingCommands<CommandRun>();
	const isBefore = ({ use }: CommandRun): boolean => use.callIndex < end;
	const later = runs.filter((run) => !isBefore(run) && run.kind === 'verifying');
	later.forEach((run) => behind.add(run.command, run));
	const work = new LaterWork();
	later.forEach((run) => work.add(run));
	return lastVerifyingRuns(runs.filter(isBefore)).filter((run) => {
		const { status } = run.use.outcome;
		const again = behind.find(checksIn(run.command).at(-1) ?? run.command);
		return again === undefined
			? status !== 'failed' || !work.retires(run)
			: describeOutcome(again.use.outcome) === describeOutcome(run.use.outcome) &&
					again.use.outcome.status === status;
	});
}
