import { hasFields } from '../../../messages/json.ts';
import { CommandRun } from '../openAiChat/commandRuns.ts';
import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import type { PlacedRecord } from '../../bytes/jsonRecords.ts';
import { sessionReader, Session } from '../../building/sessionReader.ts';
import { contentOf } from '../openAiChat/messages.ts';
import { textOf, type Content } from '../../../messages/message.ts';
import type { Report } from '../../problems.ts';
import type { TranscriptReader } from '../../reader.ts';
import { taskWords } from '../../building/taskWords.ts';
import { callsOnFile, onFile, openFileIn, ownCommand, stateBlockAt } from './ownCommands.ts';
import { historyEntry, savedStep, type HistoryEntry, type Step } from './records.ts';

/** Whether a list is one of steps, or of messages. */
function holds(value: unknown, key: 'action' | 'role'): boolean {
	const [first] = Array.isArray(value) ? (value as readonly unknown[]) : [];
	return hasFields(first) && key in first;
}

/** What the user's role says, its block about the state as the program's. */
function withStateApart(content: Content): Content {
	if (typeof content !== 'string') {
		return content;
	}
	const at = stateBlockAt(content);
	return at === content.length
		? content
		: [
				{ type: 'text', text: content.slice(0, at) },
				{ type: 'text', text: content.slice(at + 1), origin: 'client' },
			];
}

/** One run, with the demonstrations it was shown. */
class TrajectoryRun extends Session {
	readonly #run = new CommandRun(this.log, withStateApart);
	#demonstration: string[] = [];
	#openFile: string | undefined;
	/** The command of the last message, where it stands in its text. */
	#lastCommand: string | undefined;
	#lastStep: Step | undefined;
	/** Steps taken: they are not among the messages that problems count. */
	#steps = 0;

	take({ value, position }: PlacedRecord): void {
		const report = this.log.problems.about(`Message ${position - this.#steps}`);
		const entry = historyEntry(value);
		const step = entry === undefined ? savedStep(value) : undefined;
		if (step !== undefined) {
			this.#lastStep = step;
			this.#steps += 1;
		} else if (entry === undefined) {
			report('it is no message of a history; it was left out');
		} else if (entry.isDemo) {
			const said = textOf(contentOf(entry.message, report));
			this.#demonstration.push(`[${entry.message.role}]\n${said}`);
		} else {
			this.#endDemonstration();
			this.#addEntry(entry, report);
		}
	}

	/** An edit names no file: it is made in the one that is open. */
	#addEntry({ message, command }: HistoryEntry, report: Report): void {
		this.#lastCommand = command?.text;
		if (command !== undefined) {
			const { thought, text } = command;
			const own = ownCommand(text) ?? { name: 'bash', values: { command: text } };
			const { name, values } = onFile(own, this.#openFile);
			this.#run.addCommand(thought, name, values);
		} else if (message.role === 'assistant') {
			this.#run.add(callsOnFile(message, this.#openFile), report);
		} else {
			this.#run.add(message, report);
			this.#openFile = openFileIn(textOf(contentOf(message, () => undefined)));
		}
	}

	override end(): void {
		this.#endDemonstration();
		this.#endCommand();
		this.log.title = taskWords(this.log.messages);
	}

	/** The output of the command that ended the run stands in its step alone. */
	#endCommand(): void {
		const step = this.#lastStep;
		if (step !== undefined && step.action.trim() === this.#lastCommand && this.log.awaitsResult) {
			this.#run.addEnd(step.observation, this.log.problems.about('The last step'));
		}
	}

	/**
	 * Ends a demonstration. It is one message of the program whoever speaks in it: nothing in it was
	 * said or done in this run.
	 */
	#endDemonstration(): void {
		if (this.#demonstration.length > 0) {
			this.#run.addFromProgram(this.#demonstration.join('\n\n'));
			this.#demonstration = [];
		}
	}
}

/**
 * SWE-agent's trajectories: of what they repeat, the history is what the model saw; of the steps, only
 * the output of the last is missing there.
 *
 * Stored: where a run was told to, `….traj`. Its version is not read.
 */
export const sweAgent: TranscriptReader = sessionReader({
	format: 'swe-agent',
	label: 'SWE-agent',
	holds: 'a SWE-agent trajectory',
	listKeys: ['trajectory', 'history'],
	detect(opening) {
		const text = opening.trimStart();
		const start = text.startsWith('{') ? parseJsonStart(text) : undefined;
		if (typeof start !== 'object' || start === null) {
			return false;
		}
		const { trajectory, history, environment } = start as Partial<Record<string, unknown>>;
		return holds(trajectory, 'action') || (environment !== undefined && holds(history, 'role'));
	},
	begin: (log) => new TrajectoryRun(log),
});
