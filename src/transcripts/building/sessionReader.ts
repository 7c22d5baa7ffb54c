import * as v from 'valibot';
import { type DocumentFields, type PlacedRecord, readJsonRecords } from '../bytes/records.ts';
import { pacer, type Pace } from '../bytes/steps.ts';
import { fileHead } from '../fileHead.ts';
import { sortedContent, type SortedContent } from './blocks.ts';
import type { ProblemList } from '../problems.ts';
import {
	TranscriptError,
	type Transcript,
	type FileHead,
	type TranscriptConversation,
	type TranscriptReader,
	type TranscriptSource,
} from '../reader.ts';
import { TranscriptLog } from './transcriptLog.ts';

/** Collects a session, record by record, into a log. */
export abstract class Session<Found = unknown> {
	protected readonly log: TranscriptLog;

	constructor(log: TranscriptLog) {
		this.log = log;
	}

	/** Adds a record. @param found Its value in the format's shape. */
	abstract take(found: Found, record: PlacedRecord): void;

	/** Called after the last record. */
	end?(pace: Pace): void | Promise<void>;

	/** Sorts the content of a message; unknown blocks are counted and replaced by marks. */
	protected sorted(content: unknown, line: number): SortedContent {
		const found = sortedContent(content ?? []);
		if (found === undefined) {
			this.log.problems.add(line, 'A message without readable content was left out.');
		}
		found?.unknown.forEach((type) => this.log.marked.add(line, type));
		return found ?? { parts: [], calls: [], results: [], unknown: [] };
	}
}

/** A file from which a session is to be read. */
export interface SessionFile {
	readonly source: TranscriptSource;
	readonly signal: AbortSignal | undefined;
	/** Whether the file is one document; otherwise it consists of lines. */
	readonly isDocument: boolean;
	/** Fields of the document. */
	readonly fields: DocumentFields;
}

/** A format whose files contain one session each. */
interface SessionFormat<Found> extends Pick<TranscriptReader, 'format' | 'label' | 'detect'> {
	/** Keys under which a document lists its records; absent: files consist of lines. */
	readonly listKeys?: readonly string[];
	/** Whether a file with this beginning is a document, if the format also has files of lines. */
	readonly isDocument?: (head: FileHead) => boolean;
	/** The shape of a record; records of another shape are reported and left out. */
	readonly shape: v.GenericSchema<unknown, Found>;
	readonly begin: (
		log: TranscriptLog,
		file: SessionFile,
	) => Session<Found> | Promise<Session<Found>>;
}

/**
 * The transcript of a file; conversations without a message are left out.
 * @throws {TranscriptError} when there is no message in it.
 */
export function transcriptOf(
	{ name }: TranscriptSource,
	{ format, label }: Pick<TranscriptReader, 'format' | 'label'>,
	conversations: readonly TranscriptConversation[],
	problems: ProblemList,
): Transcript {
	const filled = conversations.filter(({ messages }) => messages.length > 0);
	if (filled.length === 0) {
		const [first] = problems.toArray();
		throw new TranscriptError(
			first === undefined ? 'empty' : 'unreadable',
			`"${name}" was recognised as a file of ${label}, but ` +
				(first === undefined
					? 'it contains no messages.'
					: `no message in it could be read. Line ${first.line}: ${first.message}`),
		);
	}
	return { format, conversations: filled, problems: problems.toArray() };
}

/** A reader of files that contain one session each. */
export function sessionReader<Found>({
	listKeys,
	isDocument,
	shape,
	begin,
	...reader
}: SessionFormat<Found>): TranscriptReader {
	return {
		...reader,
		async read(source, signal) {
			const isOne =
				listKeys !== undefined && (isDocument?.(await fileHead(source, signal)) ?? true);
			const log = new TranscriptLog();
			const { problems } = log;
			const keys = isOne ? listKeys : undefined;
			const { fields, records } = await readJsonRecords(source, problems, keys, signal);
			const session = await begin(log, { source, signal, isDocument: isOne, fields });
			for await (const record of records) {
				log.record = record.value;
				const found = v.safeParse(shape, record.value);
				if (found.success) {
					session.take(found.output, record);
				} else {
					const { line, position } = record;
					problems.add(
						line,
						`Record ${position} is not a record of ${reader.label}; it was left out.`,
					);
				}
			}
			log.record = undefined;
			await session.end?.(pacer(signal));
			return transcriptOf(source, reader, [log.conversation()], problems);
		},
	};
}
