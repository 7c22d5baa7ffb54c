import type { SimpleCommand } from './shellWords.ts';
import { inContainer } from './wrappers.ts';

/** What a shell command is for: it checks the work, changes the world, or looks around. */
export type CommandKind = 'verifying' | 'changing' | 'looking';

const verifying =
	/^(?:(?:npm|pnpm|yarn|bun)(?: (?:run|exec|--\S+))* (?:t|test|tests|build|lint|check|typecheck|type-check|tsc|ci|verify|format:check|vitest|jest|mocha|playwright|e2e|unit|coverage)\S*|(?:(?:npx|bunx|pnpx|python3? -m|\.\/node_modules\/\.bin\/)\s*(?:-\S+ )*)?(?:vitest|jest|mocha|tsc|eslint|oxlint|biome|prettier --check|playwright test|pytest|py\.test|mypy|ruff|black --check|tox|nox|rspec|rubocop|flake8|pylint|pyright|cypress run|knip|vsce package)|python3? -m unittest|go (?:test|vet|build)|golangci-lint|staticcheck|cargo (?:test|nextest|build|check|clippy|fmt --check)|mix (?:test|compile|credo|dialyzer|format --check)|(?:\.\/)?(?:gradlew|gradle|mvnw|mvn) .*(?:test|build|check|verify|compile|package)|make(?: |$)|cmake --build|ctest|ninja|bazel (?:test|build)|dotnet (?:test|build|format --verify)|swift (?:test|build)|xcodebuild|zig (?:build|test)|flutter (?:test|analyze|build)|dart (?:test|analyze)|deno (?:test|check|lint)|(?:vendor\/bin\/)?(?:phpunit|phpstan|pest)|composer (?:test|check)|sbt \S*(?:test|compile)|stack (?:test|build)|cabal (?:test|build)|terraform (?:validate|plan)|docker(?:-compose| compose)? build|(?:mise|just|task|turbo|nx|moon|rake|invoke)(?: run)? (?:test|lint|build|check|ci|typecheck|verify)\S*|pre-commit|shellcheck|hadolint|actionlint|helm lint|node --test|node --check|python3? \S*(?:test|reproduce|repro|check|verify)\S*|(?:ba|z)?sh (?:-[eux]+ )?\S*(?:test|check|lint|verify)\S*|(?:node|bun(?: run)?|deno run|(?:npx )?tsx|(?:npx )?ts-node|ruby|php|perl)(?: -(?!(?:e|p|r|-eval|-print)\b)\S+)* \S*(?:test|spec|check|verify)\S*\.(?:[cm]?[jt]sx?|rb|php|pl|t)\b|\.\/\S*(?:test|check|build|lint)\S*)/;

/** Git, with what may stand before its verb. */
const git = String.raw`git (?:-[Cc] \S{1,300} |--no-pager |-P )*`;

/** Verbs of git that change something; some only look where they name nothing. */
const changesGit = String.raw`(?:commit|push|merge|rebase|cherry-pick|revert|reset|checkout|switch|pull|restore|add|rm|mv|clone|init|am|apply|clean(?!.* (?:-\w*n|--dry-run))|stash(?! (?:list|show))|worktree (?:add|remove|move)|(?:branch|tag)(?= -[a-zA-Z]*[dDmMcCfasu]| --(?:delete|move|copy|set-upstream)| [^-]))(?![\w-])`;

/** Verbs of git that only look: many say no with their exit code. */
const looksInGit = String.raw`(?:blame|branch|cat-file|check-ignore|describe|diff|for-each-ref|grep|log|ls-files|ls-tree|merge-base|name-rev|rev-list|rev-parse|show|show-ref|status|tag|stash (?:list|show))(?![\w-])`;

const changing = new RegExp(
	String.raw`^(?:${git}${changesGit}|(?:gh (?:(?:pr|issue|release|repo) (?:create|merge|edit|close|comment|review)|workflow (?:run|enable|disable)|run (?:rerun|cancel|delete)|api .*(?:-X|--method)[ =]?(?:POST|PUT|DELETE|PATCH))|(?:npm|pnpm|yarn|bun)(?: --\S+)* (?:install|i|add|remove|uninstall|update|upgrade|publish|version|link|ci)\b|pip3? install|uv (?:add|sync|pip)|poetry (?:add|install|lock)|cargo (?:add|install|publish)|go (?:get|mod|install|generate)|mix (?:deps|ecto)|bundle (?:install|add)|gem install|apt(?:-get)? install|brew install|docker(?:-compose| compose)? (?:up|down|run|push|rm|exec|start|stop)|kubectl (?:apply|delete|create|rollout|scale)|terraform (?:apply|destroy|import)|(?:alembic|prisma|knex|sequelize|drizzle-kit|rails|rake|flyway|python3? manage\.py) .*(?:migrat|upgrade|generate|push|deploy)|systemctl|psql|mysql|sqlite3|redis-cli|rm|mv|cp|mkdir|touch|chmod|ln|sed -i|kill|pkill|curl .*-X ?(?:POST|PUT|DELETE|PATCH))\b)`,
);

/** Commands whose non-zero exit means "nothing found", not that something broke. */
export const asking = new RegExp(
	String.raw`^(?:${git}${looksInGit}|(?:grep|rg|egrep|fgrep|ag|diff|cmp|test|which|command|type|ls|cat|find|pgrep|lsof|ping|curl)\b|\[)`,
);

/** What a command is for. */
export function kindOf(command: SimpleCommand): CommandKind {
	if (isVerifying(command)) {
		return 'verifying';
	}
	return changing.test(inContainer(command.words.join(' '))) ? 'changing' : 'looking';
}

/** Whether a command checks the work: tests, type checks, linters, builds. */
export function isVerifying(command: SimpleCommand): boolean {
	return verifying.test(inContainer(command.words.join(' ')).replace(/^\S{0,200}\/\.?bin\//, ''));
}
