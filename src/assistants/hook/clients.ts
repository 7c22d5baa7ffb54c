import { pathsOf, type StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import { copilotFolder } from '../../transcripts/discovery/folders.ts';

/** An assistant that runs a command of ours while it works. */
export interface HookClient {
	/** As in `precis hook NAME`: the name of its session store. */
	readonly name: string;
	/** As people know it, and as the table of connectable assistants has it. */
	readonly label: string;
	/** When a session starts with a context that was compacted: at once, or when it is resumed. */
	readonly remindsAt: 'compact' | 'resume';
	/** Whether the file has the new summary by then. */
	readonly writesSummaryFirst: boolean;
	/** Whether what a hook before the compaction prints instructs the summary. */
	readonly takesFocus?: true;
	/** How it takes what is to be added to the context. */
	readonly context: (text: string) => object;
	/** Where a session lies, for clients that tell only its name. */
	readonly sessionFile?: (session: string, environment: StoreEnvironment) => string;
}

const sessionStart = (additionalContext: string): object => ({
	hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext },
});

/** All of them, by name. */
export const hookClients: readonly HookClient[] = [
	{
		name: 'claude-code',
		label: 'Claude Code',
		remindsAt: 'compact',
		writesSummaryFirst: false,
		takesFocus: true,
		context: sessionStart,
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
		context: (additionalContext) => ({ additionalContext }),
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
		name: 'qwen-code',
		label: 'Qwen Code',
		remindsAt: 'compact',
		writesSummaryFirst: true,
		context: sessionStart,
	},
];
