import { mark } from '../messages/marks.ts';

/**
 * What speaks against a statement that a model wrote: the person never said it (`unsaid`), only an
 * earlier summary tells that they did (`earlier`), or the log has no such action (`undone`).
 */
export type Doubt = 'unsaid' | 'earlier' | 'undone';

/** How a handoff says it, for whichever model reads it next. */
const marks: readonly (readonly [Doubt, string])[] = [
	['unsaid', mark("not found in the person's words")],
	['earlier', mark('from an earlier summary')],
	['undone', mark('not found in the log')],
];

/** The text of an item as a handoff shows it. */
export function writtenItem({
	text,
	doubt,
}: {
	readonly text: string;
	readonly doubt?: Doubt;
}): string {
	const found = marks.find(([known]) => known === doubt);
	return found === undefined ? text : `${text} ${found[1]}`;
}

/** Takes off what {@link writtenItem} put behind the text of an item. */
export function withoutDoubt(written: string): { readonly text: string; readonly doubt?: Doubt } {
	const found = marks.find(([, words]) => written.endsWith(` ${words}`));
	if (found === undefined) {
		return { text: written };
	}
	const [doubt, words] = found;
	return { text: written.slice(0, -words.length).trimEnd(), doubt };
}
