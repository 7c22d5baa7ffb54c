import { cutMiddle, oneLine } from '../../messages/marks.ts';
import { describeOutcome } from '../../messages/toolOutcome.ts';
import { lastVerifyingRuns, type CommandRun } from '../facts/commands.ts';
import type { FileFact } from '../facts/files.ts';
import type { SectionTitle, SummaryItem } from '../sections.ts';
import type { SummaryRequest } from '../summariser.ts';
import { actionCandidates } from './actions.ts';
import type { Facts } from './collect.ts';
import { isTemporary, shortenPaths, shortPath } from './paths.ts';

/**
 * What is given room first when there is little: the order of the behaviour's budget rule.
 */
export const tiers = [
	'task',
	'constraints',
	'earlier',
	'quotes',
	'files',
	'verdicts',
	'plan',
	'rest',
] as const;

export type Tier = (typeof tiers)[number];

/** Something that could stand in the summary. Within section and tier the best comes first. */
export interface Candidate {
	readonly section: SectionTitle;
	readonly tier: Tier;
	readonly item: SummaryItem;
	/** Position in the section when shown. */
	readonly order: number;
	/** A fuller form of the same statement, for when there is room. */
	readonly fuller?: SummaryItem;
}

/** All candidates of a summary but the quotes. */
export function candidatesOf(request: SummaryRequest, facts: Facts): Candidate[] {
	return [
		...goalCandidates(facts),
		...numbered('Constraints & Preferences', 'constraints', newestFirst(facts.constraints)),
		...fileCandidates(facts),
		...stateCandidates(facts),
		...errorCandidates(facts),
		...planCandidates(facts),
		...questionCandidates(facts),
		...numbered('Key Decisions', 'rest', decisionItems(facts)),
		...contextCandidates(facts),
		...actionCandidates(request, facts),
	];
}

/** Candidates in order of value, shown in the order of their sources. */
function numbered(section: SectionTitle, tier: Tier, items: readonly SummaryItem[]): Candidate[] {
	return items.map((item) => ({ section, tier, item, order: item.sources[0] ?? 0 }));
}

function newestFirst(items: readonly SummaryItem[]): SummaryItem[] {
	return [...items].sort((a, b) => (b.sources.at(-1) ?? 0) - (a.sources.at(-1) ?? 0));
}

/** Characters of a request that say what it is about. */
const goalLength = 600;

/** The first request of the conversation; the latest is the Active Task. */
function goalCandidates(facts: Facts): Candidate[] {
	const first = facts.turns[0];
	if (first === undefined) {
		return [];
	}
	const length = facts.turns.length === 1 ? goalLength / 3 : goalLength;
	const text = cutMiddle(first.text, length, 0);
	return [
		{ section: 'Goal', tier: 'task', item: { text, sources: [first.request + 1] }, order: 0 },
	];
}

const symbolsShown = 24;

function fileCandidates(facts: Facts): Candidate[] {
	const rank = (file: FileFact): number =>
		(isTemporary(file.path) ? 0 : 1e9) +
		Math.min(file.writes, 5) * 100 +
		(file.sources.at(-1) ?? 0);
	const touched = facts.files.filter((file) => file.state !== 'read');
	const read = facts.files.filter((file) => file.state === 'read');
	return [
		...touched
			.sort((a, b) => rank(b) - rank(a))
			.map((file): Candidate => {
				const item = fileItem(facts, file, []);
				const fuller = fileItem(facts, file, file.symbols.slice(-symbolsShown));
				return {
					section: 'Relevant Files',
					tier: 'files',
					item,
					order: -(file.sources.at(-1) ?? 0),
					...(file.symbols.length === 0 ? {} : { fuller }),
				};
			}),
		...read
			.sort(
				(a, b) => b.reads * 40 - a.reads * 40 + (b.sources.at(-1) ?? 0) - (a.sources.at(-1) ?? 0),
			)
			.map(
				(file): Candidate => ({
					section: 'Relevant Files',
					tier: 'rest',
					item: fileItem(facts, file, []),
					order: 1e9 - (file.sources.at(-1) ?? 0),
				}),
			),
	];
}

function fileItem(facts: Facts, file: FileFact, symbols: readonly string[]): SummaryItem {
	const { words, root } = facts;
	const state =
		file.state === 'renamed'
			? `${words.renamedTo} ${shortPath(file.movedTo ?? '', root)}`
			: words[file.state];
	const times = file.writes > 1 && file.state === 'modified' ? ` ×${file.writes}` : '';
	const names = symbols.length === 0 ? '' : `: ${symbols.join(', ')}`;
	return {
		text: `${shortPath(file.path, root)} — ${state}${times}${names}`,
		sources: file.sources,
	};
}

function stateCandidates(facts: Facts): Candidate[] {
	const { words } = facts;
	const verdicts = lastVerifyingRuns(facts.runs).map((run) => runItem(facts, run));
	const candidates = numbered('Active State', 'verdicts', newestFirst(verdicts));
	const commit = facts.commits.at(-1);
	if (commit !== undefined) {
		candidates.push(
			fixed('Active State', 'plan', `${words.lastCommit}: ${commit.text}`, commit.sources, -1),
		);
	}
	const branch = branchOf(facts.runs);
	if (branch !== undefined) {
		candidates.push(
			fixed('Active State', 'plan', `${words.branch}: ${branch.text}`, branch.sources, -2),
		);
	}
	if (facts.root !== '') {
		const sources = facts.files
			.find((file) => file.path.startsWith(facts.root))
			?.sources.slice(0, 1);
		candidates.push(
			fixed('Active State', 'task', `${words.workingDirectory}: ${facts.root}`, sources ?? [], -3),
		);
	}
	return candidates;
}

