import { type CommandLineClient, flags, platform } from './client.ts';
import { codexPatch } from './codexPatch.ts';
import { openCodeClients } from './openCodeClients.ts';
import { pi } from './piClient.ts';

/** Every client that is tested. */
export const commandLineClients: readonly CommandLineClient[] = [
	{
		label: 'Claude Code',
		package: ['@anthropic-ai/claude-code', '2.1.332'],
		program: `@anthropic-ai/claude-code-${platform}/claude`,
		env: ({ server }) => ({
			ANTHROPIC_BASE_URL: server,
			ANTHROPIC_API_KEY: 'sk-ant-fake',
			DISABLE_TELEMETRY: '1',
			DISABLE_AUTOUPDATER: '1',
			CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
			// Its servers are connected before the first request, and their tools are not looked up.
			MCP_CONNECTION_NONBLOCKING: 'false',
			ENABLE_TOOL_SEARCH: 'false',
		}),
		// At a terminal it asks for these first.
		files: ({ folder }) => ({
			'.claude.json': JSON.stringify({
				hasCompletedOnboarding: true,
				customApiKeyResponses: { approved: ['sk-ant-fake'] },
				projects: { [folder]: { hasTrustDialogAccepted: true } },
			}),
		}),
		turn: (words, continues) => [
			...(continues ? ['--continue'] : []),
			...flags('--model claude-sonnet-4-5 --output-format json'),
			'--allowed-tools',
			'Read,Bash,Edit,mcp__precis',
			'-p',
			words,
		],
		compact: [...flags('--continue --model claude-sonnet-4-5 --output-format json -p'), '/compact'],
		tools: ({ folder }) => ({
			read: (file) => ['Read', { file_path: `${folder}/${file}` }],
			run: (command) => ['Bash', { command, description: `Run ${command}` }],
			edit: (file, old_string, new_string) => [
				'Edit',
				{ file_path: `${folder}/${file}`, old_string, new_string },
			],
		}),
		session: '.claude/projects/*/*.jsonl',
	},
	{
		label: 'Codex',
		package: ['@openai/codex', '0.171.0'],
		program: '.bin/codex',
		env: ({ home }) => ({ CODEX_HOME: `${home}/.codex`, FAKE_KEY: 'sk-fake' }),
		files: ({ folder, server }) => ({
			'.codex/config.toml': [
				'model = "gpt-5.5"',
				'model_provider = "fake"',
				'approval_policy = "never"',
				'sandbox_mode = "danger-full-access"',
				'check_for_update_on_startup = false',
				'[model_providers.fake]',
				'name = "fake"',
				`base_url = "${server}/v1"`,
				'env_key = "FAKE_KEY"',
				'wire_api = "responses"',
				`[projects."${folder}"]`,
				'trust_level = "trusted"',
				'[analytics]',
				'enabled = false',
			].join('\n'),
		}),
		turn: (words, continues) => [
			...flags('exec --json'),
			...(continues ? ['resume', '--last'] : []),
			words,
		],
		tools: () => ({
			read: (file) => ['exec_command', { cmd: `cat ${file}` }],
			run: (cmd) => ['exec_command', { cmd }],
			edit: (file, before, after) => ['apply_patch', codexPatch(file, before, after)],
		}),
		unlistedSearch: { name: 'search_conversation', namespace: 'mcp__precis' },
		session: '.codex/sessions/*/*/*/rollout-*.jsonl',
	},
	{
		label: 'Cline',
		package: ['cline', '3.0.65'],
		program: '.bin/cline',
		env: () => ({
			CLINE_TELEMETRY_DISABLED: '1',
			DO_NOT_TRACK: '1',
			// By default, Cline drops a plugin that takes longer than 4 seconds to load, as on a busy machine.
			CLINE_PLUGIN_IMPORT_TIMEOUT_MS: '120000',
		}),
		files: () => ({}),
		setUp: ({ server }) => [...flags('auth -p openai -k sk-fake -m fake-model -b'), `${server}/v1`],
		turn: (words) => ['-P', 'openai', '-m', 'fake-model', '--json', words],
		oneTurn: true,
		tools: ({ folder }) => ({
			read: (file) => [
				'read_files',
				{ files: [{ path: `${folder}/${file}`, start_line: null, end_line: null }] },
			],
			run: (command) => ['run_commands', { commands: [command] }],
			edit: (file, old_text, new_text) => [
				'editor',
				{ path: `${folder}/${file}`, old_text, new_text },
			],
		}),
		session: '.cline/data/sessions/*/*.messages.json',
	},
	...openCodeClients,
	{
		label: 'Qwen Code',
		package: ['@qwen-code/qwen-code', '0.24.4'],
		program: '.bin/qwen',
		env: ({ server }) => ({
			OPENAI_API_KEY: 'sk-fake',
			OPENAI_BASE_URL: `${server}/v1`,
			OPENAI_MODEL: 'fake-model',
			QWEN_SANDBOX: 'false',
		}),
		files: () => ({
			'.qwen/settings.json': JSON.stringify({
				telemetry: { enabled: false },
				privacy: { usageStatisticsEnabled: false },
				general: { enableAutoUpdate: false },
				security: { auth: { selectedType: 'openai' } },
				model: { name: 'fake-model' },
				$version: 4,
			}),
		}),
		turn: (words, continues) => [
			...(continues ? ['-c'] : []),
			'-p',
			words,
			...flags('--approval-mode yolo --output-format json'),
		],
		tools: ({ folder }) => ({
			read: (file) => ['read_file', { file_path: `${folder}/${file}` }],
			run: (command) => [
				'run_shell_command',
				{ command, description: `Run ${command}`, is_background: false },
			],
			edit: (file, old_string, new_string) => [
				'edit',
				{ file_path: `${folder}/${file}`, old_string, new_string },
			],
		}),
		unlistedSearch: { name: 'mcp__precis__search_conversation' },
		session: '.qwen/projects/*/chats/*.jsonl',
	},
	{
		label: 'Gemini CLI',
		package: ['@google/gemini-cli', '0.61.0'],
		program: '.bin/gemini',
		env: ({ server }) => ({
			GEMINI_API_KEY: 'fake',
			GOOGLE_GEMINI_BASE_URL: server,
			GEMINI_SANDBOX: 'false',
			GEMINI_CLI_TRUST_WORKSPACE: 'true',
		}),
		files: () => ({
			'.gemini/settings.json': JSON.stringify({
				privacy: { usageStatisticsEnabled: false },
				telemetry: { enabled: false },
				general: { enableAutoUpdate: false },
				security: { auth: { selectedType: 'gemini-api-key' } },
				model: { name: 'gemini-2.5-pro' },
			}),
		}),
		turn: (words, continues) => [
			...flags('-m gemini-2.5-pro'),
			...(continues ? ['-r', 'latest'] : []),
			'-p',
			words,
			...flags('--approval-mode yolo -o json'),
		],
		tools: ({ folder }) => ({
			read: (file) => ['read_file', { file_path: file }],
			run: (command) => ['run_shell_command', { command, description: `Run ${command}` }],
			edit: (file, old_string, new_string) => [
				'replace',
				{ file_path: `${folder}/${file}`, old_string, new_string, instruction: 'edit' },
			],
		}),
		session: '.gemini/tmp/*/chats/session-*.jsonl',
	},
	{
		label: 'Copilot CLI',
		package: ['@github/copilot', '1.0.102'],
		program: '.bin/copilot',
		env: ({ server }) => ({
			COPILOT_AUTO_UPDATE: 'false',
			COPILOT_OFFLINE: 'true',
			COPILOT_PROVIDER_BASE_URL: `${server}/v1`,
			COPILOT_PROVIDER_API_KEY: 'sk-fake',
			COPILOT_MODEL: 'fake-model',
			COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '100000',
			COPILOT_ALLOW_ALL: 'true',
		}),
		files: () => ({}),
		turn: (words, continues) => [
			...(continues ? ['--continue'] : []),
			'-p',
			words,
			...flags('--output-format json'),
		],
		compact: flags('--continue --output-format json -p /compact'),
		tools: ({ folder }) => ({
			read: (file) => ['view', { path: `${folder}/${file}` }],
			run: (command) => ['bash', { command, description: `Run ${command}` }],
			edit: (file, old_str, new_str) => ['edit', { path: `${folder}/${file}`, old_str, new_str }],
		}),
		session: '.copilot/session-state/*/events.jsonl',
	},
	pi,
];
