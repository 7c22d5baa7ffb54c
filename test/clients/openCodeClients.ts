import { type CommandLineClient, flags, type Place, platform } from './client.ts';
import type { ClientTools } from './scriptedSession.ts';

/**
 * Files of OpenCode and of Kilo, which is made of it. With a plugin, every start would first install a package into its
 * folder, unless that is there.
 */
const openCodeFiles = (
	name: string,
	plugin: string,
	{ server }: Place,
): Readonly<Record<string, string>> => ({
	[`.config/${name}/node_modules/.keep`]: '',
	[`.config/${name}/package-lock.json`]: JSON.stringify({
		packages: { '': { dependencies: { [plugin]: '*' } } },
	}),
	[`.config/${name}/${name}.json`]: JSON.stringify({
		model: 'fake/fake-model',
		small_model: 'fake/fake-model',
		autoupdate: false,
		// Nothing undoes a change of the repository.
		snapshot: false,
		share: 'disabled',
		provider: {
			fake: {
				npm: '@ai-sdk/openai-compatible',
				name: 'Fake',
				options: { baseURL: `${server}/v1`, apiKey: 'sk-fake' },
				models: { 'fake-model': { name: 'Fake', limit: { context: 100_000, output: 8_000 } } },
			},
		},
		permission: { '*': 'allow', bash: 'allow' },
	}),
});

const openCodeTools = ({ folder }: Place): ClientTools => ({
	read: (file) => ['read', { filePath: `${folder}/${file}` }],
	run: (command) => ['bash', { command, description: `Run ${command}` }],
	edit: (file, oldString, newString) => [
		'edit',
		{ filePath: `${folder}/${file}`, oldString, newString },
	],
});

/** OpenCode, and Kilo, which is made of it. */
export const openCodeClients: readonly CommandLineClient[] = [
	{
		label: 'OpenCode',
		package: ['opencode-ai', '1.18.33'],
		program: `opencode-${platform}/bin/opencode`,
		env: () => ({
			OPENCODE_DISABLE_AUTOUPDATE: '1',
			OPENCODE_DISABLE_MODELS_FETCH: '1',
			OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
		}),
		files: (place) => openCodeFiles('opencode', '@opencode-ai/plugin', place),
		turn: (words, continues) => [
			...flags('run --format json'),
			...(continues ? ['--continue'] : []),
			words,
		],
		quotes: true,
		hidesExit: true,
		tools: openCodeTools,
		session: '.local/share/opencode/opencode.db',
	},
	{
		label: 'Kilo',
		// The package of this platform: the one that chooses among them has none for Linux any more.
		package: [`@kilocode/cli-${platform}`, '7.7.9'],
		program: `@kilocode/cli-${platform}/bin/kilo`,
		env: () => ({
			KILO_DISABLE_AUTOUPDATE: '1',
			KILO_DISABLE_MODELS_FETCH: '1',
			KILO_DISABLE_LSP_DOWNLOAD: '1',
		}),
		files: (place) => openCodeFiles('kilo', '@kilocode/plugin', place),
		turn: (words, continues) => [
			...flags('run --auto --format json -m fake/fake-model'),
			...(continues ? ['--continue'] : []),
			words,
		],
		quotes: true,
		hidesExit: true,
		tools: openCodeTools,
		session: '.local/share/kilo/kilo.db',
	},
];
