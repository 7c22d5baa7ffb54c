import type { ToolUse } from '../../messages/toolUse.ts';
import { commandRuns, toldLine } from '../facts/commands.ts';
import { pathArgument } from '../../messages/toolFamilies.ts';
import { isProtocolError } from '../facts/errors.ts';
import { purposeOf } from '../facts/purposes.ts';
import { commitsOf } from '../facts/values.ts';
import type { SummaryRequest } from '../summariser.ts';
import { formsOf, outcomeText, targetOf, type Action } from './actionText.ts';
import type { Candidate } from './candidate.ts';
import type { Facts } from './collect.ts';
import { SettledLines } from './settledLines.ts';

/** How much an action says about the state of the work beyond what other sections tell. */
const worth: Readonly<Record<ToolUse['family'], number>> = {
	'sub-agent': 4,
	edit: 3,
	write: 3,
	code: 2,
	web: 3,
	browser: 2,
	other: 2,
	question: 1,
	search: 0.1,
	read: 0.1,
	terminal: 1,
	memory: 1,
	todo: 0,
};

/** A verifying run that passed is told as the present state. */
const commandWorth = { verifying: 1.5, changing: 4, looking: 0.2 } as const;

/** A program that was written is run: what came of it stands nowhere else. */
const runsScript =
	/^(?:python3?|node|ruby|php|perl|deno run|bun(?: run)?|tsx|(?:ba|z)?sh) (?:\S{1,200}\/)?[\w.-]{1,100}\.(?:py|[cm]?[jt]s|rb|php|pl|sh)\b/;

/** Commands that change little, or what is told as the state of a file. */
const minor =
	/^(?:sed|mkdir|touch|cp|mv|rm|chmod|ln|kill|git (?:add|stash|checkout|switch|branch|restore|mv|rm))\b/;
const minorWorth = 2;

/** A commit says in few words what was done before it: none is left out for want of room. */
const commitWorth = 8;

/** What a failure adds to an action's worth; one of a mere look around says little. */
const failureWorth = 1.5;
const lookingWorth = 1;

/** Tokens of an action that says what it changed: bounds how many are looked at that closely. */
const changingAction = 60;

/** Tokens that even the shortest action takes; bounds how many are worth writing out. */
const shortestAction = 8;

/** Calls of one action whose changes are told at most: the last ones. */
const mostEdits = 4;

/** What the same action tells that was done again later, less than its last time. */
const repetitionWorth = 2;

/** The actions of the range, most telling first. The same one several times in a row is told once, as its last. */
export function actionCandidates(request: SummaryRequest, facts: Facts): Candidate[] {
	const actions = actionsIn(request, facts);
	const all = facts.uses.length;
	const settled = new SettledLines(facts.atEnd.uses);
	const landed = facts.uses.findLastIndex((use) => commitsOf([use]).length > 0) + 1;
	const done = lastNumbers(actions, ({ use }) => use.outcome.status === 'ok');
	const last = lastNumbers(actions, ({ use }) => !changes(use));
	const isBefore = (numbers: ReadonlyMap<string, number>, { use, number }: Action): boolean =>
		(numbers.get(deedOf(use)) ?? 0) > number;
	const mended = (action: Action): boolean =>
		action.use.outcome.status === 'failed' &&
		(isBefore(done, action) || (landed > action.number && isForCommit(action.use)));
	const isRetry = (action: Action): boolean =>
		mended(action) && commandRuns(action.use).some(({ kind }) => kind === 'changing');
	const valued = (action: Action): { readonly action: Action; readonly value: number } => ({
		action,
		value:
			action.worth -
			(mended(action) ? failureWorth : 0) -
			(isBefore(last, action) ? repetitionWorth : 0) +
			(2 * action.number) / all,
	});
	return (
		actions
			// What was tried again until it was done is one action.
			.filter((action) => !isRetry(action))
			.map(valued)
			.sort((a, b) => b.value - a.value)
			.slice(0, Math.ceil(request.budget / shortestAction))
			.map(({ action }, rank) => ({
				section: 'Completed Actions',
				tier: 'rest',
				...formsOf(facts, action, rank < request.budget / changingAction ? settled : undefined),
				order: action.number,
				isNumbered: true,
			}))
	);
}

