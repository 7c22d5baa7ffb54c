import { formatCount } from '../messages/marks.ts';
import type { Log, LogRange } from '../messages/message.ts';
import { pairTools } from '../messages/toolPairs.ts';
import type { ToolFamily } from '../messages/toolFamilies.ts';
import {
	changingPart,
	commonDirectories,
	ledgerOf,
	sourceOf,
	wasRefused,
	type Ledger,
	type LedgerFile,
	type LedgerRun,
} from './ledger.ts';
import { leads, type SectionTitle, type SummaryItem } from './sections.ts';

/** The ledger as statements: the states in a built-in summary, and the additions to a model's. */

/** The subject of a statement, for finding the same statement in a summary. */
type LedgerSubject =
	| { readonly kind: 'file'; readonly file: LedgerFile }
	| { readonly kind: 'run'; readonly run: LedgerRun }
	| { readonly kind: 'commit'; readonly hash: string }
	| { readonly kind: 'running'; readonly id: string }
	| { readonly kind: 'todos' | 'failure' | 'rejected' | 'answer' | 'unchecked' };

/** A statement of the ledger with its section. */
export interface LedgerItem {
	readonly section: SectionTitle;
	readonly item: SummaryItem;
	readonly subject: LedgerSubject;
}

/** Maximum error lines of a failure. */
const errorLines = 3;

/**
 * The ledger's statements about a range, in the order of the sections. They describe the end of the whole log, but leave
 * out what the messages after the range show.
 * @param root Directory that paths are relative to, with a trailing slash; empty: absolute paths.
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
	const edits = ledger.edits.length;
	for (const { run, passed } of currentChecks(ledger)) {
		if (isIn(run.source)) {
			const editedSince = Math.max(0, edits - run.editsBefore);
			// Its lines are listed with the failure.
			const errors = run.source === ledger.failure?.source ? [] : run.errorLines;
			const text = runText({ ...run, errorLines: errors }, editedSince, passed);
			add('Active State', text, [run.source], { kind: 'run', run });
		}
	}
	const unchecked = uncheckedEdit(ledger);
	if (unchecked !== undefined && isIn(unchecked)) {
		add('Active State', leads.unchecked, [unchecked], {
			kind: 'unchecked',
		});
	}
	const commit = ledger.commits.at(-1);
	if (commit !== undefined && isIn(commit.source)) {
		const on = commit.branch === '' ? '' : ` (${commit.branch})`;
		// An amended commit has another hash, which git may not have reported.
		const isAmended = ledger.uses.some(
			(use) =>
				sourceOf(use) > commit.source &&
				use.family === 'terminal' &&
				use.outcome.status !== 'failed' &&
				/\bcommit\b.*\s--amend\b/.test(changingPart(use.target) ?? ''),
		);
		const since = isAmended ? '; amended since' : '';
		const text = `${leads.commit} ${commit.hash} ${commit.title}${on}${since}`;
		add('Active State', text, [commit.source], { kind: 'commit', hash: commit.hash });
	}
	for (const { kind, id, what, source } of ledger.running) {
		// Includes what began before the range: no later message shows that it continues.
		if (source <= range.end) {
			const named = id === '' ? '' : ` (id ${id})`;
			add('In Progress', `${leads.running} ${kind} ${what}${named}`, [source], {
				kind: 'running',
				id,
			});
		}
	}
	const { failure, todos } = ledger;
	if (failure !== undefined && isIn(failure.source)) {
		const lines = failure.lines.slice(0, errorLines).map((line) => `\n> ${line}`);
		add('Blocked', `${leads.failed} ${failure.what}${lines.join('')}`, [failure.source], {
			kind: 'failure',
		});
	}
	for (const { question, answer, source } of ledger.answers) {
		if (isIn(source)) {
			add('Key Decisions', `Asked: ${question} — the person answered: ${answer}`, [source], {
				kind: 'answer',
			});
		}
	}
	for (const { what, words, editedLater, reply, source } of ledger.rejected) {
		if (isIn(source)) {
			const later = editedLater ? ' (edited later)' : '';
			const comment = words === '' ? '' : `: “${words}”`;
			const answer = reply === undefined ? '' : `\n${leads.reply} ${reply.text}`;
			const text = `${leads.rejected} ${withoutRoot(what, root)}${later}${comment}${answer}`;
			add('Key Decisions', text, [source], { kind: 'rejected' });
		}
	}
	const later = laterCommands(ledger);
	const subAgentResults = new Set(
		ledger.uses.filter(({ changed }) => changed !== undefined).map(sourceOf),
	);
	for (const file of [...ledger.files].reverse()) {
		// Includes what sub-agents did before the range: no message shows it.
		const sources = file.sources.filter(
			(source) => isIn(source) || (source <= range.start && subAgentResults.has(source)),
		);
		if (sources.length > 0 && file.state !== 'read') {
			add(
				'Relevant Files',
				`${fileText(file, sources, short)}${laterCommand(file, later)}`,
				sources,
				{ kind: 'file', file },
			);
		}
	}
	const open = todos?.items.filter(({ state }) => state !== 'done') ?? [];
	if (todos !== undefined && isIn(todos.source) && open.length > 0) {
		const since =
			todos.actionsSince === 0
				? ''
				: ` (${formatCount(todos.actionsSince)} later actions may have done some of it)`;
		const list = open.map(
			({ text, state }) => `\n- ${text}${state === 'in-progress' ? ' (in progress)' : ''}`,
		);
		add('Remaining Work', `${leads.todos}${since}${list.join('')}`, [todos.source], {
			kind: 'todos',
		});
	}
	return items;
}

/** A check, with the last successful run of the same program after it. */
interface CurrentCheck {
	readonly run: LedgerRun;
	readonly passed?: LedgerRun;
}

