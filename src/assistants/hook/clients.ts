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
	/** Where a session lies, for clients that report only its name. */
	readonly sessionFile?: (session: string, environment: StoreEnvironment) => string;
	/** Variable that names its session to programs that it starts. */
	readonly sessionVariable?: string;
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
		sessionVariable: 'COPILOT_AGENT_SESSION_ID',
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

/** Part of a path, and nothing that leads elsewhere. */
export const sessionName = /^(?!\.+$)[\w.-]{1,200}$/;

/** The session in which an assistant started this process, where it says so. */
export function startingSession(
	environment: StoreEnvironment,
): { readonly client: string; readonly path: string } | undefined {
	for (const { name, sessionVariable = '', sessionFile } of hookClients) {
		const session = environment.variables[sessionVariable] ?? '';
		if (sessionFile !== undefined && sessionName.test(session)) {
			return { client: name, path: sessionFile(session, environment) };
		}
	}
	return undefined;
}
