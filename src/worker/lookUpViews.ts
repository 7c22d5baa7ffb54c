import type { RecalledCall } from '../compaction/recallExchange.ts';
import { recallInput } from '../conversations/recall/tool.ts';
import type { StoredRecall } from '../conversations/store/state.ts';
import { parsedJson } from '../messages/json.ts';
import type { LookUpView } from '../protocol/conversationView.ts';
import { redactedLine } from '../summary/redactedLine.ts';

/** Look-ups that are shown; a person who wants them all has the log. */
const shown = 50;

/** Characters of what was looked for. */
const longestWords = 160;

/** What a model looked up within its replies, the latest first. */
export function lookUpViews(recalls: readonly StoredRecall[]): readonly LookUpView[] {
	return recalls
		.flatMap(({ rounds }) => rounds.flatMap(({ calls }) => calls))
		.slice(-shown)
		.toReversed()
		.map(lookUpView);
}

function lookUpView({ call, result, isError = false }: RecalledCall): LookUpView {
	return {
		wanted: wantedIn(call.arguments),
		characters: result.length,
		...(isError ? { failed: true } : {}),
	};
}

function wantedIn(text: string): LookUpView['wanted'] {
	const input = recallInput(inputIn(text));
	if (input === undefined) {
		return { kind: 'unclear' };
	}
	if ('query' in input) {
		return { kind: 'search', words: words(input.query) };
	}
	if (!('number' in input)) {
		return { kind: 'outline' };
	}
	const { number: first, last = first } = input.number;
	const { find } = input;
	return { kind: 'messages', first, last, ...(find === undefined ? {} : { words: words(find) }) };
}

/** A model's own call has no handle; which conversation it asks is settled. */
function inputIn(text: string): unknown {
	const given = parsedJson(text);
	return typeof given === 'object' ? { ...given, handle: 'own' } : undefined;
}

function words(text: string): string {
	return redactedLine(text, longestWords);
}
