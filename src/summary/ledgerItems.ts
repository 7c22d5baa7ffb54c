import { formatCount } from '../messages/marks.ts';
import type { Log, LogRange } from '../messages/message.ts';
import { pairTools } from '../messages/toolPairs.ts';
import type { ToolFamily } from '../messages/toolFamilies.ts';
import {
	directoriesOfMost,
	ledgerOf,
	sourceOf,
	wasRefused,
	type Ledger,
	type LedgerFile,
	type LedgerRun,
} from './ledger.ts';
import type { SectionTitle, SummaryItem } from './sections.ts';

/** The ledger as statements: what the built-in summary says of states, and what stands beside a model's. */

/** What a statement of the ledger is about: by it a summary is searched for the same statement. */
type LedgerSubject =
	| { readonly kind: 'file'; readonly file: LedgerFile }
	| { readonly kind: 'run'; readonly run: LedgerRun }
	| { readonly kind: 'commit'; readonly hash: string }
	| { readonly kind: 'todos' | 'failure' | 'running' | 'rejected' | 'answer' | 'unchecked' };

/** A statement of the ledger, and where it belongs. */
export interface LedgerItem {
	readonly section: SectionTitle;
	readonly item: SummaryItem;
	readonly subject: LedgerSubject;
}

/** Error lines of a failure that are told. */
const errorLines = 3;

/**
 * What the ledger says of a range, in the order of the sections: how things stand at the end of the whole
 * log. What the messages behind the range show themselves is not repeated.
 * @param root Directory that paths are told from, with its closing slash; empty: as they are.
 */
export function ledgerItems(ledger: Ledger, range: LogRange, root: string): LedgerItem[] {
	const isIn = (source: number): boolean => source > range.start && source <= range.end;
	const short = (path: string): string => shortPath(path, root);
	const items: LedgerItem[] = [];
	const add = (
		section: SectionTitle,
		text: string,
		sources: readonly number[],
		subject: LedgerSubject,
	): void => {
		items.push({ section, item: { text, sources }, subject });
	};
	const edits = ledger.edits.filter((index) => index < range.end).length;
	for (const { run, passed } of standingChecks(ledger)) {
		if (isIn(run.source)) {
			const editedSince = Math.max(0, edits - run.editsBefore);
			// Its lines are told with the failure that it is.
			const errors = run.source === ledger.failure?.source ? [] : run.errorLines;
			const text = runText({ ...run, errorLines: errors }, editedSince, passed);
			add('Active State', text, [run.source], { kind: 'run', run });
		}
	}
	const unchecked = uncheckedEdit(ledger);
	if (unchecked !== undefined && isIn(unchecked)) {
		add('Active State', 'No command was run after the last edit', [unchecked], {
			kind: 'unchecked',
		});
	}
	const commit = ledger.commits.at(-1);
	if (commit !== undefined && isIn(commit.source)) {
		const on = commit.branch === '' ? '' : ` (${commit.branch})`;
		const text = `Last commit: ${commit.hash} ${commit.title}${on}`;
		add('Active State', text, [commit.source], { kind: 'commit', hash: commit.hash });
	}
	for (const { kind, id, what, source } of ledger.running) {
		// Also what began before the range: no message behind that says that it goes on.
		if (source <= range.end) {
			const named = id === '' ? '' : ` (id ${id})`;
			add('In Progress', `Still running, no end is told: ${kind} ${what}${named}`, [source], {
				kind: 'running',
			});
		}
	}
	const { failure, todos } = ledger;
	if (failure !== undefined && isIn(failure.source)) {
		const lines = failure.lines.slice(0, errorLines).map((line) => `\n> ${line}`);
		add(
			'Blocked',
			`Failed last, nothing was done since: ${failure.what}${lines.join('')}`,
			[failure.source],
			{ kind: 'failure' },
		);
	}
	for (const { question, answer, source } of ledger.answers) {
		if (isIn(source)) {
			add('Key Decisions', `Asked: ${question} — the person answered: ${answer}`, [source], {
				kind: 'answer',
			});
		}
	}
	for (const { what, words, source } of ledger.rejected) {
		if (isIn(source)) {
			const said = words === '' ? '' : `: “${words}”`;
			add('Key Decisions', `The person rejected ${what}${said}`, [source], { kind: 'rejected' });
		}
	}
	const later = laterCommands(ledger);
	for (const file of [...ledger.files].reverse()) {
		const sources = file.sources.filter(isIn);
		if (sources.length > 0 && file.state !== 'read') {
			add(
				'Relevant Files',
				`${fileText(file, sources.length, short)}${laterCommand(file, later)}`,
				sources,
				{ kind: 'file', file },
			);
		}
	}
	const open = todos?.items.filter(({ state }) => state !== 'done') ?? [];
	if (todos !== undefined && isIn(todos.source) && open.length > 0) {
		const since =
			todos.deedsSince === 0
				? ''
				: `; ${formatCount(todos.deedsSince)} later actions may have done some of it`;
		const list = open.map(
			({ text, state }) => `\n- ${text}${state === 'in-progress' ? ' (in progress)' : ''}`,
		);
		add('Remaining Work', `Open in the last todo list${since}:${list.join('')}`, [todos.source], {
			kind: 'todos',
		});
	}
	return items;
}

/** A check, with the last run of the same program behind it that went well. */
interface StandingCheck {
	readonly run: LedgerRun;
	readonly passed?: LedgerRun;
}

/**
 * The last runs of checks, but for those that a later line has in it. One that went well counts only
 * until a newer run of its program; of those that are all out of date only the newest says something.
 */
