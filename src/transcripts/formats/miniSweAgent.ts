import { hasFields } from '../../messages/json.ts';
import { CommandRun } from './openAiChat/commandRuns.ts';
import type { DocumentFields } from '../bytes/jsonElements.ts';
import { parseJsonStart } from '../bytes/jsonPieces.ts';
import type { PlacedRecord } from '../bytes/jsonRecords.ts';
import { reportNewer } from '../building/knownVersions.ts';
import { sessionReader, Session } from '../building/sessionReader.ts';
import { savedMessage, type SavedMessage } from './openAiChat/records.ts';
import type { Report } from '../problems.ts';
import type { TranscriptReader } from '../reader.ts';
import { taskWords } from '../building/taskWords.ts';

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
	return hasFields(info) && 'exit_status' in info && 'submission' in info;
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
	run.addCommand(said.trim(), 'bash', { command: command[1] ?? '' });
}

/** Collects a trajectory. */
class Trajectory extends Session {
	readonly #run = new CommandRun(this.log);

	take({ value, position }: PlacedRecord): void {
		const report = this.log.problems.about(`Message ${position}`);
		const saved = savedMessage(value);
		if (saved === undefined) {
			report('it is no chat message; it was left out');
		} else {
			addTo(this.#run, saved, report);
		}
	}

	override end(fields: DocumentFields): void {
		const name = String(fields.get('instance_id') ?? '');
		this.log.title = [name, taskWords(this.log.messages)].filter(Boolean).join(': ');
		const format = fields.get('trajectory_format');
		if (typeof format === 'string') {
			this.log.version = format.replace(formatName, '');
			reportNewer(this.log.version, knownVersion, 1, this.log.problems);
		}
	}
}

/**
 * mini-SWE-agent's trajectories, and the bare lists of messages it saved before it had a format.
 *
 * Stored: where a run was told to, `….traj.json`. Seen: 1 of the format, and lists before it.
 */
export const miniSweAgent: TranscriptReader = sessionReader({
	format: 'mini-swe-agent',
	label: 'mini-SWE-agent',
	holds: 'a mini-SWE-agent trajectory',
	listKeys: ['messages'],
	detect(opening) {
		const text = opening.trimStart();
		const start = /^[[{]/.test(text) ? parseJsonStart(text) : undefined;
		if (Array.isArray(start)) {
			return start.some((value) => isOutput(value));
		}
		return hasFields(start) && isTrajectory(start);
	},
	begin: (log) => new Trajectory(log),
});
