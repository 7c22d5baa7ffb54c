import { defineConfig, type OxlintOverride } from 'oxlint';

const named = (text: string): readonly string[] => text.trim().split(/\s+/);

const engine = named('messages redaction summary compaction');
const core = [...engine, 'models', 'transcripts', 'conversations'];

/** The layers of `src/`: what each may import of the others, and of the world. Nothing: not even a clock. */
const layers: readonly (readonly [string, readonly string[], 'nothing' | 'packages' | 'Node'])[] = [
	['messages', [], 'nothing'],
	['redaction', [], 'nothing'],
	['summary', ['messages', 'redaction'], 'nothing'],
	['compaction', ['messages', 'redaction', 'summary'], 'nothing'],
	['models', ['messages', 'redaction', 'summary'], 'Node'],
	['transcripts', ['messages'], 'Node'],
	['conversations', [...engine, 'models', 'transcripts'], 'Node'],
	['git', ['messages', 'redaction', 'summary'], 'Node'],
	['protocol', core, 'packages'],
	['worker', [...core, 'git', 'protocol'], 'Node'],
	['panel', ['protocol'], 'packages'],
	['cli', [...core, 'worker', 'assistants'], 'Node'],
	['assistants', [...core, 'protocol', 'worker'], 'Node'],
];

/** The folders of `src/vscode/`: each may import those before it. Its own files stand at the dot. */
const rooms = named(`worker . settings conversations documents status models api
	provider participant panel transcripts commands`);

const errors = named(`import/no-default-export typescript/no-explicit-any no-console no-empty
	typescript/no-non-null-assertion typescript/no-floating-promises typescript/no-misused-promises
	typescript/await-thenable typescript/only-throw-error typescript/consistent-type-imports
	typescript/prefer-readonly typescript/ban-ts-comment typescript/no-unsafe-argument
	typescript/no-unsafe-assignment typescript/no-unsafe-call typescript/no-unsafe-member-access
	typescript/no-unsafe-return no-var prefer-const`);
const off = named(`import/no-unassigned-import typescript/return-await no-underscore-dangle
	no-await-in-loop unicorn/consistent-function-scoping unicorn/no-array-sort no-shadow
	unicorn/no-array-reverse typescript/no-unsafe-type-assertion unicorn/prefer-set-has
	no-control-regex promise/always-return unicorn/require-post-message-target-origin
	typescript/consistent-return consistent-return`);
/** What pure code would reach the world with. */
const impure = named(`process fetch setTimeout setInterval setImmediate queueMicrotask crypto
	performance Date Buffer console`);
/** What some editors lack of VS Code's API. */
const lacking = named(`lm chat ChatRequestTurn ChatResponseMarkdownPart LanguageModelChatMessage
	LanguageModelChatMessageRole LanguageModelChatToolMode LanguageModelDataPart LanguageModelError
	LanguageModelPromptTsxPart LanguageModelTextPart LanguageModelToolCallPart
	LanguageModelToolResult LanguageModelToolResultPart McpStdioServerDefinition`);

interface Ban {
	regex: string;
	message: string;
	allowTypeImports?: boolean;
}

const ban = (message: string, regex: string): Ban => ({ regex, message });
const openai = ban('Only the OpenAI adapter imports openai.', '^openai(/|$)');
const sqlite = ban('Only the store and the read-only port import node:sqlite.', '^node:sqlite$');
const vscode = ban('Only src/vscode and src/extension.ts import vscode.', '^vscode$');
const roots = ban('A composition root.', '/(extension|cli|mcp|workerHost)\\.ts$|(^|/)cli/');
const world = {
	nothing: [ban('This layer is pure: no packages, no Node.', '^[^.]')],
	packages: [ban('This layer does no I/O.', '^node:'), vscode],
	Node: [vscode],
};

/** What a layer may not import, but for `openai` and `node:sqlite`, which have places of their own. */
function bansOf(layer: string): Ban[] {
	const [, imports, besides] = layers.find(([name]) => name === layer) ?? ['', [], 'nothing'];
	const others = [...layers.map(([name]) => name), 'vscode'].filter(
		(name) => name !== layer && name !== 'cli' && !imports.includes(name),
	);
	const message = `src/${layer} may import ${imports.join(', ') || 'no other layer'}.`;
	const outside = ban(message, String.raw`(^|/)\.\.?/(.*/)?(${others.join('|')})/`);
	return [outside, ...world[besides], ...(layer === 'cli' ? [] : [roots])];
}

/** What a room may not import. Some are called like layers, which lie outside of `src/vscode/`. */
function bansOfRoom(room: string): Ban[] {
	const [here, out] = room === '.' ? ['\\./', '\\.\\./'] : ['\\.\\./', '\\.\\./\\.\\./'];
	const later = rooms.slice(rooms.indexOf(room) + 1);
	const places = later.map((name) => (name === '.' ? '[^/]+\\.ts$' : `${name}/`)).join('|');
	const order = ban(
		'A room imports those before it.',
		places === '' ? '^$' : `^${here}(${places})`,
	);
	return [order, ban('It runs in a page.', `^${out}(panel|vscode)/`), roots, openai, sqlite];
}

function only(files: string, rules: NonNullable<OxlintOverride['rules']>): OxlintOverride {
	return { files: [files], rules };
}

const forbid = (files: string, patterns: Ban[]): OxlintOverride =>
	only(files, { 'no-restricted-imports': ['error', { patterns }] });

const typesOnly = { ...openai, allowTypeImports: true };
const missing = { object: 'vscode', message: 'Only src/vscode/hostApi.ts asks for what may lack.' };

export default defineConfig({
	plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise'],
	categories: { correctness: 'error', suspicious: 'error', perf: 'off' },
	env: { builtin: true },
	ignorePatterns: ['dist', 'out', 'media', '.vscode-test', 'test/fixtures'],
	rules: {
		...Object.fromEntries(errors.map((name) => [name, 'error'])),
		...Object.fromEntries(off.map((name) => [name, 'off'])),
		'import/no-cycle': ['error', { ignoreTypes: false }],
		'typescript/switch-exhaustiveness-check': [
			'error',
			{ considerDefaultExhaustiveForUnions: true },
		],
		eqeqeq: ['error', 'always'],
		curly: ['error', 'all'],
	},
	overrides: [
		...layers.map(([layer]) =>
			forbid(`src/${layer}{.ts,/**/*.{ts,tsx}}`, [...bansOf(layer), openai, sqlite]),
		),
		forbid('src/models/openai/**/*.ts', [...bansOf('models'), sqlite, typesOnly]),
		forbid('src/models/openai/transport.ts', [...bansOf('models'), sqlite]),
		forbid('src/transcripts/bytes/sqlite/database.ts', [...bansOf('transcripts'), openai]),
		forbid('src/conversations/store/**/*.ts', [...bansOf('conversations'), openai]),
		...rooms.map((room) => forbid(`src/vscode/${room}/*.ts`.replace('/./', '/'), bansOfRoom(room))),
		only(`src/{${engine.join(',')}}/**/*.ts`, { 'no-restricted-globals': ['error', ...impure] }),
		only('src/{vscode/**/*,extension}.ts', {
			'no-restricted-properties': [
				'error',
				...lacking.map((property) => ({ ...missing, property })),
			],
		}),
		only('src/vscode/hostApi.ts', { 'no-restricted-properties': 'off' }),
		only('{test/**/*,bench/**/*,src/cli}.ts', { 'no-console': 'off' }),
		only('oxlint.config.ts', { 'import/no-default-export': 'off' }),
	],
});
