import {
	folderOf,
	pathsOf,
	sharedData,
	type StoreEnvironment,
} from '../../transcripts/discovery/environment.ts';

/** Where assistants keep their settings, with the variables that move them. */

/** A folder of an assistant, which is there where the assistant was used. */
export type Folder = (environment: StoreEnvironment) => string;

/** A configuration file that lies in such a folder. */
export function fileIn(folder: Folder, ...steps: readonly [string, ...string[]]) {
	const files = (environment: StoreEnvironment): readonly [string] => [
		pathsOf(environment).join(folder(environment), ...steps),
	];
	return { folder, files };
}

/** Of programs that keep what they store where the platform has it. */
export function dataOf(program: string): Folder {
	return (environment) => pathsOf(environment).join(sharedData(environment), program);
}

/** Of the programs that keep their settings where the platform has them. */
export function configured(environment: StoreEnvironment, ...steps: readonly string[]): string {
	return pathsOf(environment).join(folderOf(environment, ['XDG_CONFIG_HOME'], '.config'), ...steps);
}

/** Of Codex. */
export const codexHome = (environment: StoreEnvironment): string =>
	folderOf(environment, ['CODEX_HOME'], '.codex');

/** Of Gemini CLI. */
export const geminiFolder = (environment: StoreEnvironment): string =>
	pathsOf(environment).join(folderOf(environment, ['GEMINI_CLI_HOME']), '.gemini');

/** Of Qwen Code. */
export const qwenFolder = (environment: StoreEnvironment): string =>
	folderOf(environment, ['QWEN_HOME'], '.qwen');

/** Of Copilot CLI. */
export const copilotFolder = (environment: StoreEnvironment): string =>
	folderOf(environment, ['COPILOT_HOME'], '.copilot');

/** Of Claude Code. */
export const claudeFolder = (environment: StoreEnvironment): string =>
	folderOf(environment, ['CLAUDE_CONFIG_DIR'], '.claude');

/** Of Pi. */
export const piFolder = (environment: StoreEnvironment): string =>
	folderOf(environment, ['PI_CODING_AGENT_DIR'], '.pi', 'agent');
