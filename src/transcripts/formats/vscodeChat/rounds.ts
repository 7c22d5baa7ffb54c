import { hasFields } from '../../../messages/json.ts';
import type { FoundResult } from '../../building/openMessage.ts';
import { argumentsText } from '../../building/shapes.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import type { Report } from '../../problems.ts';
import { markdownOf, roundCall, roundOf, type CopilotMetadata, type Round } from './records.ts';
import { resultContent } from './resultContent.ts';

/** A reply of the model within a turn. */
export interface RoundPlace {
	readonly id: string;
	/** Number of all messages up to its end: its text, its calls and their results. */
	readonly end: number;
}

/** VS Code makes the ids of calls unique by what it appends. */
function bareId(id: string): string {
	return id.replace(/__vscode-\d+$/, '');
}

function failed(result: unknown): boolean {
	return hasFields(result) && 'hasError' in result && result.hasError === true;
}

/** The results of a turn that no call has claimed yet. */
class Results {
	readonly #saved: Map<string, unknown>;
	readonly #bare: ReadonlyMap<string, string>;

	constructor(saved: CopilotMetadata['toolCallResults']) {
		this.#saved = new Map(Object.entries(saved));
		this.#bare = new Map([...this.#saved.keys()].map((id) => [bareId(id), id]));
	}

	get size(): number {
		return this.#saved.size;
	}

	/** The result of a call; undefined when there is none, or another call has it. */
	claim(id: string): FoundResult | undefined {
		const key = this.#saved.has(id) ? id : (this.#bare.get(bareId(id)) ?? id);
		if (!this.#saved.has(key)) {
			return undefined;
		}
		const result = this.#saved.get(key);
		this.#saved.delete(key);
		const error = failed(result) ? { isError: true } : {};
		return { toolCallId: bareId(id), content: resultContent(result), ...error };
	}
}

function addRound(round: Round, results: Results, log: TranscriptLog, report: Report): void {
	const answers: FoundResult[] = [];
	log.assistant(markdownOf(round.response));
	for (const value of round.toolCalls) {
		const call = roundCall(value);
		if (call === undefined) {
			report('one of its tool calls cannot be read; the call was left out');
			continue;
		}
		const { id, name } = call;
		log.call({ id: bareId(id), name, arguments: argumentsText(call.arguments) });
		const result = results.claim(id);
		if (result !== undefined) {
			answers.push(result);
		}
	}
	for (const result of answers) {
		log.answer(result);
	}
}

/**
 * Adds the replies of a turn with the results of their calls, as the model had them.
 * @returns Where each of them ends.
 */
export function addRounds(
	{ toolCallRounds, toolCallResults }: CopilotMetadata,
	log: TranscriptLog,
	report: Report,
): readonly RoundPlace[] {
	const rounds: RoundPlace[] = [];
	const results = new Results(toolCallResults);
	for (const value of toolCallRounds) {
		const round = roundOf(value);
		if (round === undefined) {
			report('one of its rounds cannot be read; it was left out');
			continue;
		}
		addRound(round, results, log, report);
		rounds.push({ id: round.id ?? '', end: log.messages.length });
	}
	if (results.size > 0) {
		report(
			results.size === 1
				? '1 result answers no call of its rounds and was left out'
				: `${results.size} results answer no call of its rounds and were left out`,
		);
	}
	return rounds;
}
