import process from 'node:process';

/** Milliseconds of processor time this process spends on work: what else the machine does counts less. */
export function processorTime(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}
