import { hasFields } from '../../../messages/json.ts';
import { reportNewer } from '../../building/knownVersions.ts';
import { linesReader, Session } from '../../building/sessionReader.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { abandoned } from '../../problems.ts';
import type { PlacedRecord } from '../../bytes/records.ts';
import type { TranscriptFormat, TranscriptReader } from '../../reader.ts';
import { outlineOf, type Outline } from './outline.ts';
import { piEntry, piMessage } from './records.ts';
import { PiSession } from './session.ts';

/** Versions of the format that are known; the first did not name itself. */
const newestVersion = '3';

/** Kinds of line that are part of a conversation. */
const spoken: readonly string[] = ['message', 'custom_message', 'branch_summary'];

/** Reads what lies on the path of a session. */
class PiPath extends Session {
	readonly #session: PiSession;
	readonly #outline: Outline;
	readonly #keptFrom: ReadonlySet<number>;
	#abandoned = 0;
	#firstAbandoned = 0;

	constructor(log: TranscriptLog, outline: Outline) {
		super(log);
		this.#session = new PiSession(log);
		this.#outline = outline;
		this.#keptFrom = new Set(outline.kept.values());
	}

	take({ value, line, position }: PlacedRecord): void {
		const index = position - 1;
		const entry = piEntry(value);
		if (index >= this.#outline.length) {
			return;
		}
		if (entry === undefined) {
			this.log.problems.add(line, 'This line is no record of a session; it was left out.');
			return;
		}
		if (this.#outline.path?.has(index) === false) {
			if (spoken.includes(entry.type)) {
				this.#abandoned += 1;
				this.#firstAbandoned ||= line;
			}
			return;
		}
		if (this.#keptFrom.has(index)) {
			this.#session.keepFrom(index);
		}
		if (entry.type === 'compaction') {
			this.#session.compacted(entry, this.#outline.kept.get(index));
		} else {
			this.#session.take(entry, line);
		}
	}

	override end(): void {
		const { version, path } = this.#outline;
		const { problems } = this.log;
		if (version !== undefined) {
			this.log.version = String(version);
			reportNewer(String(version), newestVersion, 1, problems);
		}
		if (path === undefined) {
			problems.add(
				1,
				'The parents of its entries run in a circle; they were read in the order of the file.',
			);
		}
		if (this.#abandoned > 0) {
			problems.add(this.#firstAbandoned, abandoned(this.#abandoned));
		}
	}
}

function isHeader(value: unknown): boolean {
	const isObject = hasFields(value);
	return isObject && piEntry(value)?.type === 'session' && 'id' in value && 'cwd' in value;
}

/** Messages in blocks of Pi's, for a file whose header is damaged. */
function hasPiMessage(value: unknown): boolean {
	const message =
		piEntry(value)?.type === 'message' ? piMessage(piEntry(value)?.message) : undefined;
	return message?.role === 'toolResult' || message?.role === 'bashExecution';
}

function isPiLine(value: unknown): boolean {
	return isHeader(value) || hasPiMessage(value);
}

function reader(format: TranscriptFormat, label: string): TranscriptReader {
	return linesReader({
		format,
		label,
		holds: `a session of ${label}`,
		isOwn: isPiLine,
		begin: async (log, { source, signal }) => new PiPath(log, await outlineOf(source, signal)),
	});
}

/**
 * Pi's sessions: lines that make a tree, or in the first version a list.
 *
 * Stored: `sessions/<folder>/` in `~/.pi/agent`, and `agents/<agent>/sessions/` in `~/.openclaw`.
 * Seen: 3 of the format, and files before they named one.
 */
export const pi: TranscriptReader = reader('pi', 'Pi');

const ofOpenClaw = reader('openclaw', 'OpenClaw');

/** OpenClaw's sessions are Pi's with entries of its own. */
export const openClaw: TranscriptReader = {
	...ofOpenClaw,
	detect: (opening, name) =>
		/"(?:customType|provider)":\s*"openclaw\b/.test(opening) && ofOpenClaw.detect(opening, name),
};
