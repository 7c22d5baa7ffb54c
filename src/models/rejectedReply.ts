import { formatCount, oneLine } from '../messages/marks.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { redact } from '../redaction/redact.ts';
import { outputPerBudget, type Prompt } from '../summary/prompt.ts';
import { repairRequest, type ReplyProblem } from '../summary/replyCheck.ts';
import { replyText } from '../summary/replyText.ts';
import { cutToSize, requestMeasure, whole, type RequestBounds } from '../summary/requestBounds.ts';
import type { PlainMessage } from './client.ts';

/** What follows from a reply that is not accepted: a word for people, and the one repair. */

/** Characters of a refusal that are told. */
const refusalLength = 160;

/** A reply of which less than this could be shown is not shown at all, characters. */
const leastReply = 200;

/** Why a reply was not accepted, as a sentence. */
export function describeProblem(problem: ReplyProblem): string {
	switch (problem.reason) {
		case 'empty':
			return 'The reply was empty.';
		case 'reasoning-only':
			return 'The reply held reasoning and no summary.';
		case 'refusal':
			return `The model declined: ${oneLine(problem.text, refusalLength)}`;
		case 'cut-off':
			return 'The reply was cut off before its end.';
		case 'not-a-summary':
			return 'The reply was not a summary.';
		case 'without-content':
			return 'The reply had the headings of a summary and nothing below them.';
		case 'missing-sections':
			return `The reply lacked sections: ${problem.missing.join(', ')}.`;
		case 'too-large':
			return `The summary was no smaller than what it stands for (${formatCount(problem.tokens)} of ${formatCount(problem.replaces)} tokens).`;
	}
}

/** The messages of a prompt. */
export function openingOf(prompt: Prompt): PlainMessage[] {
	return [
		{ role: 'system', content: prompt.system },
		{ role: 'user', content: prompt.user },
	];
}

/**
 * The dialogue that asks for a reply again: prompt, reply and what was wrong with it. The reply is cut
 * to what the bounds leave, and left out where that is next to nothing.
 * @returns Undefined where not even the complaint fits.
 */
export function repairDialogue(
	prompt: Prompt,
	content: unknown,
	problem: ReplyProblem,
	maxOutputTokens: number,
	bounds: RequestBounds,
	counter: TokenCounter,
): PlainMessage[] | undefined {
	const asked = maxOutputTokens / outputPerBudget;
	// Half of it: a model told to stay below a bound writes up to the bound.
	const budget = problem.reason === 'too-large' ? Math.min(asked, problem.replaces / 2) : asked;
	const complaint = repairRequest(problem, budget);
	const measure = requestMeasure(bounds, counter);
	const room = whole - measure([prompt.system, prompt.user, complaint, ''].join('\n'));
	if (room < 0) {
		return undefined;
	}
	const reply = redact(replyText(content).text).trim();
	const shown = measure(reply) <= room ? reply : cutToSize(reply, room, measure);
	if (shown === '' || (shown !== reply && shown.length < leastReply) || measure(shown) > room) {
		const [system, user] = [prompt.system, `${prompt.user}\n\n${complaint}`];
		return openingOf({ ...prompt, system, user });
	}
	return [
		...openingOf(prompt),
		{ role: 'assistant', content: shown },
		{ role: 'user', content: complaint },
	];
}
