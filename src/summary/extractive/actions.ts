import { redactedLine } from '../redactedLine.ts';
import { describeOutcome } from '../../messages/toolOutcome.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { commandRuns } from '../facts/commands.ts';
import { pathArgument } from '../../messages/toolFamilies.ts';
import { isProtocolError } from '../facts/errors.ts';
import { purposeOf } from '../facts/purposes.ts';
import { rejectionOf } from '../facts/rejections.ts';
import { withoutRewritten } from '../facts/rewrites.ts';
import { commitsOf } from '../facts/values.ts';
import type { SummaryItem } from '../sections.ts';
import type { SummaryRequest } from '../summariser.ts';
import type { Candidate } from './candidate.ts';
import { changeTexts } from './changeText.ts';
import type { Facts } from './collect.ts';
import { unseenVerdict } from './unseenVerdict.ts';
import { shortenPaths } from './paths.ts';
import { reasonsText } from './reasons.ts';

/** What an action is called, by the family of its tool. */
export const verbs: Readonly<Record<ToolUse['family'], string>> = {
	terminal: 'RUN',
	read: 'READ',
	write: 'WRITE',
	edit: 'EDIT',
	search: 'SEARCH',
	web: 'FETCH',
	browser: 'BROWSE',
	'sub-agent': 'DELEGATE',
	code: 'EXECUTE',
	todo: 'PLAN',
	memory: 'REMEMBER',
	question: 'ASK',
	other: 'CALL',
};

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

/** Commands that change little, or what is told as the state of a file. */
const minor =
	/^(?:sed|mkdir|touch|cp|mv|rm|chmod|ln|kill|git (?:add|stash|checkout|switch|branch|restore|mv|rm))\b/;
const minorWorth = 2;

/** A commit says in few words what was done before it: none is left out for want of room. */
const commitWorth = 8;

/** What a failure adds to an action's worth; one of a mere look around says little. */
const failureWorth = 1.5;
const lookingWorth = 1;

const targetLength = 140;
const errorLength = 100;

/** Characters that say what an edit changed, at first and where there is room. */
const changeLength = 160;
const fullerChange = 480;

/** Changes of one call, and calls of one action, that are told at most: the last ones. */
const mostChanges = 4;
const mostEdits = 4;

/** Tokens of an action that says what it changed: bounds how many are looked at that closely. */
const changingAction = 60;

/** Characters of what the person said when declining. */
const declinedLength = 240;

/** Characters of a sub-agent's report: what it found is nowhere else. */
const reportLength = 200;

/** Tokens that even the shortest action takes; bounds how many are worth writing out. */
const shortestAction = 8;

interface Action {
	readonly use: ToolUse;
	/** Position among all calls of the log, from 1; the same in every later compaction. */
	readonly number: number;
	readonly worth: number;
	readonly times: number;
	/** What the assistant said each change of a file is for, where it did. */
	readonly reasons: readonly (string | undefined)[];
	/** The calls that changed a file. */
	readonly edits: readonly ToolUse[];
}

