import { CommandRun } from '../openAiChat/commandRuns.ts';
import { JsonDocument } from '../../bytes/jsonDocument.ts';
import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import type { Report } from '../messageLists/conversations.ts';
import { oneConversation } from '../../building/oneConversation.ts';
import { contentOf } from '../openAiChat/messages.ts';
import { textOf } from '../../../messages/message.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptReader } from '../../reader.ts';
import { taskWords } from '../../building/taskWords.ts';
import { historyEntry, type HistoryEntry } from './records.ts';

const label = 'a SWE-agent trajectory';

/** Whether a list is one of steps, or of messages. */
function holds(value: unknown, key: 'action' | 'role'): boolean {
	const [first] = Array.isArray(value) ? (value as readonly unknown[]) : [];
	return typeof first === 'object' && first !== null && key in first;
}

/** One run, with the demonstrations it was shown. */
class TrajectoryRun {
	readonly run = new CommandRun();
	#demonstration: string[] = [];

	add({ message, isDemo, command }: HistoryEntry, report: Report): void {
		if (isDemo) {
			this.#demonstration.push(`[${message.role}]\n${textOf(contentOf(message, report))}`);
			return;
		}
		this.close();
		if (command === undefined) {
			this.run.add(message, report);
		} else {
			this.run.addCommand(command.thought, command.text);
		}
	}

	/**
	 * Ends a demonstration. It is one message of the program whoever speaks in it: nothing in it was
	 * said or done in this run.
	 */
	close(): void {
		if (this.#demonstration.length > 0) {
			this.run.addFromProgram(this.#demonstration.join('\n\n'));
			this.#demonstration = [];
		}
	}
}

/**
 * SWE-agent's trajectories: of what they repeat, the history is what the model saw.
 *
 * Stored: where a run was told to, `….traj`. Its version is not read.
 */
export const sweAgent: TranscriptReader = {
	format: 'swe-agent',
	label: 'SWE-agent',
	detect(opening) {
		const text = opening.trimStart();
		const start = text.startsWith('{') ? parseJsonStart(text) : undefined;
		if (typeof start !== 'object' || start === null) {
			return false;
		}
		const { trajectory, history, environment } = start as Partial<Record<string, unknown>>;
		return holds(trajectory, 'action') || (environment !== undefined && holds(history, 'role'));
	},
	async read(source, signal) {
		const problems = new ProblemList();
		const trajectory = new TrajectoryRun();
		const document = new JsonDocument(source, problems, { listKeys: ['history'], signal });
		for await (const { value, position } of document.elements()) {
			const report = (message: string): void => problems.add(1, `Message ${position}: ${message}.`);
			const entry = historyEntry(value);
			if (entry === undefined) {
				report('it is no message of a history; it was left out');
			} else {
				trajectory.add(entry, report);
			}
		}
		trajectory.close();
		const { messages } = trajectory.run;
		const found = { format: 'swe-agent', label, title: taskWords(messages), messages } as const;
		return oneConversation(source, found, problems);
	},
};
