import { folderOf, pathsOf, sharedData, type StoreEnvironment } from './environment.ts';

/** Where assistants store sessions and settings, with the variables that change it. */

/** Finds a folder of an assistant; the folder exists if the assistant was used. */
export type Folder = (environment: StoreEnvironment) => string;

/** A folder in one of these variables, otherwise in the home folder. */
export function named(variables: readonly string[], ...fallback: readonly string[]): Folder {
	return (environment) => folderOf(environment, variables, ...fallback);
}

/** A folder within another, unless a variable changes it. */
function within(folder: Folder, name: string, variable = ''): Folder {
	return (environment) =>
		environment.variables[variable]
			? folderOf(environment, [variable])
			: pathsOf(environment).join(folder(environment), name);
}

/** For programs that store data in the platform's usual folder. */
export function dataOf(program: string): Folder {
	return (environment) => pathsOf(environment).join(sharedData(environment), program);
}

/** Of Claude Code. */
export const claudeFolder = named(['CLAUDE_CONFIG_DIR'], '.claude');

/** Of Codex. */
export const codexHome = named(['CODEX_HOME'], '.codex');

/** Of Copilot CLI. */
export const copilotFolder = named(['COPILOT_HOME'], '.copilot');

/** Of Gemini CLI. */
export const geminiFolder = within(named(['GEMINI_CLI_HOME']), '.gemini');

/** Of Pi. */
export const piFolder = named(['PI_CODING_AGENT_DIR'], '.pi', 'agent');

/** Of Qwen Code, with its settings; its sessions may be elsewhere. */
export const qwenFolder = named(['QWEN_HOME'], '.qwen');

/** Where Cline stores sessions and settings outside of editors. */
export const clineData = within(named(['CLINE_DIR'], '.cline'), 'data', 'CLINE_DATA_DIR');

/** Where Cline stores sessions, each in its own folder. */
export const clineSessions = within(clineData, 'sessions', 'CLINE_SESSION_DATA_DIR');

/** Hermes follows the platform's convention only on Windows. */
export const hermesHome: Folder = (environment) => {
	const { platform, variables } = environment;
	const local = variables['LOCALAPPDATA'];
	return !variables['HERMES_HOME'] && platform === 'win32' && local !== undefined
		? pathsOf(environment).join(local, 'hermes')
		: folderOf(environment, ['HERMES_HOME'], '.hermes');
};
