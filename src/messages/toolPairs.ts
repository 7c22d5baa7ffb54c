import { isBlank, toolCallsOf, type Log } from './message.ts';

/**
 * Which result answers which call. Providers require results directly after the message that made the calls; a result
 * that comes after another message is late, one without a call an orphan.
 */

/** A tool result's place in the conversation. */
type ResultPlace =
	| { readonly kind: 'paired' | 'late'; readonly call: CallPlace }
	| { readonly kind: 'orphan'; readonly call?: undefined };

/** The position of a call. */
interface CallPlace {
	/** Index of the assistant's message in the log. */
	readonly message: number;
	/** Index of the call within that message. */
	readonly position: number;
}

/** Which result belongs to which call. Indices count the log's messages from 0. */
export interface ToolPairs {
	/** The place of the tool message at this index; undefined for other roles. */
	readonly places: ReadonlyMap<number, ResultPlace>;
	/** Indices of the results of a message's calls, by call position; late ones included. */
	resultsOf(message: number): readonly (number | undefined)[];
	/**
	 * Index of the first message whose calls still await a result at the end of the log; the log's length if there is
	 * none.
	 */
	readonly openFrom: number;
}

/** Pairs every call of the log with its result in one pass. */
export function pairTools(log: Log): ToolPairs {
	const places = new Map<number, ResultPlace>();
	const results = new Map<number, (number | undefined)[]>();
	const unanswered = new Map<string, CallPlace>();
	/** Calls of the current group without a result, in order; more than one if an id repeats. */
	const open = new Map<string, CallPlace[]>();
	let answering = false;

	const close = (): void => {
		for (const [id, calls] of open) {
			for (const call of calls) {
				unanswered.set(id, call);
			}
		}
		open.clear();
		answering = false;
	};
	const answer = (index: number, call: CallPlace, kind: 'paired' | 'late'): void => {
		places.set(index, { kind, call });
		const row = results.get(call.message);
		if (row !== undefined) {
			row[call.position] = index;
		}
	};

	log.forEach(({ message }, index) => {
		switch (message.role) {
			case 'system':
				return;
			case 'tool': {
				const call = open.get(message.toolCallId)?.shift();
				const late = unanswered.get(message.toolCallId);
				if (call !== undefined) {
					answering = true;
					answer(index, call, 'paired');
				} else if (late !== undefined) {
					// A late result is rendered as text, and text ends its group.
					close();
					unanswered.delete(message.toolCallId);
					answer(index, late, 'late');
				} else {
					places.set(index, { kind: 'orphan' });
				}
				return;
			}
			case 'user':
				if (!isBlank(message.content)) {
					close();
				}
				return;
			case 'assistant': {
				const calls = toolCallsOf(message);
				if (calls.length === 0 && isBlank(message.content)) {
					return;
				}
				if (answering) {
					close();
				}
				if (calls.length > 0) {
					results.set(index, Array.from({ length: calls.length }));
				}
				calls.forEach(({ id }, position) => {
					const place = { message: index, position };
					const same = open.get(id);
					if (same === undefined) {
						open.set(id, [place]);
					} else {
						same.push(place);
					}
				});
				return;
			}
		}
	});
	const openFrom = [...open.values()].reduce(
		(first, [call]) => Math.min(first, call?.message ?? first),
		log.length,
	);
	return { places, resultsOf: (message) => results.get(message) ?? [], openFrom };
}

/**
 * For every position whether a cut there would fall inside a group of calls and results. A group with pending results
 * extends to the end.
 */
export function insideGroups(log: Log, pairs: ToolPairs): boolean[] {
	let groupEnd = -1;
	return log.map((_, index) => {
		const inside = index <= groupEnd || index > pairs.openFrom;
		for (const result of pairs.resultsOf(index)) {
			if (result !== undefined && pairs.places.get(result)?.kind === 'paired') {
				groupEnd = Math.max(groupEnd, result);
			}
		}
		return inside;
	});
}