/** The actions of the range, most telling first; the same action again is told once, as its last. */
export function actionCandidates(request: SummaryRequest, facts: Facts): Candidate[] {
	const actions = new Map<string, Action>();
	facts.uses.forEach((use, position) => {
		if (use.callIndex < request.range.start || worth[use.family] === 0 || isToldAsFile(use)) {
			return;
		}
		const key = keyOf(use, use.outcome.status);
		const before = actions.get(key);
		const reasons = changes(use) ? [purposeOf(request.log, use)] : [];
		actions.delete(key);
		actions.set(key, {
			use,
			number: position + 1,
			worth: worthOf(use),
			times: (before?.times ?? 0) + 1,
			reasons: [...(before?.reasons ?? []), ...reasons],
			edits: [...(before?.edits ?? []), ...(changes(use) ? [use] : [])].slice(-mostEdits),
		});
	});
	const all = facts.uses.length;
	const landed = facts.uses.findLastIndex((use) => commitsOf([use]).length > 0) + 1;
	const mended = ({ use, number }: Action): boolean =>
		use.outcome.status === 'failed' &&
		((actions.get(keyOf(use, 'ok'))?.number ?? 0) > number ||
			(landed > number && isForCommit(use)));
	const isRetry = (action: Action): boolean =>
		mended(action) && commandRuns(action.use).some(({ kind }) => kind === 'changing');
	const value = (action: Action): number =>
		action.worth - (mended(action) ? failureWorth : 0) + (2 * action.number) / all;
	return (
		[...actions.values()]
			// What only looked is told by what it found.
			.filter(({ worth: own, use }) => own >= lookingWorth || use.resultIndex === undefined)
			// What was tried again until it was done is one action.
			.filter((action) => !isRetry(action))
			.sort((a, b) => value(b) - value(a))
			.slice(0, Math.ceil(request.budget / shortestAction))
			.map((action, rank) => ({
				section: 'Completed Actions',
				tier: 'rest',
				...formsOf(facts, action, rank < request.budget / changingAction),
				order: action.number,
				isNumbered: true,
			}))
	);
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

function keyOf(use: ToolUse, status: string): string {
	const protocol = use.outcome.errorLines.find((line) => isProtocolError(line));
	if (protocol !== undefined) {
		return `${use.family} ${protocol}`;
	}
	const commits = commitsOf([use]).map(({ text }) => text);
	// Runs that ended with different codes are told apart.
	const code = status === 'failed' ? (use.outcome.exitCode ?? '') : '';
	const told = use.outcome.tellsFailure === true ? 'told' : '';
	return `${use.family} ${targetOf(use)} ${status} ${code}${told} ${commits.join(' ')}`;
}

/** What was worked on: for a terminal the commands that mattered, else the salient argument. */
export function targetOf(use: ToolUse): string {
	const runs = commandRuns(use);
	return runs.length === 0
		? use.target || use.call.name
		: runs.map((run) => run.command).join(' && ');
}

function worthOf(use: ToolUse): number {
	if (use.outcome.errorLines.some((line) => isProtocolError(line))) {
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
				: commandWorth[run.kind];
	const { status, tellsFailure } = use.outcome;
	const failed = status === 'failed' || tellsFailure === true;
	return base + (failed && base > lookingWorth ? failureWorth : 0);
}

/** The action as it is told, and at more length where it changed more. */
function formsOf(
	facts: Facts,
	action: Action,
	isClose: boolean,
): Pick<Candidate, 'item' | 'fuller'> {
	const { use, edits } = action;
	const sources = [
		use.callIndex + 1,
		...(use.resultIndex === undefined ? [] : [use.resultIndex + 1]),
	];
	const changed = isClose
		? [...new Set(edits.flatMap((edit) => changeTexts(edit).slice(0, mostChanges)))]
		: [];
	const form = (length: number): SummaryItem => ({
		text: actionText(facts, action, toldChanges(changed, length)),
		sources,
	});
	const item = form(changeLength);
	const fuller = form(fullerChange);
	return fuller.text === item.text ? { item } : { item, fuller };
}

/** As many of the changes as fit, at least one. */
function toldChanges(changed: readonly string[], length: number): string {
	let told = '';
	for (const text of changed) {
		const next = told === '' ? text : `${told} · ${text}`;
		if (told !== '' && next.length > length) {
			break;
		}
		told = next;
	}
	return told;
}

/** `ACTION target — outcome [tool: name]`; its number follows from what stands before it. */
function actionText(facts: Facts, action: Action, changed: string): string {
	const { use } = action;
	const commits = commitsOf([use]);
	if (commits.length > 0) {
		const told = commits.map(({ text }) => withoutRewritten(text, facts.rewritten)).join('; ');
		return `COMMIT ${told} — ${outcomeText(facts, use)} [tool: ${use.call.name}]`;
	}
	// A command is told as it can be run again.
	const target =
		use.family === 'terminal'
			? redactedLine(targetOf(use), targetLength)
			: shortenPaths(redactedLine(targetOf(use), targetLength), facts.root);
	const times = action.times > 1 ? ` ×${action.times}` : '';
	const told = changed === '' ? '' : `: ${changed}`;
	return `${verbs[use.family]} ${target}${times}${reasonsText(action.reasons)} — ${outcomeText(facts, use)}${told} [tool: ${use.call.name}]`;
}

function outcomeText(facts: Facts, use: ToolUse): string {
	const declined = rejectionOf(use);
	if (declined !== undefined) {
		const said = redactedLine(declined, declinedLength);
		return said === '' ? facts.words.declined : `${facts.words.declined}: “${said}”`;
	}
	const run = commandRuns(use).at(-1);
	const outcome = run?.use.outcome ?? use.outcome;
	const verdict = describeOutcome(outcome);
	if (outcome.status === 'failed') {
		const line = outcome.errorLines.find((error) => !/^exit code \d+$/i.test(error)) ?? '';
		const said = shortenPaths(redactedLine(line, errorLength), facts.root);
		const failed = verdict === '' || verdict === 'failed' ? facts.words.failed : verdict;
		return said === '' ? failed : `${failed}: ${said}`;
	}
	if (outcome.status === 'unknown' && use.resultIndex !== undefined) {
		return [unseenVerdict(facts.words, use, run), verdict]
			.filter((part) => part !== '')
			.join(' · ');
	}
	if (verdict !== '') {
		return verdict;
	}
	if (outcome.status === 'unknown') {
		return facts.words.noResult;
	}
	if (use.family === 'sub-agent' && !/^\s*(?:$|(?:async )?agent launched)/i.test(use.result)) {
		return redactedLine(use.result, reportLength);
	}
	return facts.words.ok;
}
