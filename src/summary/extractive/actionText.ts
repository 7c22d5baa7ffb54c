import { patchedFiles, patchText } from '../../messages/patches.ts';
import { describeOutcome, type Outcome } from '../../messages/toolOutcome.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { commandRuns, toldLine } from '../facts/commands.ts';
import { rejectionOf } from '../facts/rejections.ts';
import { withoutRewritten } from '../facts/rewrites.ts';
import { commitsOf } from '../facts/values.ts';
import { redactedLine } from '../redactedLine.ts';
import type { SummaryItem } from '../sections.ts';
import type { Candidate } from './candidate.ts';
import { changeTexts } from './changeText.ts';
import type { Facts } from './collect.ts';
import { shortenPaths } from './paths.ts';
import { reasonsText } from './reasons.ts';
import type { SettledLines } from './settledLines.ts';
import { unseenVerdict } from './unseenVerdict.ts';

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

const targetLength = 140;
const errorLength = 100;

/** Characters that say what an edit changed, at first and where there is room. */
const changeLength = 160;
const fullerChange = 480;

/** Changes of one call that are told at most. */
const mostChanges = 4;

/** Characters of what the person said when declining. */
const declinedLength = 240;

/** Characters of a sub-agent's report: what it found is nowhere else. */
const reportLength = 200;

/** Something that was done. */
export interface Action {
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

/** What was worked on: for a terminal the commands that mattered, else the salient argument. */
export function targetOf(use: ToolUse): string {
	return toldLine(use) || use.target || use.call.name;
}

/** What an action is called: a patch that only adds files writes them, and a search fetches nothing. */
function verbOf(use: ToolUse): string {
	const patch = use.family === 'edit' ? patchText(use.arguments, use.call.arguments) : undefined;
	if (patch !== undefined && patchedFiles(patch).every(({ change }) => change === 'created')) {
		return verbs.write;
	}
	return use.family === 'web' && !/^https?:/.test(use.target) ? verbs.search : verbs[use.family];
}

/**
 * The action as it is told, and at more length where it changed more.
 * @param settled What later edits left of what it changed; undefined where that is not told.
 */
export function formsOf(
	facts: Facts,
	action: Action,
	settled: SettledLines | undefined,
): Pick<Candidate, 'item' | 'fuller'> {
	const { use, edits } = action;
	const sources = [
		use.callIndex + 1,
		...(use.resultIndex === undefined ? [] : [use.resultIndex + 1]),
	];
	const all = settled === undefined ? [] : edits.map((edit) => changeTexts(edit, settled));
	const changed = [...new Set(all.flatMap(({ texts }) => texts.slice(0, mostChanges)))];
	const isAll =
		action.times <= edits.length &&
		all.every((change) => change.isAll && change.texts.length <= mostChanges);
	const form = (length: number): SummaryItem => ({
		text: actionText(facts, action, toldChanges(changed, length, isAll)),
		sources,
	});
	const item = form(changeLength);
	const fuller = form(fullerChange);
	return fuller.text === item.text ? { item } : { item, fuller };
}

/** As many of the changes as fit, at least one; a mark at the end says that there are more. */
function toldChanges(changed: readonly string[], length: number, isAll: boolean): string {
	let told = '';
	for (const text of changed) {
		const next = told === '' ? text : `${told} · ${text}`;
		if (told !== '' && next.length > length) {
			return `${told} · […]`;
		}
		told = next;
	}
	return told === '' || isAll ? told : `${told} · […]`;
}

/** `ACTION target — outcome [tool: name]`; its number follows from what stands before it. */
function actionText(facts: Facts, action: Action, changed: string): string {
	const { use } = action;
	const commits = commitsOf([use]);
	if (commits.length > 0) {
		const told = commits
			.map(({ text }) => withoutRewritten(text, facts.rewritten, facts.words.rewritten))
			.join('; ');
		return `COMMIT ${told} — ${outcomeText(facts, use)} [tool: ${use.call.name}]`;
	}
	// A command is told as it can be run again.
	const target =
		use.family === 'terminal'
			? redactedLine(targetOf(use), targetLength)
			: shortenPaths(redactedLine(targetOf(use), targetLength), facts.root);
	const times = action.times > 1 ? ` ×${action.times}` : '';
	const told = changed === '' ? '' : `: ${changed}`;
	return `${verbOf(use)} ${target}${times}${reasonsText(action.reasons)} — ${outcomeText(facts, use)}${told} [tool: ${use.call.name}]`;
}

/** How a call ended. */
export function outcomeText(facts: Facts, use: ToolUse): string {
	const declined = rejectionOf(use);
	if (declined !== undefined) {
		const said = redactedLine(declined, declinedLength);
		return said === '' ? facts.words.declined : `${facts.words.declined}: “${said}”`;
	}
	const run = commandRuns(use).at(-1);
	const outcome = run?.use.outcome ?? use.outcome;
	const verdict = describeOutcome(outcome);
	if (outcome.status === 'failed') {
		const line = failureLine(use, outcome);
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
		return answerText(facts, use) ?? facts.words.noResult;
	}
	if (use.family === 'sub-agent' && use.result.trim() !== '') {
		return redactedLine(use.result, reportLength);
	}
	return facts.words.ok;
}

/** The line that says what went wrong; of a tool that we do not know the first, for it may list anything behind. */
export function failureLine({ family, result }: ToolUse, { errorLines }: Outcome): string {
	const isKnown = family !== 'other' && family !== 'web';
	const lines = isKnown ? errorLines : result.split('\n', 20);
	return lines.find((line) => line.trim() !== '' && !/^exit code \d+$/i.test(line)) ?? '';
}

/** What the person said at once behind a delegated task without a result: they may have brought its report. */
function answerText(facts: Facts, use: ToolUse): string | undefined {
	const behind = facts.allTurns.findIndex(({ request }) => request > use.callIndex);
	const next = facts.allTurns[behind];
	if (use.family !== 'sub-agent' || next === undefined) {
		return undefined;
	}
	const wentOn =
		facts.allTurns[behind - 1]?.answer !== undefined ||
		facts.atEnd.uses.some(({ callIndex }) => callIndex > use.callIndex && callIndex < next.request);
	return wentOn
		? undefined
		: `${facts.words.personSaid}: “${redactedLine(next.text, reportLength)}”`;
}
