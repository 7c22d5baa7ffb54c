import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathsOf, type StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import { copilotFolder } from '../../transcripts/discovery/folders.ts';

/** An assistant that runs our hook. */
export interface HookClient {
	/** As in `precis hook NAME`: the name of its session store. */
	readonly name: string;
	/** Display name, as in the table of connectable parts. */
	readonly label: string;
	/** The kind of session start at which the context is compacted: after a compaction, or when a session is resumed. */
	readonly remindsAt: 'compact' | 'resume';
	/** Whether the session's file already contains the new summary at that time. */
	readonly writesSummaryFirst: boolean;
	/** The output of a hook before a compaction becomes instructions for the summary. */
	readonly takesFocus?: true;
	/** Formats an addition to the context. */
	readonly context: (text: string) => object;
	/** The path of a session's file, for clients that report only the session's name. */
	readonly sessionFile?: (session: string, environment: StoreEnvironment) => string;
	/** The session's file, for clients that report another file than the resumed one. */
	readonly resumedFile?: (reported: string) => Promise<string>;
	/** Environment variable with the session's name, in programs that the client starts. */
	readonly sessionVariable?: string;
}

const sessionStart = (additionalContext: string): object => ({
	hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext },
});

/** All supported clients, by name. */
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
		resumedFile: largestSessionFile,
	},
	{
		name: 'qwen-code',
		label: 'Qwen Code',
		remindsAt: 'compact',
		writesSummaryFirst: true,
		context: sessionStart,
	},
];

/**
 * Gemini CLI names files after the minute and reports the file that it would create now. A resumed session continues in
 * an earlier and larger file with the same id.
 */
async function largestSessionFile(reported: string): Promise<string> {
	const folder = path.dirname(reported);
	const [ending] = /-[^-]+$/.exec(path.basename(reported)) ?? [];
	if (ending === undefined) {
		return reported;
	}
	const names = await readdir(folder).catch((): string[] => []);
	const files = names
		.filter((name) => name.endsWith(ending))
		.map(async (name) => {
			const file = path.join(folder, name);
			const stats = await stat(file).catch(() => undefined);
			return { file, size: stats?.size ?? 0 };
		});
	const [largest] = (await Promise.all(files)).toSorted((one, other) => other.size - one.size);
	return largest?.file ?? reported;
}

/** A valid session name: one path segment that does not lead to another folder. */
export const sessionName = /^(?!\.+$)[\w.-]{1,200}$/;

/** The session in which an assistant started this process, if known. */
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
