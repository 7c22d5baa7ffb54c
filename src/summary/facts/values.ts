import { environmentVariables } from './environment.ts';
import { redactedLine } from '../redactedLine.ts';
import { personText, userOrigin } from '../../messages/origins.ts';
import { textOf, toolCallsOf, type Log } from '../../messages/message.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import type { SummaryItem } from '../sections.ts';

/** Characters of one message that are searched for values. */
const searched = 8_000;

/** A commit as git reports it: `[branch abc1234] subject`. */
const commitLine = /^\[([\w./-]+)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.+)$/gm;

/** A commit as aider tells of it, which commits by itself. */
const ownCommit = /^Commit ([0-9a-f]{7,40}) (\S.*)$/m;

/** What the names of environment variables are told under. */
const environment = 'env';

/** What the numbers of issues are told under. */
const issue = 'issue';

/** How a kind of value is written; `hint` is cheaper to refute than the whole pattern. */
interface ValueKind {
	readonly label: string;
	readonly pattern: RegExp;
	readonly hint?: RegExp;
}

const kinds: readonly ValueKind[] = [
	{
		label: 'URL',
		pattern:
			/https?:\/\/(?:localhost|[^\s<>"'`)\]}/]*[.:])[^\s<>"'`)\]}]{1,160}[^\s<>"'`)\]}.,;:!?*]/g,
	},
	{
		label: 'port',
		pattern: /\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d{2,5}\b|(?<=\bport )\d{2,5}\b/gi,
	},
	{
		label: issue,
		// Colours are written in quotes or with six digits, standards have numbers too.
		// Nor is the number a template or a help text invents.
		pattern:
			/(?<![\w&#/`'"]|: ?|\b(?:PRs?|MRs?|[Pp]ull(?: [Rr]equests?)?|[Mm]erge [Rr]equests?) )(?<!\b(?:[Cc]los(?:e|es|ed)|[Ff]ix(?:es|ed)?|[Rr]esolved?s?|[Rr]efs?|e\.g\.,?) (?=#123(?:4|45)?\b))#\d{2,5}(?!\w)|\b(?!(?:UTF|SHA|ISO|RFC|GPT|AES|RSA|HTTP|ES|MD|CSS|IPV|US|UTC|GMT)-)[A-Z]{2,8}-\d{1,6}\b/g,
	},
	{ label: environment, pattern: /\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}\b(?!\.\w)/g },
	{
		label: 'version',
		hint: /\d\.\d+\.\d/,
		// A number says nothing without its subject.
		pattern:
			/(?<![\w./@-])(?!(?:to|from|in|is|at|of|the|and|or|for|with|on|by|than|via|version|release|tag|until|since|before|after|as|was|now|only|then|just|also|still|like|about|into|over|under|already|currently|released|both|than|be|it|this|that|new|old|latest|current|next|has|have)\b)@?[A-Za-z][\w./-]{1,40}(?:@| )v?\d{1,4}\.\d{1,4}\.\d{1,5}(?:-[\w.]{1,20})?\b/gi,
	},
	{
		label: 'commit',
		// Ids of tasks, parts of file names and digests look the same.
		pattern:
			/(?<=\bcommit(?:s|ted)?(?: (?:as|is|in|at|hash|sha|id))?:? [`'"(]?)(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,40}(?![-\w])/gi,
	},
	// In a path it names a directory nobody needs again.
	{
		label: 'UUID',
		pattern:
			/(?<![\w/\\-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w/\\-])/gi,
	},
];

/** Where something is filled in: what stands there is no value yet. */
const template = /\{/;

/** How people and commands name a pull or a merge request by its number. */
const requestNumber =
	/(?:\b(?:PRs?|MRs?|(?:pull|merge) requests?)\b[^#\n]{0,20}#|\/(?:pull|merge_requests)\/|\bgh pr [a-z]{1,20} |\bglab mr [a-z]{1,20} )(\d{1,6})\b/gi;

/** The numbers of pull and merge requests, each behind its sign; they are numbered as issues are. */
function pullRequests(log: Log): ReadonlySet<string> {
	const texts = log.flatMap(({ message }) => [
		textOf(message.content).slice(0, searched),
		...toolCallsOf(message).map((call) => call.arguments.slice(0, searched)),
	]);
	return new Set(
		texts.flatMap((text) =>
			[...text.matchAll(requestNumber)].map(([, number = '']) => `#${number}`),
		),
	);
}

/** A concrete value, with the kind it is told under. */
export interface ValueFact extends SummaryItem {
	readonly label: string;
	/** How often it was written by one of the two sides. */
	readonly mentions: number;
}

/**
 * Values the two sides wrote themselves, newest mention last: tool output is full of values nobody
 * needs again.
 * @param commits Told elsewhere, so their parts are left out.
 */
export function valuesOf(
	log: Log,
	start: number,
	end: number,
	commits: readonly SummaryItem[],
): ValueFact[] {
	const found = new Map<string, { label: string; sources: number[] }>();
	for (let index = start; index < end; index += 1) {
		const message = log[index]?.message;
		if (
			message === undefined ||
			(message.role !== 'assistant' && userOrigin(message) !== 'person')
		) {
			continue;
		}
		const text = (message.role === 'user' ? personText(message) : textOf(message.content)).slice(
			0,
			searched,
		);
		for (const { label, pattern, hint } of kinds) {
			if (hint?.test(text) === false) {
				continue;
			}
			for (const [value] of text.matchAll(pattern)) {
				if (template.test(value)) {
					continue;
				}
				const before = found.get(value);
				found.delete(value);
				const sources = before?.sources ?? [];
				if (sources.at(-1) !== index + 1) {
					sources.push(index + 1);
				}
				found.set(value, { label: before?.label ?? label, sources });
			}
		}
	}
	const hasIssues = [...found.values()].some(({ label }) => label === issue);
	const requests = hasIssues ? pullRequests(log.slice(start, end)) : new Set<string>();
	const told = commits.map((commit) => commit.text).join('\n');
	const untold = [...found].filter(([text]) => !told.includes(text));
	const names = untold.flatMap(([text, { label }]) => (label === environment ? [text] : []));
	const variables = environmentVariables(log.slice(start, end), names);
	return untold
		.filter(([text, { label }]) => label !== environment || variables.has(text))
		.filter(([text, { label }]) => label !== issue || !requests.has(text))
		.map(([text, { label, sources }]) => ({ text, label, sources, mentions: sources.length }));
}

/** The newest commit as `git log --oneline` shows it behind a commit that was made quietly. */
const loggedLine = /^([0-9a-f]{7,40}) (?:\([^)]*\) )?(\S.*)$/m;

/** Whether a command line commits without a word and then asks for the newest commit. */
function commitsQuietly(commandLine: string): boolean {
	const parts = commandLine.split(/[;|]/).map((part) => behind(part, /\bgit commit\b/));
	const made = parts.findIndex((part) => part !== undefined && quietly.test(part));
	return (
		made >= 0 &&
		commandLine
			.split(/[;|]/)
			.slice(made)
			.some((part) => newestOnly.test(behind(part, /\bgit log\b/) ?? ''))
	);
}

const quietly = / (?:-\w{0,8}q\w{0,8}|--quiet)\b/;

const newestOnly = / -(?:1|n ?1)(?!\d)/;

/** The text behind the first match; undefined without one. */
function behind(text: string, pattern: RegExp): string | undefined {
	const match = pattern.exec(text);
	return match === null ? undefined : text.slice(match.index + match[0].length);
}

/** Whether `git` commits in one command of the line. */
export function commits(commandLine: string): boolean {
	return commandLine
		.split(/[|;&]/)
		.some((part) => /\bcommit\b/.test(behind(part, /\bgit\b/) ?? ''));
}

/** Commits made, as git reported them, oldest first. */
export function commitsOf(uses: readonly ToolUse[]): SummaryItem[] {
	return uses
		.filter((use) => use.family === 'terminal' && commits(use.target))
		.flatMap((use) =>
			commitTexts(use).map((text) => ({
				text,
				sources: [(use.resultIndex ?? use.callIndex) + 1],
			})),
		);
}

function commitTexts(use: ToolUse): string[] {
	const told = [...use.result.slice(0, searched).matchAll(commitLine)].map(
		(match) => `${match[2] ?? ''} ${redactedLine(match[3] ?? '', 100)} (${match[1] ?? ''})`,
	);
	if (told.length > 0) {
		return told;
	}
	const own = ownCommit.exec(use.result.slice(0, searched));
	if (own !== null) {
		return [`${own[1] ?? ''} ${redactedLine(own[2] ?? '', 100)}`];
	}
	if (use.outcome.status !== 'ok' || !commitsQuietly(use.target)) {
		return told;
	}
	const logged = loggedLine.exec(use.result.slice(-searched));
	return logged === null ? [] : [`${logged[1] ?? ''} ${redactedLine(logged[2] ?? '', 100)}`];
}
