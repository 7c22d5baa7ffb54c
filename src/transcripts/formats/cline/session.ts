import { reportNewer } from '../../building/knownVersions.ts';
import { Session, type SessionFile } from '../../building/sessionReader.ts';
import { firstWords } from '../../building/titles.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import type { DocumentFields, PlacedRecord } from '../../bytes/records.ts';
import { readSidecar } from './readSidecar.ts';
import { wrappedWords } from './wrappedWords.ts';
import { taskMessage } from './records.ts';
import { taskSidecars, type TaskSidecars } from './sidecars.ts';
import { TaskLog } from './taskLog.ts';
import { besideMessages, clineCompaction, type ClineCompaction } from './compaction.ts';

/** The newest version of a session's document this reader was written for. */
const knownVersion = '1';

/** Stands for the messages that Cline took out of its context where it left no word about it. */
const withoutNotice = 'Cline took these messages out of its context without a summary.';

/** What lies beside a task's history or a session. */
interface ClineSidecars extends TaskSidecars {
	readonly compaction: ClineCompaction | undefined;
	/** What was asked, where a newer session tells. */
	readonly prompt: unknown;
}

/** Reads what lies beside the messages. */
export async function clineSidecars(
	log: TranscriptLog,
	{ source, signal }: SessionFile,
): Promise<ClineSidecars> {
	const { problems } = log;
	const sidecars = await taskSidecars(source, problems, signal);
	const compaction = await clineCompaction(source, problems, signal);
	const manifest = besideMessages(source, '.json');
	const about = manifest && (await readSidecar(source, manifest, { problems, signal }));
	return { ...sidecars, compaction, prompt: (about || undefined)?.get('prompt') };
}

/** What was asked, as a file beside the messages tells: as it was typed, or as it was sent. */
function typedWords(asked: unknown): string {
	const text = typeof asked === 'string' ? asked.trim() : '';
	return wrappedWords(text)?.words ?? text;
}

/**
 * Collects a task's history, and remembers which of our messages the saved ones became: what Cline
 * keeps beside the history counts those.
 */
export class ClineSession extends Session {
	readonly #beside: ClineSidecars;
	readonly #task: TaskLog;
	/** For each saved message the number of ours that stood before it. */
	readonly #starts: number[] = [];
	#isPrompted = false;

	constructor(log: TranscriptLog, beside: ClineSidecars) {
		super(log);
		this.#beside = beside;
		this.#task = new TaskLog(log);
	}

	take({ value, position, fields }: PlacedRecord): void {
		this.#prompt(fields);
		this.#starts.push(this.#task.boundary());
		const message = taskMessage(value);
		if (message === undefined) {
			const what = `Message ${position} is no message of Cline; it was left out.`;
			this.log.problems.add(1, what);
		} else if (message.metadata?.kind === 'compaction_summary') {
			this.#task.addSummary(message.metadata.summary ?? message.content, position);
		} else if (message.isSummary || message.isTruncationMarker) {
			this.#task.addSummary(message.content, position);
		} else {
			this.#task.add(message, position);
		}
	}

	override end(fields: DocumentFields): void {
		const { task, prompt, version: program, compaction } = this.#beside;
		const version = fields.get('version');
		reportNewer(String(version ?? ''), knownVersion, 1, this.log.problems);
		if (compaction === undefined) {
			this.#deletion();
		} else {
			this.#projection(compaction, fields);
		}
		this.#prompt(fields);
		this.#task.end();
		this.log.version = program ?? (version === undefined ? undefined : String(version));
		const words = firstWords([{ role: 'user', content: typedWords(task ?? prompt) }]);
		this.log.title = words || this.#task.title;
	}

	/** In a file that is streamed, what stands behind the messages is known only then. */
	#prompt(fields: DocumentFields): void {
		const prompt = this.#isPrompted ? undefined : fields.get('system_prompt');
		if (typeof prompt === 'string') {
			this.#isPrompted = true;
			this.log.system(prompt);
		}
	}

	/** The number of our messages before a saved one; all of them where there is no such. */
	#before(saved: number): number {
		return this.#starts[saved] ?? this.#task.boundary();
	}

	/** The messages that the older Cline took out of its context; the first two always stay. */
	#deletion(): void {
		const { deletedTo, notice: summary = withoutNotice } = this.#beside;
		if (deletedTo !== undefined && deletedTo >= 2 && deletedTo <= this.#starts.length - 2) {
			const end = this.#before(deletedTo + 1);
			this.log.compacted({ start: this.#before(2), end, summary });
		}
	}

	/** The compaction of a newer session, if it is of this state of it. */
	#projection(compaction: ClineCompaction, fields: DocumentFields): void {
		const { summary, messages, kept, conversation } = compaction;
		const id = fields.get('sessionId');
		const isOther = conversation !== undefined && id !== undefined && conversation !== id;
		if (isOther || messages > this.#starts.length || messages < kept) {
			this.log.problems.add(
				1,
				'The compaction beside the session is of another state of it; it was left out.',
			);
			return;
		}
		const at = this.#before(messages);
		this.log.compacted({ end: this.#before(messages - kept), at, summary });
	}
}
