import type { CommandRun } from './commands.ts';
import { checksIn, plainCommand, programOf } from './coverage.ts';

/** Programs that run a project's tasks: what a task runs, its name tells. */
const runner = /^(?:mise|just|task|make|rake|turbo|nx|moon|invoke|npm|pnpm|yarn|bun)$/;

/** A task that runs all tests. */
const wholeTask =
	/^(?:mise|just|task|make|rake|turbo|nx|moon|invoke|npm|pnpm|yarn|bun)(?: run)? (?:tests?|t|check|ci|verify|test:all|test:ci)(?: --?[a-z-]+)*$/;

/** A program that runs tests, and all there are. */
const wholeRun =
	/^(?:go test(?: -[a-z]+(?:=\S+)?)* \.\/\.\.\.(?: -[a-z]+(?:=\S+)?)*|(?:cargo|mix|swift|dotnet|flutter|deno|gradle|\.\/gradlew|mvn) (?:nextest run|test)|(?:python3? -m |uv run |poetry run )?(?:pytest|tox|nox)|(?:npx )?(?:vitest(?: run)?|jest|mocha)|(?:bundle exec )?rspec|ctest)(?: -[a-z]+(?:=\S+)?)*$/;

/** Options that choose some tests, or others than those that run without them. */
const choosing = /\s--?(?:run|k|t|g|grep|filter|tags?|skip|only|testNamePattern|features)\b/;

/** What is checked without running the tests. */
const notTested = /lint|clippy|fmt|format|credo|dialyzer|staticcheck|prettier|coverage|e2e|bench/;

/** The tests that are chosen by their name. */
const chosenTests =
	/\s(?:-run|--run|-k|-t|-g|--grep|--filter|--testNamePattern)[ =]([\w/.:-]{4,200})/;

/** What a command merges. */
function mergedIn(command: string): string | undefined {
	return /^git merge (?:-[Xs] \S+ |-\S+ ){0,8}([^-\s]\S*)/.exec(command)?.[1];
}

/** Messages behind a check after which it says little of how things stand. */
const longAgo = 200;

/**
 * What was run behind a check that makes its verdict one of the past. Whether it would pass now nobody
 * may have seen: then it is not told. Runs are added from the last one on.
 */
export class LaterWork {
	readonly #programs = new Set<string>();
	readonly #tests: string[] = [];
	/** What was merged, or was to be. */
	readonly #merged = new Set<string>();
	#end = 0;
	#checks = 0;
	#commits = 0;

	add({ command, kind, use }: CommandRun): void {
		this.#end = Math.max(this.#end, use.callIndex);
		this.#merged.add(mergedIn(command) ?? '');
		if (use.outcome.status === 'failed' || use.resultIndex === undefined) {
			return;
		}
		this.#commits += /^(?:[a-z]+ )?git commit\b/.test(command) ? 1 : 0;
		this.#checks += kind === 'verifying' ? 1 : 0;
		const plain = plainCommand(command);
		const program = programOf(plain);
		if (
			kind === 'verifying' &&
			!choosing.test(plain) &&
			(wholeTask.test(plain) || wholeRun.test(plain))
		) {
			this.#programs.add(runner.test(program) ? '' : program).add(program);
		}
		const tests = chosenTests.exec(plain)?.[1];
		if (tests !== undefined) {
			this.#tests.push(tests);
		}
	}

	/** Whether what failed was done all the same, or all that it checks was checked again. */
	retires({ command, kind, use }: CommandRun): boolean {
		if (kind !== 'verifying') {
			// A later attempt tells how that ended, in whatever way it was made.
			if (this.#merged.has(mergedIn(command) ?? ' ')) {
				return true;
			}
			return this.#commits > 0 && /^(?:[a-z]+ )?git (?:add|commit|rm|mv)\b/.test(command);
		}
		const plain = plainCommand(checksIn(command).at(-1) ?? command);
		const tests = chosenTests.exec(plain)?.[1];
		return (
			this.#isWhole(plain) ||
			(tests !== undefined && this.#tests.some((chosen) => tests.startsWith(chosen))) ||
			this.isPast(use.callIndex)
		);
	}

	/** Whether a check was made long ago, and the work was committed and checked since. */
	isPast(callIndex: number): boolean {
		return this.#end - callIndex > longAgo && this.#checks > 0 && this.#commits > 0;
	}

	/** Whether all tests were run behind this command, by its program or as a task. */
	#isWhole(plain: string): boolean {
		const program = programOf(plain);
		if (choosing.test(plain) || notTested.test(plain)) {
			return false;
		}
		return runner.test(program)
			? wholeTask.test(plain) && this.#programs.size > 0
			: this.#programs.has(program) || this.#programs.has('');
	}
}
