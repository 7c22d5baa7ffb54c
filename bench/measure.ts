/** Median of several runs, milliseconds; the first run warms up and does not count. */
export async function median(runs: number, work: () => unknown): Promise<number> {
	const times: number[] = [];
	for (let run = 0; run <= runs; run += 1) {
		const started = performance.now();
		await work();
		times.push(performance.now() - started);
	}
	const counted = times.slice(1).sort((a, b) => a - b);
	return counted[Math.floor(counted.length / 2)] ?? Number.NaN;
}

/** One row of a table of results. */
export function row(what: string, figure: string, target = ''): void {
	console.log(`${what.padEnd(62)} ${figure.padStart(14)}  ${target}`);
}

/** Milliseconds for people. */
export function ms(value: number): string {
	return `${value < 10 ? value.toFixed(3) : value.toFixed(0)} ms`;
}
