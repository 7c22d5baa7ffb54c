import { isVerifying } from './commandKinds.ts';
import { simpleCommands } from './shellWords.ts';
import { withoutFinder } from './wrappers.ts';

/** Options after which a pattern chooses some of the tests. */
const filters = /^(?:-run|--run|-k|-t|-g|-m|--grep|--filter|--testNamePattern|--only)$/;
const filterValue = /^((?:-run|--run|--grep|--filter|-k|-t|-g)=)(.*)$/;

/** Options that do not change what is checked. */
const indifferent =
	/^(?:-v|-vv|-q|-s|--verbose|--quiet|--color|--no-color|-race|-short|-count=\d+|-timeout=\S+|-p=\d+)$/;

/** Commands whose bare form does something else than their forms with words behind it. */
const unlike = /^(?:make|ninja|just|task|rake|mise run|npm run|pnpm run|yarn)$/;

/** Commands by what they check, so that one need not be compared with every other. */
export class CheckingCommands<T> {
	readonly #commands = new Map<string, T>();
	/** Those whose options may choose, by their program. */
	readonly #choosing = new Map<string, Map<string, T>>();

	/** Adds a command; one that was added before gets the new value. */
	add(spelling: string, value: T): void {
		const command = plainCommand(spelling);
		this.#commands.set(command, value);
		if (command.includes(' -') || command.includes('./...')) {
			const program = programOf(command);
			const same = this.#choosing.get(program);
			if (same === undefined) {
				this.#choosing.set(program, new Map([[command, value]]));
			} else {
				same.set(command, value);
			}
		}
	}

	/** The value of a command that checks all that this one does. */
	find(spelling: string): T | undefined {
		const narrow = plainCommand(spelling);
		for (const wide of [narrow, ...harderThan(narrow)].flatMap(beginningsOf)) {
			const value = this.#commands.get(wide);
			if (value !== undefined) {
				return value;
			}
		}
		for (const [wide, value] of this.#choosing.get(programOf(narrow)) ?? []) {
			if (covers(wide, narrow)) {
				return value;
			}
		}
		return undefined;
	}
}

/** Commands that compile what others only compile, and then do more. */
const harder: readonly (readonly [easy: RegExp, hard: readonly string[]])[] = [
	[/^go build(?= (?!-o\b)|$)/, ['go test']],
	[/^cargo check(?= |$)/, ['cargo build', 'cargo test']],
	[/^cargo build(?= |$)/, ['cargo test']],
];

/** The same command with a program that checks all that its own does. */
function harderThan(command: string): string[] {
	return harder.flatMap(([easy, hard]) =>
		easy.test(command) ? hard.map((program) => command.replace(easy, program)) : [],
	);
}

/** The commands of a chain that check the work: `go build . && ls bin` is about the build. */
export function checksIn(chain: string): string[] {
	const parts = chain.split(/ && |; /);
	const checks = parts.filter((part) => simpleCommands(part).some(isVerifying));
	return checks.length === 0 ? parts : checks;
}

/** Variables set for one run that change where it works and how much it says, not what it checks. */
const circumstance =
	/^(?:env )?(?:GOCACHE|GOMODCACHE|GOTMPDIR|TMPDIR|TMP|TEMP|XDG_CACHE_HOME|PIP_CACHE_DIR|UV_CACHE_DIR|npm_config_cache|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|TERM|COLUMNS|PAGER|GIT_PAGER|RUST_BACKTRACE|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE)=\S* /;

/** A script of the project, whichever program runs it; `bun test` is none. */
const projectScript =
	/^(?:(?:npm|pnpm|yarn|bun) run|(?:npm|pnpm|yarn)(?= (?:t|tests?|lint|build|check|typecheck|type-check|verify|ci:\S+|test:\S+)(?: |$))) (\S+)/;

/** The command without what spells it differently and means the same. */
export function plainCommand(spelling: string): string {
	let command = spelling.replace(/["']/g, '').replace(/\s+/g, ' ').trim();
	while (circumstance.test(command)) {
		command = command.replace(circumstance, '');
	}
	return withoutFinder(command).replace(
		projectScript,
		(_, script: string) => `npm run ${script === 't' ? 'test' : script}`,
	);
}

/** The program that a command runs. */
export function programOf(command: string): string {
	return command.split(' ', 1)[0] ?? '';
}

/** The command and its shorter forms that check more: `pytest a.py -x`, `pytest a.py`, `pytest`. */
function beginningsOf(command: string): string[] {
	const beginnings = [command];
	for (let at = command.indexOf(' '); at >= 0; at = command.indexOf(' ', at + 1)) {
		const wide = command.slice(0, at);
		if (!unlike.test(wide)) {
			beginnings.push(wide);
		}
	}
	return beginnings;
}

/** Whether a run of the one command, both plain, checks all that a run of the other does. */
function covers(wide: string, narrow: string): boolean {
	return (
		wide === narrow ||
		(narrow.startsWith(`${wide} `) && !unlike.test(wide)) ||
		(programOf(wide) === programOf(narrow) &&
			(coversPackages(wide, narrow) || coversPattern(wide.split(' '), narrow.split(' '))))
	);
}

/** `go test ./...` checks what `go test ./internal/a/` does. */
function coversPackages(wide: string, narrow: string): boolean {
	const verb = /^go (?:test|vet|build)\b/.exec(wide)?.[0];
	const chooses = /\s-(?:run|tags|o|skip)\b/;
	return (
		verb !== undefined &&
		[narrow, ...harderThan(narrow)].some((command) => command.startsWith(verb)) &&
		/ \.\/\.\.\.(?: |$)/.test(wide) &&
		!chooses.test(wide) &&
		!/\s-(?:tags|o)\b/.test(narrow)
	);
}

/** `-run TestParse` chooses all that `-run TestParseEmpty` does. */
function coversPattern(wide: readonly string[], narrow: readonly string[]): boolean {
	const wideWords = wide.filter((word) => !indifferent.test(word));
	const words = narrow.filter((word) => !indifferent.test(word));
	return (
		wideWords.length <= words.length &&
		wideWords.every((word, at) => {
			const other = words[at] ?? '';
			const value = filterValue.exec(word);
			return (
				word === other ||
				(filters.test(wideWords[at - 1] ?? '') && isPrefix(word, other)) ||
				(value !== null && isPrefix(word, other))
			);
		}) &&
		!(unlike.test(wideWords.join(' ')) && words.length > wideWords.length)
	);
}

function isPrefix(pattern: string, other: string): boolean {
	return other.startsWith(pattern.replace(/(?<!["'$])["'$]+$/, ''));
}