/**
 * The last runs of checks, except those that are part of a later line. A successful one counts only until a newer run
 * of its program; if all are out of date, only the newest is listed.
 */
function currentChecks({ runs, edits }: Ledger): CurrentCheck[] {
	const repeated = new Set<string>();
	const last = new Map<string, LedgerRun>();
	const passed = new Map<string, LedgerRun>();
	const checks: CurrentCheck[] = [];
	for (const run of runs.toReversed()) {
		const { command, status, isCheck, counts } = run;
		const program = programOf(command);
		const isNews = !repeated.has(command) && (status === 'failed' || !last.has(program));
		command.split(/; | && /).forEach((part) => repeated.add(part));
		const later = passed.get(program);
		// If a program counts nothing, a later successful run replaces a failed one.
		if (isCheck && isNews && (later === undefined || status !== 'failed' || counts)) {
			checks.push({ run, ...(later === undefined ? {} : { passed: later }) });
		}
		last.set(program, last.get(program) ?? run);
		if (status === 'ok' && !passed.has(program)) {
			passed.set(program, run);
		}
	}
	const isFresh = ({ run }: CurrentCheck): boolean => run.editsBefore === edits.length;
	const newest = checks.some(isFresh)
		? undefined
		: checks.find(({ run }) => run.status !== 'failed');
	return checks
		.filter((check) => check.run.status === 'failed' || isFresh(check) || check === newest)
		.reverse();
}

/** The program and subcommand of a command: its words up to the first option, file or value. */
export function programOf(command: string): string {
	const [first = '', ...words] = command.split(' ');
	const end = words.findIndex((word) => /[^\w-]|^-/.test(word));
	return [first, ...(end < 0 ? words : words.slice(0, end))].join(' ');
}

/** Number of the message with the last edit, if nothing that might have checked it was run afterwards. */
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
	{ shown, outcome, status, errorLines: lines }: LedgerRun,
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
		passed === undefined ? '' : `; later \`${passed.shown}\` — ${passed.outcome || 'ok'}`;
	return `\`${shown}\`${end === '' ? '' : ` — ${end}`}${since}${later}${errors}`;
}

/** Commands that remove or restore files; their effect on a file is represented by the command. */
const removesFiles =
	/(?:^|[;|] )(?:git )?(?:rm|mv|checkout|restore(?! --staged)|reset|stash|clean)\b/;

/** The last command that removes or restores files, by each word in it. */
function laterCommands({ runs }: Ledger): ReadonlyMap<string, LedgerRun> {
	return new Map(
		runs.flatMap((run) =>
			run.status !== 'failed' && removesFiles.test(run.command)
				? run.command.split(/[\s"'`;|&()/\\]+/).map((word) => [word, run] as const)
				: [],
		),
	);
}

/** The last of these commands that names a file, if it was run after the last edit. */
function laterCommand(
	{ path, sources }: LedgerFile,
	commands: ReadonlyMap<string, LedgerRun>,
): string {
	const later = commands.get(path.slice(path.lastIndexOf('/') + 1));
	return later === undefined || later.source <= (sources.at(-1) ?? 0)
		? ''
		: `; later: \`${later.shown}\``;
}

/** A file with its final state. @param edits Those of its sources that count. */
function fileText(
	{ path, state, movedTo, sources: [first] }: LedgerFile,
	edits: readonly number[],
	short: (path: string) => string,
): string {
	// Creating it does not count as an edit.
	const isMade = state === 'created' || state === 'written';
	const count = isMade && edits[0] === first ? edits.length - 1 : edits.length;
	const times = count > 1 ? ` (${count} edits)` : '';
	// An edit does not show who created the file: it may have been a command.
	const end = state === 'changed' ? 'edited' : state;
	return movedTo === undefined
		? `${short(path)} — ${end}${times}`
		: `${short(path)} — renamed to ${short(movedTo)}`;
}

/** Minimum share of paths in a directory that other paths are relative to. */
const rootShare = 0.8;

/** The deepest directory that contains nearly all of the edited files, with a trailing slash; empty for a single one. */
export function commonRoot({ files }: Ledger): string {
	const paths = files
		.filter(({ state }) => state !== 'read')
		.map(({ path }) => path)
		.filter((path) => /^(?:\/|[A-Za-z]:\/)/.test(path));
	const shared = paths.length > 1 ? commonDirectories(paths, rootShare) : [];
	return (
		shared.findLast((directory) => directory.replace(/^\w:/, '/disk').split('/').length > 3) ?? ''
	);
}

/** A text with paths relative to a root directory. */
export function withoutRoot(text: string, root: string): string {
	return root === '' ? text : text.replaceAll(root, '');
}

/** A path relative to a root; others are unchanged. */
export function shortPath(path: string, root: string): string {
	return root !== '' && path.startsWith(root) ? path.slice(root.length) || path : path;
}

/**
 * Open items of the last todo list in the messages that no summary covers.
 * @param start Index of the first of these messages.
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
