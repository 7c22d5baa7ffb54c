import { pathsOf, type StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import { clineSessions, copilotFolder, dataOf } from '../../transcripts/discovery/folders.ts';

/** An assistant that runs a command of ours while it works. */
export interface HookClient {
	/** As in `precis hook NAME`: the name of its session store. */
	readonly name: string;
	/** As people know it, and as the table of connectable assistants has it. */
	readonly label: string;
	/**
	 * When a session starts with a context that was compacted: at once, or when it is resumed. Absent:
	 * its context cannot be added to.
	 */
	readonly remindsAt?: 'compact' | 'resume';
	/** Whether the file has the new summary by then. */
	readonly writesSummaryFirst: boolean;
	/**
	 * The variable by which it names the plugin that a hook belongs to. The hooks of ours that come with the plugin run
	 * before a compaction only where the plugin does not compact itself.
	 */
	readonly pluginVariable?: string;
	/** How it takes what is to be added to the context. */
	readonly context: (text: string) => string;
	/** How it takes what a summary should keep; absent: it does not. */
	readonly focus?: (text: string) => string;
	/** Where a session lies, for clients that tell only its name. */
	readonly sessionFile?: (session: string, environment: StoreEnvironment) => string;
}

const plain = (text: string): string => `${text}\n`;

const sessionStart = (additionalContext: string): string =>
	`${JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } })}\n`;

function sharedDatabase(name: string): NonNullable<HookClient['sessionFile']> {
	return (_session, environment) =>
		pathsOf(environment).join(dataOf(name)(environment), `${name}.db`);
}

/** All of them, by name. */
export const hookClients: readonly HookClient[] = [
	{
		name: 'claude-code',
		label: 'Claude Code',
		remindsAt: 'compact',
		writesSummaryFirst: false,
		pluginVariable: 'CLAUDE_PLUGIN_ROOT',
		context: sessionStart,
		focus: plain,
	},
	{
		name: 'cline-sessions',
		label: 'Cline',
		remindsAt: 'compact',
		writesSummaryFirst: false,
		context: plain,
		sessionFile: (session, environment) =>
			pathsOf(environment).join(clineSessions(environment), session, `${session}.messages.json`),
	},
	{
		name: 'codex',
		label: 'Codex',
		remindsAt: 'compact',
		writesSummaryFirst: true,
		context: sessionStart,
	},
	{
		name: 'copilot-cli',
		label: 'Copilot CLI',
		remindsAt: 'resume',
		writesSummaryFirst: true,
		context: (additionalContext) => `${JSON.stringify({ additionalContext })}\n`,
		sessionFile: (session, environment) =>
			pathsOf(environment).join(
				copilotFolder(environment),
				'session-state',
				session,
				'events.jsonl',
			),
	},
	{
		name: 'gemini-cli',
		label: 'Gemini CLI',
		remindsAt: 'resume',
		writesSummaryFirst: true,
		context: sessionStart,
	},
	{
		name: 'kilo',
		label: 'Kilo',
		writesSummaryFirst: false,
		context: plain,
		focus: plain,
		sessionFile: sharedDatabase('kilo'),
	},
	{
		name: 'opencode',
		label: 'OpenCode',
		writesSummaryFirst: false,
		context: plain,
		focus: plain,
		sessionFile: sharedDatabase('opencode'),
	},
	{
		name: 'pi',
		label: 'Pi',
		remindsAt: 'compact',
		writesSummaryFirst: true,
		context: plain,
	},
	{
		name: 'qwen-code',
		label: 'Qwen Code',
		remindsAt: 'compact',
		writesSummaryFirst: true,
		context: sessionStart,
	},
];
