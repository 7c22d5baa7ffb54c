import { openingOf } from '../bytes/content.ts';
import { sqliteSignature } from '../bytes/sqlite/database.ts';
import { TranscriptError, type Transcript, type TranscriptReader } from '../reader.ts';

/** A format whose files are databases of many sessions. */
interface DatabaseFormat extends Pick<TranscriptReader, 'format' | 'label' | 'detect'> {
	/** Lists what a database holds. @param path Of the database. */
	readonly list: (
		path: string,
		signal: AbortSignal | undefined,
	) => Promise<Omit<Transcript, 'format'>>;
	/** Reads the files of the format that are no databases. */
	readonly others?: Pick<TranscriptReader, 'read'>;
}

/** A reader of databases, which can be read only where they lie. */
export function databaseReader({ list, others, ...reader }: DatabaseFormat): TranscriptReader {
	const { format } = reader;
	return {
		...reader,
		async read(source, signal) {
			const start = await openingOf(source, signal, sqliteSignature.length);
			if (others !== undefined && start !== sqliteSignature) {
				return others.read(source, signal);
			}
			if (source.path === undefined) {
				throw new TranscriptError(
					'unreadable',
					`"${source.name}" is a database: it can only be read from a file on disk.`,
				);
			}
			return { format, ...(await list(source.path, signal)) };
		},
	};
}