function standingChecks({ runs, edits }: Ledger): StandingCheck[] {
	const repeated = new Set<string>();
	const last = new Map<string, LedgerRun>();
	const passed = new Map<string, LedgerRun>();
	const standing: StandingCheck[] = [];
	for (const run of runs.toReversed()) {
		const { command, status, isCheck } = run;
		const program = programOf(command);
		const isNews = !repeated.has(command) && (status === 'failed' || !last.has(program));
		command.split(/; | && /).forEach((part) => repeated.add(part));
		if (isCheck && isNews) {
			const later = passed.get(program);
			standing.push({ run, ...(later === undefined ? {} : { passed: later }) });
		}
		last.set(program, last.get(program) ?? run);
		if (status === 'ok' && !passed.has(program)) {
			passed.set(program, run);
		}
	}
	const isFresh = ({ run }: StandingCheck): boolean => run.editsBefore === edits.length;
	const newest = standing.some(isFresh)
		? undefined
		: standing.find(({ run }) => run.status !== 'failed');
	return standing
		.filter((check) => check.run.status === 'failed' || isFresh(check) || check === newest)
		.reverse();
}

/** What a command runs, without what it is given: its words up to the first that names a file or a value. */
function programOf(command: string): string {
	const [first = '', ...words] = command.split(' ');
	const end = words.findIndex((word) => /[^\w-]|^--$/.test(word));
	return [first, ...(end < 0 ? words : words.slice(0, end))].join(' ');
}

/** Number of the message that made the last edit, where nothing was run after it that might have checked it. */
function uncheckedEdit({ uses }: Ledger): number | undefined {
	const last = uses.findLast((use) =>
		writers.has(use.family)
			? use.outcome.status === 'ok'
			: runners.has(use.family) && use.resultIndex !== undefined && !wasRefused(use),
	);
	return last !== undefined && writers.has(last.family) ? sourceOf(last) : undefined;
}

const writers: ReadonlySet<ToolFamily> = new Set(['edit', 'write']);
const runners: ReadonlySet<ToolFamily> = new Set([
	'terminal',
	'code',
	'sub-agent',
	'browser',
	'other',
]);

/** `npm test` — exit 1 · 3 failed, 12 passed; 2 files edited since. */
function runText(
	{ command, outcome, status, errorLines: lines }: LedgerRun,
	editedSince: number,
	passed: LedgerRun | undefined,
): string {
	const end = outcome === '' && status !== 'unknown' ? status : outcome;
	const since =
		editedSince === 0
			? ''
			: `; ${formatCount(editedSince)} ${editedSince === 1 ? 'edit' : 'edits'} since`;
	const errors =
		status === 'failed'
			? lines
					.slice(0, errorLines)
					.map((line) => `\n> ${line}`)
					.join('')
			: '';
	const later =
		passed === undefined ? '' : `; later \`${passed.command}\` — ${passed.outcome || 'ok'}`;
	return `\`${command}\`${end === '' ? '' : ` — ${end}`}${since}${later}${errors}`;
}

/** Commands that take files away or bring them back; what they did to a file is told as the command. */
const takesAway = /(?:^|[;|] )(?:git )?(?:rm|mv|checkout|restore|reset|stash|clean)\b/;

/** The last such command by each word that stands in one. */
function laterCommands({ runs }: Ledger): ReadonlyMap<string, LedgerRun> {
	return new Map(
		runs.flatMap((run) =>
			run.status !== 'failed' && takesAway.test(run.command)
				? run.command.split(/[\s"'`;|&()/\\]+/).map((word) => [word, run] as const)
				: [],
		),
	);
}

/** The last such command that names a file, if it was run behind the last edit. */
function laterCommand(
	{ path, sources }: LedgerFile,
	commands: ReadonlyMap<string, LedgerRun>,
): string {
	const later = commands.get(path.slice(path.lastIndexOf('/') + 1));
	return later === undefined || later.source <= (sources.at(-1) ?? 0)
		? ''
		: `; later: \`${later.command}\``;
}

/** A file with its final state. */
function fileText(
	{ path, state, movedTo, sources: all }: LedgerFile,
	edits: number,
	short: (path: string) => string,
): string {
	// What made it is no edit of it, where that is among them.
	const isMade = state === 'created' || state === 'written';
	const count = isMade && edits === all.length ? edits - 1 : edits;
	const times = count > 1 ? ` (${count} edits)` : '';
	// An edit does not say who made the file: a command may have.
	const end = state === 'changed' ? 'edited' : state;
	return movedTo === undefined
		? `${short(path)} — ${end}${times}`
		: `${short(path)} — renamed to ${short(movedTo)}`;
}

/** Directories that hold fewer of the paths than this share are not what the others are told from. */
const rootShare = 0.8;

/** The deepest directory that holds nearly all of the absolute paths, with its closing slash; else empty. */
export function commonRoot({ files }: Ledger): string {
	const paths = files.map(({ path }) => path).filter((path) => /^(?:\/|[A-Za-z]:\/)/.test(path));
	return (
		directoriesOfMost(paths, rootShare).findLast((directory) => directory.split('/').length > 3) ??
		''
	);
}

/** A path as it is told from a root; others stay as they are. */
export function shortPath(path: string, root: string): string {
	return root !== '' && path.startsWith(root) ? path.slice(root.length) || path : path;
}

/**
 * What the last todo list leaves open in the messages from one on, which no summary stands for.
 * @param start Index of the first of them.
 */
export function openWork(log: Log, start: number): readonly SummaryItem[] {
	const recent = log.slice(start);
	const { todos } = ledgerOf(recent, pairTools(recent));
	return (todos?.items ?? [])
		.filter(({ state }) => state !== 'done')
		.map(({ text, state }) => ({
			text: state === 'in-progress' ? `${text} (in progress)` : text,
			sources: [start + (todos?.source ?? 0)],
		}));
}
