import { CommandRun } from './openAiChat/commandRuns.ts';
import { JsonDocument } from '../bytes/jsonDocument.ts';
import type { DocumentFields } from '../bytes/jsonElements.ts';
import { parseJsonStart } from '../bytes/jsonPieces.ts';
import { reportNewer } from '../building/knownVersions.ts';
import type { Report } from './messageLists/conversations.ts';
import { oneConversation } from '../building/oneConversation.ts';
import { savedMessage, type SavedMessage } from './openAiChat/records.ts';
import { ProblemList } from '../problems.ts';
import type { TranscriptReader } from '../reader.ts';
import { taskWords } from '../building/taskWords.ts';

const label = 'a mini-SWE-agent trajectory';

/** How the file names its own format; the rest is the version. */
const formatName = 'mini-swe-agent-';

/** The newest version of the format that is known; later ones may hold more. */
const knownVersion = '1.1';

/** The one command of a message; the agent refuses messages with none or several. */
const fence = /```(?:bash|mswea_bash_command)[ \t]*\r?\n([\s\S]*?)\r?\n[ \t]*```/g;

/** How the output of a command begins, in the user's role. */
const outputStart = /^\s*<returncode>/;

function isOutput(value: unknown): boolean {
	const saved = savedMessage(value);
	return (
		saved?.role === 'user' && typeof saved.content === 'string' && outputStart.test(saved.content)
	);
}

/** Whether an object is the start of a trajectory; what was submitted may hide all that follows. */
function isTrajectory(value: object): boolean {
	if ('trajectory_format' in value) {
		const format = value.trajectory_format;
		return typeof format === 'string' && format.startsWith(formatName);
	}
	const info = 'info' in value && !('trajectory' in value) ? value.info : undefined;
	return typeof info === 'object' && info !== null && 'exit_status' in info && 'submission' in info;
}

function addTo(run: CommandRun, saved: SavedMessage, report: Report): void {
	const { role, content } = saved;
	if (role === 'exit') {
		run.addEnd(typeof content === 'string' ? content : '', report);
		return;
	}
	const text = typeof content === 'string' ? content : '';
	const callsTools = (saved.tool_calls ?? []).length > 0;
	const [command, ...others] = role === 'assistant' && !callsTools ? [...text.matchAll(fence)] : [];
	if (command === undefined || others.length > 0) {
		run.add(saved, report);
		return;
	}
	const said = text.slice(0, command.index) + text.slice(command.index + command[0].length);
	run.addCommand(said.trim(), command[1] ?? '');
}

function versionOf(fields: DocumentFields): string | undefined {
	const format = fields.get('trajectory_format');
	return typeof format === 'string' ? format.replace(formatName, '') : undefined;
}

/**
 * mini-SWE-agent's trajectories, and the bare lists of messages it saved before it had a format.
 *
 * Stored: where a run was told to, `….traj.json`. Seen: 1 of the format, and lists before it.
 */
export const miniSweAgent: TranscriptReader = {
	format: 'mini-swe-agent',
	label: 'mini-SWE-agent',
	detect(opening) {
		const text = opening.trimStart();
		const start = /^[[{]/.test(text) ? parseJsonStart(text) : undefined;
		if (Array.isArray(start)) {
			return start.some((value) => isOutput(value));
		}
		return typeof start === 'object' && start !== null && isTrajectory(start);
	},
	async read(source, signal) {
		const problems = new ProblemList();
		const run = new CommandRun();
		const document = new JsonDocument(source, problems, { listKeys: ['messages'], signal });
		for await (const { value, position } of document.elements()) {
			const report = (message: string): void => problems.add(1, `Message ${position}: ${message}.`);
			const saved = savedMessage(value);
			if (saved === undefined) {
				report('it is no chat message; it was left out');
			} else {
				addTo(run, saved, report);
			}
		}
		const { messages } = run;
		const name = String(document.fields.get('instance_id') ?? '');
		const title = [name, taskWords(messages)].filter(Boolean).join(': ');
		const version = versionOf(document.fields);
		reportNewer(version ?? '', knownVersion, 1, problems);
		return oneConversation(
			source,
			{ format: 'mini-swe-agent', label, version, title, messages },
			problems,
		);
	},
};
