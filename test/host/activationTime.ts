import assert from 'node:assert/strict';

/** VS Code's own times of an activation, milliseconds: running the bundle, and `activate`. */
interface ActivationTime {
	readonly load: number;
	readonly activate: number;
}

interface Mark {
	readonly name: string;
	readonly startTime: number;
}

/** Measures an extension that is active, and prints it for `bench/activation.ts`. */
export function reportActivation(extension: string): void {
	const time: ActivationTime = {
		load: elapsed(extension, 'willLoadExtensionCode', 'didLoadExtensionCode'),
		activate: elapsed(extension, 'willActivateExtension', 'didActivateExtension'),
	};
	console.log(`precis-activation load=${time.load} ms activate=${time.activate} ms`);
}

/** Milliseconds between two of the marks that VS Code makes while it activates an extension. */
function elapsed(extension: string, from: string, to: string): number {
	const { MonacoPerformanceMarks: marks } = globalThis as unknown as {
		readonly MonacoPerformanceMarks: { getMarks(): readonly Mark[] };
	};
	const timeOf = (name: string): number => {
		const wanted = `code/extHost/${name}/${extension}`;
		const mark = marks.getMarks().find((candidate) => candidate.name === wanted);
		assert.ok(mark !== undefined, wanted);
		return mark.startTime;
	};
	return timeOf(to) - timeOf(from);
}
