/** Something to run, perhaps only behind others. */
export interface Step {
	readonly name: string;
	/** Steps that have to end first, whatever comes of them. */
	readonly after?: readonly string[];
}

/**
 * Runs every step once, in lanes beside each other: a lane that is free takes the first step whose time has come.
 * @throws What `run` throws; and where a step waits for one that is not there, or for itself.
 */
export async function runInLanes<One extends Step>(
	lanes: number,
	steps: readonly One[],
	run: (step: One) => Promise<void>,
): Promise<void> {
	const ended = new Set<string>();
	const waiting = [...steps];
	const running = new Set<Promise<void>>();
	while (waiting.length > 0) {
		const next = waiting.findIndex(({ after = [] }) => after.every((name) => ended.has(name)));
		const [step] = running.size < lanes && next !== -1 ? waiting.splice(next, 1) : [];
		if (step !== undefined) {
			const end = run(step).then(() => {
				ended.add(step.name);
				running.delete(end);
			});
			running.add(end);
		} else if (running.size > 0) {
			await Promise.race(running);
		} else {
			throw new Error(`These wait in vain: ${waiting.map(({ name }) => name).join(', ')}`);
		}
	}
	await Promise.all(running);
}
