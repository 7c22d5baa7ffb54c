/**
 * What a handoff still answers: `node bench/exam/exam.ts`. Prints Markdown; `--missed` tells in addition
 * which questions the built-in summariser's handoff does not answer, `--print` the handoffs.
 */

import { parseArgs } from 'node:util';
import { formatCount } from '../../src/messages/marks.ts';
import { loadTokenCounter } from '../../src/worker/tokenCounter.ts';
import { gradedBy, ownTail, type Graded } from './grading.ts';
import type { Exam } from './question.ts';
import { savedExams } from './savedExams.ts';
import { chat } from './sessions/chat.ts';
import { debugging } from './sessions/debugging.ts';
import { feature } from './sessions/feature.ts';
import { review } from './sessions/review.ts';

const { values: options } = parseArgs({
	options: {
		missed: { type: 'boolean', default: false },
		print: { type: 'boolean', default: false },
	},
});
const counter = await loadTokenCounter();

/** Tokens of a handoff; undefined: as usual. */
const sizes = [undefined, 4_000];

function percent(share: number): string {
	return `${(100 * share).toFixed(0)} %`;
}

function cellsOf(graded: readonly Graded[], method: number): string {
	const asked = graded.reduce((sum, { questions }) => sum + questions.length, 0);
	const answered = graded.reduce(
		(sum, { answers }) => sum + (answers[method]?.answered.length ?? 0),
		0,
	);
	return percent(answered / asked);
}

function report(title: string, exams: readonly Exam[], tailTokens?: number): void {
	for (const summaryTokens of sizes) {
		const bounds = {
			...(summaryTokens === undefined ? {} : { summaryTokens }),
			...(tailTokens === undefined ? {} : { tailTokens }),
		};
		const graded = exams.flatMap((exam) => gradedBy(exam, counter, bounds) ?? []);
		const names = graded[0]?.answers.map(({ method }) => method) ?? [];
		const size =
			summaryTokens === undefined ? 'usual size' : `${formatCount(summaryTokens)} tokens`;
		console.log(`\n${title}, handoff of ${size}\n`);
		console.log(`| Session | tokens | handoff | questions | ${names.join(' | ')} |`);
		console.log(`|${' --- |'.repeat(4 + names.length)}`);
		for (const one of graded) {
			const { exam, middle, questions, answers } = one;
			const figures = names.map((_, method) => cellsOf([one], method));
			console.log(
				`| ${[exam.name, formatCount(middle), formatCount(answers[0]?.tokens ?? 0), questions.length, ...figures].join(' | ')} |`,
			);
		}
		const all = names.map((_, method) => cellsOf(graded, method));
		console.log(`| **all** | | | | ${all.join(' | ')} |`);
		graded.forEach(tellMore);
	}
}

function tellMore({ exam, questions, answers: [own] }: Graded): void {
	if (options.print && own !== undefined) {
		console.log(`\n${own.text}`);
	}
	if (options.missed) {
		const missed = questions.filter((question) => own?.answered.includes(question) !== true);
		missed.forEach(({ question, answer }) =>
			console.log(`- ${exam.name}: ${question} → ${answer}`),
		);
	}
}

report('Our own sessions', [feature, debugging, review, chat], ownTail);
const saved = await savedExams(counter);
if (saved.length > 0) {
	report('Saved sessions of other people', saved);
} else {
	console.log(
		'\nThere are no exams on saved sessions beside this repository; ours alone were asked.',
	);
}
