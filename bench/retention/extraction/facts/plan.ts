import { flatten } from '../told.ts';
import type { Call } from './calls.ts';
import type { Fact } from './fact.ts';

/** Characters by which a step is known again. */
const stepLength = 80;

/** The steps that were open when the plan was last told. */
export function planFacts(calls: readonly Call[]): Fact[] {
	return openSteps(calls).map((step) => {
		const text = flatten(step).slice(0, stepLength);
		return {
			kind: 'plan',
			text,
			judge: ({ flat }) => (flat.includes(text) ? 'right' : 'missing'),
		};
	});
}

function openSteps(calls: readonly Call[]): string[] {
	const list = calls.findLast(({ values }) => listIn(values) !== undefined);
	return (listIn(list?.values ?? {}) ?? []).flatMap((entry) => {
		const step = entry['content'] ?? entry['step'];
		return typeof step === 'string' && entry['status'] !== 'completed' ? [step] : [];
	});
}

function listIn(
	values: Readonly<Record<string, unknown>>,
): readonly Readonly<Record<string, unknown>>[] | undefined {
	const list = values['todos'] ?? values['plan'];
	return Array.isArray(list) && list.every((entry) => typeof entry === 'object' && entry !== null)
		? (list as Record<string, unknown>[])
		: undefined;
}
