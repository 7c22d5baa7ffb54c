import type { SessionCall, SessionRow, SessionText } from '../../protocol/session.ts';

/** Whether a call, its input or its output holds a text, whatever its case. */
export function isFoundIn({ name, target, input, outcome }: SessionCall, text: string): boolean {
	return [name, target, input.text, outcome?.text ?? ''].some((one) => holds(one, text));
}

/** Where a row holds a text: in what came with it, or in what was left out. */
export function whereFound(row: SessionRow, text: string): 'shown' | 'left out' {
	const texts = textsOf(row);
	const isShown =
		texts.some((one) => holds(one.text, text)) ||
		row.calls.some(({ name, target }) => holds(name, text) || holds(target, text));
	return isShown || texts.every(({ left }) => left === undefined) ? 'shown' : 'left out';
}

function textsOf({ parts, calls, outcomes }: SessionRow): readonly SessionText[] {
	return [
		...parts.flatMap((part) => (part.kind === 'image' ? [] : [part])),
		...calls.flatMap(({ input, outcome }) => (outcome === undefined ? [input] : [input, outcome])),
		...outcomes,
	];
}

function holds(text: string, wanted: string): boolean {
	return text.toLowerCase().includes(wanted.toLowerCase());
}
