import type { Doubt } from '../doubts.ts';
import { mark } from '../../messages/marks.ts';
import type { ToolFamily } from '../../messages/toolFamilies.ts';
import { commandRuns } from '../facts/commands.ts';
import { baseName } from '../facts/paths.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import type { SummaryItem } from '../sections.ts';
import { claimOf } from '../sources/claims.ts';
import { folded } from '../sources/concepts.ts';

/**
 * Whether the log has the actions that a model's summary lists, and how they ended. Only what names a
 * command, or a file that was written, can be looked up; the rest stands as it is.
 */

/** `3. RUN npm test — ok [tool: bash]`: what was done, to what, how it ended. */
const action =
	/^(?:\d{1,6}\. )?(?<verb>\p{L}{2,16}):? (?<target>[^\n]{1,400}?)(?: ×\d+)?(?: (?:—|–|->|→) (?<outcome>[^\n]*))?$/u;

const running = /^(?:run|ran|execute|executed|exec|command|ausgeführt|lancé|ejecutado|запуск)$/iu;
const writing =
	/^(?:edit|edited|create|created|write|wrote|delete|deleted|modify|modified|update|updated|patch|patched|remove|removed|rename|renamed|add|added)$/iu;

/** How a command line begins, where no more than its look tells it from prose. */
const program =
	/^(?:\$ |\.{0,2}\/|(?:rm|mv|cp|ls|cd|cat|sed|awk|grep|rg|find|git|gh|npm|npx|pnpm|yarn|bun|node|deno|tsc|python3?|pip3?|uv|poetry|pytest|mypy|ruff|go|cargo|rustc|make|cmake|mvn|gradle|java|dotnet|docker|kubectl|helm|terraform|aws|gcloud|az|curl|wget|ssh|scp|sudo|bash|sh|zsh|psql|mysql|sqlite3|redis-cli|systemctl|chmod|chown|kill|brew|apt|apt-get|composer|php|ruby|bundle|rake|mix|swift|flutter|dart|zig)(?= |$))/u;

/** Words and options of a command line; how its output is caught is not compared. */
const part = /(?<![\p{L}\p{N}_-])-{0,2}[\p{L}\p{N}_][\p{L}\p{N}_.@:/=-]*|(?<= )[/~.*](?= |$)/gu;

/** Parts of a command that are compared. */
const mostParts = 12;

/** A path with an ending. */
const file =
	/^`?((?:[\p{L}\p{N}_.@+~-]*[/\\])*[\p{L}\p{N}_@+-][\p{L}\p{N}_.@+-]{0,255}\.\p{L}[\p{L}\p{N}]{0,7})`?(?=$|[\s,:(])/u;

/** Only looks, and cannot have written a file. */
const looking: readonly ToolFamily[] = ['read', 'search', 'web'];

/** What the log says of an action. */
export interface Verdict {
	readonly doubt?: Doubt;
	/** What the log says of its outcome, where that is something else. */
	readonly correction?: string;
}

/** The calls of a log, read once for all actions. */
export class Deeds {
	/** Parts of each command line, by each of its words. */
	readonly #lines = new Map<string, Line[]>();
	/** Base names of files that something was done to, or that a command names. */
	readonly #written = new Set<string>();

	readonly #earlier: ReadonlySet<string>;

	/** @param earlier What summaries tell of actions that are no longer in the log. */
	constructor(uses: readonly ToolUse[], earlier: readonly string[]) {
		this.#earlier = new Set(
			earlier.flatMap((text) => [...partsOf(folded(text)), ...namesIn(folded(text))]),
		);
		for (const use of uses) {
			const text = folded(`${use.target}\n${use.call.arguments.replaceAll(/\\[nt"]/g, ' ')}`);
			if (!looking.includes(use.family)) {
				namesIn(text).forEach((name) => this.#written.add(name));
			}
			const line: Line = { parts: new Set(partsOf(text)), use };
			for (const word of line.parts) {
				const known = this.#lines.get(word) ?? [];
				known.push(line);
				this.#lines.set(word, known);
			}
		}
	}

	/** What the log says of an item of Completed Actions. */
	verdictOn({ text }: SummaryItem): Verdict {
		const [first = ''] = text.split('\n', 1);
		const {
			verb = '',
			target = '',
			outcome = '',
		} = action.exec(first.replace(/ ?\[tool: [^\]]{0,80}\]$/u, ''))?.groups ?? {};
		const command = commandIn(target);
		if (running.test(verb) && command !== undefined) {
			return this.#verdictOnRun(command, outcome);
		}
		const path = writing.test(verb) ? file.exec(target)?.[1] : undefined;
		return path === undefined || this.#written.has(folded(baseName(path)))
			? {}
			: { doubt: this.#doubtOf([folded(baseName(path))]) };
	}

	#doubtOf(wanted: readonly string[]): Doubt {
		return wanted.every((word) => this.#earlier.has(word)) ? 'earlier' : 'undone';
	}

	#verdictOnRun(command: string, outcome: string): Verdict {
		const wanted = partsOf(folded(command)).slice(0, mostParts);
		const lines = wanted
			.map((word) => this.#lines.get(word) ?? [])
			.reduce((fewest, found) => (found.length < fewest.length ? found : fewest));
		const same = lines.filter(({ parts }) => wanted.every((word) => parts.has(word)));
		if (same.length === 0) {
			return { doubt: this.#doubtOf(wanted) };
		}
		const claimed = claimOf(outcome).status;
		const runs = same.flatMap(({ use }) =>
			commandRuns(use).filter((run) => {
				const parts = new Set(partsOf(folded(run.command)));
				return wanted.every((word) => parts.has(word));
			}),
		);
		const [last] = runs.slice(-1);
		const contradicts =
			claimed !== undefined &&
			runs.length > 0 &&
			runs.every(({ use }) => use.outcome.status !== 'unknown' && use.outcome.status !== claimed);
		return contradicts && last !== undefined
			? {
					correction: mark(
						last.use.outcome.status === 'failed'
							? 'in the log this run failed'
							: 'in the log this run passed',
					),
				}
			: {};
	}
}

interface Line {
	readonly parts: ReadonlySet<string>;
	readonly use: ToolUse;
}

/** The command line an action is about; undefined where it is told in prose. */
function commandIn(target: string): string | undefined {
	const quoted = /^`([^`]+)`/u.exec(target)?.[1];
	const line = quoted ?? target;
	return program.test(line) && partsOf(folded(line)).length > 0
		? line.replace(/^\$ /, '')
		: undefined;
}

function partsOf(text: string): string[] {
	return text.match(part) ?? [];
}

/** Names of files in a text. */
function namesIn(text: string): string[] {
	return (
		text.match(
			/[\p{L}\p{N}_@+-][\p{L}\p{N}_.@+-]{0,255}\.\p{L}[\p{L}\p{N}]{0,7}(?![\p{L}\p{N}_])/gu,
		) ?? []
	);
}