function fixed(
	section: SectionTitle,
	tier: Tier,
	text: string,
	sources: readonly number[],
	order: number,
): Candidate {
	return { section, tier, item: { text, sources }, order };
}

const commandLength = 160;

function runItem(facts: Facts, run: CommandRun): SummaryItem {
	const { words, root } = facts;
	const verdict = describeOutcome(run.use.outcome);
	const status = run.use.outcome.status === 'failed' ? words.failed : words.ok;
	const said = verdict === '' || verdict === 'failed' ? status : `${status} (${verdict})`;
	return {
		text: `\`${shortenPaths(oneLine(run.command, commandLength), root)}\` → ${said}`,
		sources: [run.use.callIndex + 1, (run.use.resultIndex ?? run.use.callIndex) + 1],
	};
}

/** The branch that was checked out last. */
function branchOf(runs: readonly CommandRun[]): SummaryItem | undefined {
	for (const run of [...runs].reverse()) {
		const name =
			/\bgit (?:checkout -[bB]|switch -[cC]|switch|checkout) ([\w./-]+)(?=\s*(?:$|&&|;|2>))/.exec(
				run.use.target,
			)?.[1];
		if (name !== undefined && run.use.outcome.status !== 'failed') {
			return { text: name, sources: [run.use.callIndex + 1] };
		}
	}
	return undefined;
}

const errorLength = 420;

function errorCandidates(facts: Facts): Candidate[] {
	const { words, root } = facts;
	return facts.errors.toReversed().map((error): Candidate => {
		const said = shortenPaths(cutMiddle(error.lines.join(' ⏎ '), errorLength, 0), root);
		const what = shortenPaths(oneLine(error.what, commandLength), root);
		return {
			section: error.open ? 'Blocked' : 'Critical Context',
			tier: error.open ? 'verdicts' : 'rest',
			item: {
				text: error.open
					? `\`${what}\`: ${said}`
					: `${words.fixed}: \`${what}\`: ${oneLine(said, 160)}`,
				sources: error.sources,
			},
			order: error.sources[0] ?? 0,
		};
	});
}

const lastWordsLength = 500;

function planCandidates(facts: Facts): Candidate[] {
	const { words } = facts;
	const todo = (state: string, section: SectionTitle): Candidate[] =>
		facts.todos
			.filter((entry) => entry.state === state)
			.map((entry, order) => fixed(section, 'plan', entry.text, [entry.source], order));
	const last = facts.lastWords;
	return [
		...todo('in-progress', 'In Progress'),
		...todo('pending', 'Remaining Work'),
		...(last === undefined
			? []
			: [
					fixed(
						'In Progress',
						'plan',
						`${words.lastWords}: ${oneLine(last.text, lastWordsLength)}`,
						last.sources,
						1_000,
					),
				]),
		...facts.nextSteps.map((step, order) =>
			fixed('Remaining Work', 'plan', step.text, step.sources, 1_000 + order),
		),
	];
}

function questionCandidates(facts: Facts): Candidate[] {
	const { words } = facts;
	const answered = facts.questions.filter((question) => question.answer !== undefined);
	const open = facts.questions.filter((question) => question.answer === undefined);
	const unanswered = facts.turns.slice(0, -1).filter((turn) => !turn.started);
	return [
		...numbered(
			'Resolved Questions',
			'rest',
			newestFirst(
				answered.map(({ question, answer, sources }) => ({
					text: `${question} — ${answer ?? ''}`,
					sources,
				})),
			),
		),
		...open.map(({ question, sources }) =>
			fixed(
				'Pending User Asks',
				'plan',
				`${words.openQuestion}: ${question}`,
				sources,
				sources[0] ?? 0,
			),
		),
		...unanswered.map((turn) =>
			fixed(
				'Pending User Asks',
				'plan',
				`${words.unanswered}: ${oneLine(turn.text, goalLength)}`,
				[turn.request + 1],
				turn.request,
			),
		),
	];
}

function decisionItems(facts: Facts): SummaryItem[] {
	return newestFirst(facts.decisions.filter((decision) => decision.reasoned)).concat(
		newestFirst(facts.decisions.filter((decision) => !decision.reasoned)),
	);
}

/** Values of one kind that are told on one line. */
const valuesPerLine = 12;

function contextCandidates(facts: Facts): Candidate[] {
	const { words } = facts;
	const byLabel = Map.groupBy(facts.values.toReversed(), (value) => value.label);
	const values = [...byLabel].map(([label, list]): Candidate => {
		const chosen = list.sort((a, b) => b.mentions - a.mentions).slice(0, valuesPerLine);
		const sources = [...new Set(chosen.flatMap((value) => value.sources))].sort((a, b) => a - b);
		return fixed(
			'Critical Context',
			'rest',
			`${label}: ${chosen.map((value) => value.text).join(', ')}`,
			sources,
			2,
		);
	});
	const earlier = facts.earlier.map((summary) =>
		fixed(
			'Critical Context',
			'earlier',
			`${words.earlierSummary}:\n${summary.text}`,
			summary.sources,
			0,
		),
	);
	const commits = facts.commits
		.toReversed()
		.map((commit) =>
			fixed(
				'Critical Context',
				'rest',
				`commit ${commit.text}`,
				commit.sources,
				1 + (commit.sources[0] ?? 0) / 1e6,
			),
		);
	return [
		...earlier,
		...values,
		...commits,
		...numbered('Critical Context', 'rest', newestFirst(facts.figures)),
	];
}
