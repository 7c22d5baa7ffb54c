import type { Metafile } from 'esbuild';

/**
 * The largest sizes of what is shipped, bytes. Growth beyond one is a decision, not an accident. A bundle
 * counts with all that it loads when it starts, and without what it loads when that is needed.
 */
export const bundleBudgets: Readonly<Record<string, number>> = {
	'dist/extension.cjs': 600_000,
	'dist/redaction.cjs': 60_000,
	'dist/openai.cjs': 440_000,
	'dist/connecting.cjs': 80_000,
	'dist/repositoryHandoffs.cjs': 40_000,
	'dist/sessionPicker.cjs': 40_000,
	'dist/worker.mjs': 850_000,
	'dist/panel.js': 400_000,
	'dist/panel.css': 19_500,
	'dist/session.js': 400_000,
	'dist/session.css': 15_800,
};

/** The largest package, bytes. */
export const packageBudget = 3_000_000;

/** One sentence for each bundle that is larger than it may be. */
export function overBudget(
	{ outputs }: Metafile,
	budgets: Readonly<Record<string, number>>,
): readonly string[] {
	return Object.entries(budgets).flatMap(([file, budget]) => {
		if (outputs[file] === undefined) {
			return [];
		}
		const bytes = loadedAtStart(outputs, file);
		return bytes > budget ? [`${file} has ${bytes} bytes; its budget is ${budget}.`] : [];
	});
}

function loadedAtStart(outputs: Metafile['outputs'], entry: string): number {
	const files = new Set([entry]);
	for (const file of files) {
		for (const { path, kind } of outputs[file]?.imports ?? []) {
			if (kind === 'import-statement' && outputs[path] !== undefined) {
				files.add(path);
			}
		}
	}
	return [...files].reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
}
