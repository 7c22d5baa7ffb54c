import { answersIn } from '../../messages/answers.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { redactedLine } from '../redactedLine.ts';
import { asks, asksUnmarked, type QuestionFact } from './question.ts';
import { rejectionOf } from './rejections.ts';
import { sentencesOf } from './sentences.ts';
import type { Turn } from './turns.ts';

/** Characters of a question, and of its answer. */
const longest = 240;

/**
 * The questions that tools put to the person. One without an answer waits only while nothing was said
 * since: people answer in words, assistants ask again in others. A form that the person refused does not wait.
 */
export function askedByTools(turns: readonly Turn[], uses: readonly ToolUse[]): QuestionFact[] {
	const lastTurn = turns.at(-1)?.request ?? -1;
	const lastAsking = uses.findLast(({ family }) => family === 'question')?.callIndex ?? -1;
	return uses.flatMap((use) => {
		const sources = [use.callIndex, ...(use.resultIndex === undefined ? [] : [use.resultIndex])];
		const isWaiting =
			rejectionOf(use) === undefined &&
			lastAsking <= use.callIndex &&
			lastTurn <= Math.max(...sources);
		return answersIn(use).flatMap(({ question, answer }): QuestionFact[] => {
			const isAnswered = answer !== undefined && !asksBack(answer, use);
			if (!isAnswered && !isWaiting) {
				return [];
			}
			return [
				{
					by: 'assistant',
					question: redactedLine(question, longest),
					...(isAnswered ? { answer: redactedLine(answer, longest) } : {}),
					sources: sources.map((index) => index + 1),
				},
			];
		});
	});
}

/** Whether an answer begins with a question of the person's own: that resolves nothing. */
function asksBack(answer: string, use: ToolUse): boolean {
	const [first = ''] = sentencesOf(answer);
	const isOffered = JSON.stringify(use.arguments ?? '').includes(JSON.stringify(answer.trim()));
	return !isOffered && (asks.test(first) || asksUnmarked.test(first));
}