/** The actions of the range in order; what only looked is told by what it found. */
function actionsIn(request: SummaryRequest, facts: Facts): Action[] {
	const actions: Action[] = [];
	for (const [position, use] of facts.uses.entries()) {
		const own = worthOf(use);
		const isTold = own >= lookingWorth || use.resultIndex === undefined;
		if (
			use.callIndex < request.range.start ||
			worth[use.family] === 0 ||
			!isTold ||
			isToldAsFile(use)
		) {
			continue;
		}
		const reasons = changes(use) ? [purposeOf(request.log, use)] : [];
		const before = actions.at(-1);
		const isAgain =
			before !== undefined &&
			deedOf(before.use) === deedOf(use) &&
			isSameLine(before.use, use) &&
			endOf(facts, before.use) === endOf(facts, use);
		if (isAgain) {
			actions.pop();
		}
		actions.push({
			use,
			number: position + 1,
			worth: own,
			times: isAgain ? before.times + 1 : 1,
			reasons: [...(isAgain ? before.reasons : []), ...reasons],
			edits: [...(isAgain ? before.edits : []), ...(changes(use) ? [use] : [])].slice(-mostEdits),
		});
	}
	return actions;
}

/** The number of the last action of each kind, by what was done. */
function lastNumbers(
	actions: readonly Action[],
	counts: (action: Action) => boolean,
): ReadonlyMap<string, number> {
	return new Map(actions.filter(counts).map(({ use, number }) => [deedOf(use), number]));
}

/** Whether a call was to make a commit, or to prepare one. */
function isForCommit(use: ToolUse): boolean {
	return commandRuns(use).every(({ command }) => /^(?:[a-z]+ )?git (?:add|commit)\b/.test(command));
}

/** Whether a call changed a file. */
function changes({ family, outcome }: ToolUse): boolean {
	return (family === 'edit' || family === 'write') && outcome.status === 'ok';
}

/** Reads stand in Relevant Files. */
function isToldAsFile(use: ToolUse): boolean {
	return (
		use.family === 'read' &&
		use.outcome.status === 'ok' &&
		pathArgument(use.arguments) !== undefined
	);
}

/** Variables that are set for one command. */
const environment = /^(?:env )?(?:[A-Za-z_]\w{0,60}=[^\s"']{0,300} ){1,20}/;

/**
 * What was done, however it ended: the tool, and the commands that mattered in whatever environment, the
 * file, or all arguments.
 */
function deedOf(use: ToolUse): string {
	const runs = commandRuns(use);
	if (runs.length > 0) {
		const commands = runs.map(({ command }) => command.replace(environment, ''));
		return `${use.call.name} ${commands.join('; ')}`;
	}
	const hasTarget = use.family === 'terminal' || use.family === 'edit' || use.family === 'write';
	return `${use.call.name} ${hasTarget ? targetOf(use) : use.call.arguments}`;
}

/** Whether two calls that did the same last did the same before. */
function isSameLine(one: ToolUse, other: ToolUse): boolean {
	const isChange = commandRuns(other).some(({ kind }) => kind === 'changing');
	return !isChange || toldLine(one) === toldLine(other);
}

/** How it ended, as it is told, and what it committed. */
function endOf(facts: Facts, use: ToolUse): string {
	const commits = commitsOf([use]).map(({ text }) => text);
	return [outcomeText(facts, use), ...commits].join(' ');
}

function worthOf(use: ToolUse): number {
	if (use.outcome.errorLines.some((line) => isProtocolError(line))) {
		return worth.search;
	}
	if (use.family === 'other' && /^wait/i.test(use.call.name)) {
		return worth.search;
	}
	if (commitsOf([use]).length > 0) {
		return commitWorth;
	}
	const [run] = commandRuns(use);
	const base =
		run === undefined
			? worth[use.family]
			: run.kind === 'changing' && minor.test(run.command)
				? minorWorth
				: runsScript.test(run.command)
					? commandWorth.verifying
					: commandWorth[run.kind];
	const { status, tellsFailure } = use.outcome;
	const failed = status === 'failed' || tellsFailure === true;
	return base + (failed && base > lookingWorth ? failureWorth : 0);
}
