import { withoutMessages } from '../../failures.ts';
import { readJsonLines } from '../../bytes/jsonLines.ts';
import { objectsIn, parseJsonStart } from '../../bytes/jsonPieces.ts';
import { reportNewer } from '../../building/knownVersions.ts';
import { ProblemList } from '../../problems.ts';
import type {
	Transcript,
	TranscriptFormat,
	TranscriptReader,
	TranscriptSource,
} from '../../reader.ts';
import { outlineOf, type Outline } from './outline.ts';
import { piEntry, piMessage } from './records.ts';
import { PiSession } from './session.ts';

/** Versions of the format that are known; the first did not name itself. */
const newestVersion = '3';

/** Kinds of line that are part of a conversation. */
const spoken: readonly string[] = ['message', 'custom_message', 'branch_summary'];

/** Lines of an opening that are looked at. */
const linesSeen = 50;

/** Reads what lies on the path of a session. */
class Reading {
	readonly #problems: ProblemList;
	readonly #session: PiSession;
	readonly #outline: Outline;
	readonly #keptFrom: ReadonlySet<number>;
	#abandoned = 0;
	#firstAbandoned = 0;

	constructor(outline: Outline, problems: ProblemList) {
		this.#problems = problems;
		this.#session = new PiSession(problems);
		this.#outline = outline;
		this.#keptFrom = new Set(outline.kept.values());
	}

	take(value: unknown, line: number, index: number): void {
		const entry = piEntry(value);
		if (entry === undefined) {
			this.#problems.add(line, 'This line is no record of a session; it was left out.');
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

	transcript(format: TranscriptFormat): Transcript {
		const { version, path } = this.#outline;
		const conversation = this.#session.finish();
		if (version !== undefined) {
			reportNewer(String(version), newestVersion, 1, this.#problems);
		}
		if (path === undefined) {
			this.#problems.add(
				1,
				'The parents of its entries run in a circle; they were read in the order of the file.',
			);
		}
		if (this.#abandoned > 0) {
			this.#problems.add(
				this.#firstAbandoned,
				`${this.#abandoned} ${this.#abandoned === 1 ? 'message' : 'messages'} of an abandoned branch left out: ` +
					'the person went back and took another way.',
			);
		}
		return {
			format,
			...(version === undefined ? {} : { version: String(version) }),
			conversations: [conversation],
			problems: this.#problems.toArray(),
		};
	}
}

function firstEntries(opening: string): readonly unknown[] {
	const lines = opening.split('\n', linesSeen);
	return [...lines.flatMap((line) => objectsIn(line).objects), parseJsonStart(lines.at(-1) ?? '')];
}

function isHeader(value: unknown): boolean {
	const isObject = typeof value === 'object' && value !== null;
	return isObject && piEntry(value)?.type === 'session' && 'id' in value && 'cwd' in value;
}

/** Messages in blocks of Pi's, for a file whose header is damaged. */
function hasPiMessage(value: unknown): boolean {
	const message =
		piEntry(value)?.type === 'message' ? piMessage(piEntry(value)?.message) : undefined;
	return message?.role === 'toolResult' || message?.role === 'bashExecution';
}

function isPiOpening(opening: string): boolean {
	return firstEntries(opening).some((value) => isHeader(value) || hasPiMessage(value));
}

function reader(
	format: TranscriptFormat,
	label: string,
	detect: TranscriptReader['detect'],
): TranscriptReader {
	return {
		format,
		label,
		appends: true,
		detect,
		async read(source: TranscriptSource, signal?: AbortSignal): Promise<Transcript> {
			const outline = await outlineOf(source, signal);
			const problems = new ProblemList();
			const reading = new Reading(outline, problems);
			let index = 0;
			for await (const { line, value } of readJsonLines(source, problems, { signal })) {
				if (index < outline.length) {
					reading.take(value, line, index);
				}
				index += 1;
			}
			const transcript = reading.transcript(format);
			if (transcript.conversations.every(({ messages }) => messages.length === 0)) {
				throw withoutMessages(source, `a session of ${label}`, transcript.problems);
			}
			return transcript;
		},
	};
}

/**
 * Pi's sessions: lines that make a tree, or in the first version a list.
 *
 * Stored: `sessions/<folder>/` in `~/.pi/agent`, and `agents/<agent>/sessions/` in `~/.openclaw`.
 * Seen: 3 of the format, and files before they named one.
 */
export const pi: TranscriptReader = reader('pi', 'Pi', isPiOpening);

/** OpenClaw's sessions are Pi's with entries of its own. */
export const openClaw: TranscriptReader = reader(
	'openclaw',
	'OpenClaw',
	(opening) => /"(?:customType|provider)":\s*"openclaw\b/.test(opening) && isPiOpening(opening),
);
