import type { CommandRun } from '../facts/commands.ts';
import { lastVerifyingRuns } from '../facts/lastChecks.ts';
import { latestRequest } from '../facts/requests.ts';
import type { Facts } from '../extractive/collect.ts';
import { summaryOf, type SectionTitle, type Summary, type SummaryItem } from '../sections.ts';
import type { SummaryRequest } from '../summariser.ts';
import { claimAbout, contradictedRun } from './contradictions.ts';
import { recognises, says, statementsOf, type Statement } from './statements.ts';

/**
 * What a model wrote of a range and what came behind it has overtaken: a failure that was mended since,
 * a step that was taken, a question that was answered. Only what the log leaves no doubt about counts.
 */

/** A way in which a statement is no longer so. */
interface Overtaking {
	readonly sections: readonly SectionTitle[];
	readonly isMeant: (statement: Statement) => boolean;
}

const states: readonly SectionTitle[] = ['Active State', 'In Progress', 'Blocked'];
const plans: readonly SectionTitle[] = ['In Progress', 'Remaining Work'];

/**
 * A summary without what is no longer so. What a person keeps stays.
 * @param facts Of the whole log.
 * @param end Index of the message behind the range that the summary was written about.
 */
export function withoutOvertaken(
	summary: Summary,
	{ log }: Pick<SummaryRequest, 'log'>,
	facts: Facts,
	end: number,
): Summary {
	if (end >= log.length) {
		return summary;
	}
	const overtakings = [
		...rerunChecks(facts, end),
		...mendedErrors(facts, end),
		...doneTodos(facts, end),
		...answeredQuestions(facts, end),
		...laterCommit(facts, end),
		...laterRequest(log, facts, end),
	];
	const gone = new Set<SummaryItem>();
	for (const statement of statementsOf(summary)) {
		const { section, item } = statement;
		const isGone = overtakings.some(
			({ sections, isMeant }) => sections.includes(section) && isMeant(statement),
		);
		if (isGone && item.kept === undefined) {
			gone.add(item);
		}
	}
	return summaryOf((title) => summary[title].filter((item) => !gone.has(item)));
}

/** Whether something began up to a message and came to its end behind it. */
function spans(sources: readonly number[], end: number): boolean {
	return (sources[0] ?? 0) <= end && (sources.at(-1) ?? 0) > end;
}

/** Checks that ran again and ended otherwise than the statement says. */
function rerunChecks({ atEnd: { runs } }: Facts, end: number): Overtaking[] {
	const last = lastVerifyingRuns(runs);
	const commands = last.map(({ command }) => command);
	return last
		.filter(({ use }) => use.callIndex >= end && use.outcome.status !== 'unknown')
		.map((run) => ({
			sections: states,
			isMeant: (statement) => endedOtherwise(statement, run, commands),
		}));
}

function endedOtherwise(
	statement: Statement,
	{ command, use }: CommandRun,
	commands: readonly string[],
): boolean {
	const { status } = use.outcome;
	return statement.section === 'Blocked'
		? status === 'ok' &&
				says(statement, command) &&
				claimAbout(statement, command, commands) !== 'ok'
		: contradictedRun(statement, { command, status }, commands) !== undefined;
}

/** Failures whose cause was mended behind the range. */
function mendedErrors({ errors }: Facts, end: number): Overtaking[] {
	const stillOpen = errors
		.filter(({ open }) => open)
		.map(({ lines }) => recognises(lines.join('\n')));
	return errors
		.filter(({ open, sources }) => !open && spans(sources, end))
		.map(({ lines }) => {
			const isMended = recognises(lines.join('\n'));
			return {
				sections: ['Blocked'],
				isMeant: (statement) =>
					isMended(statement) && !stillOpen.some((isOpen) => isOpen(statement)),
			};
		});
}

function doneTodos({ todos }: Facts, end: number): Overtaking[] {
	const open = todos.filter(({ state }) => state !== 'done').map(({ text }) => recognises(text));
	return todos
		.filter(({ state, source }) => state === 'done' && source > end)
		.map(({ text }) => {
			const isDone = recognises(text);
			return {
				sections: plans,
				isMeant: (statement) => isDone(statement) && !open.some((isOpen) => isOpen(statement)),
			};
		});
}

function answeredQuestions({ questions }: Facts, end: number): Overtaking[] {
	return questions
		.filter(
			({ by, answer, sources }) =>
				by === 'assistant' && answer !== undefined && spans(sources, end),
		)
		.map(({ question }) => ({
			sections: ['Pending User Asks', 'Blocked'],
			isMeant: recognises(question),
		}));
}

/** An earlier commit is no longer where the work stands. */
function laterCommit({ atEnd: { commits } }: Facts, end: number): Overtaking[] {
	const isBehind = ({ sources }: SummaryItem): boolean => (sources[0] ?? 0) > end;
	if (!commits.some(isBehind)) {
		return [];
	}
	const hashes = commits
		.filter((commit) => !isBehind(commit))
		.flatMap(({ text }) => /[0-9a-f]{7,40}/.exec(text)?.[0].slice(0, 7) ?? []);
	return hashes.map((hash) => ({
		sections: ['Active State'],
		isMeant: ({ words }) => words.includes(` ${hash}`),
	}));
}

/** What was in progress for one request is not any more when the person asked for something else. */
function laterRequest(log: SummaryRequest['log'], { allTurns }: Facts, end: number): Overtaking[] {
	const latest = latestRequest(log, allTurns);
	return latest !== undefined && !latest.isElsewhere && latest.turn.request >= end
		? [{ sections: ['In Progress'], isMeant: () => true }]
		: [];
}
