import { hasFields } from '../messages/json.ts';
import { openingOf } from './bytes/content.ts';
import { objectsIn, parseJsonStart } from './bytes/jsonPieces.ts';
import type { FileHead, TranscriptSource } from './reader.ts';

class ParsedOpening implements FileHead {
	readonly text: string;
	readonly name: string;
	#document: { readonly value: unknown } | undefined;
	#lines: readonly object[] | undefined;

	constructor(text: string, name: string) {
		this.text = text.trimStart();
		this.name = name;
	}

	get document(): unknown {
		this.#document ??= {
			value: /^[[{]/.test(this.text) ? parseJsonStart(this.text) : undefined,
		};
		return this.#document.value;
	}

	get lines(): readonly object[] {
		this.#lines ??= this.#objects();
		return this.#lines;
	}

	#objects(): readonly object[] {
		const lines = this.text.split('\n').filter((line) => line.trimStart().startsWith('{'));
		return lines.flatMap((line, at) => {
			const { objects, complete } = objectsIn(line.trim());
			const isCut = !complete && at === lines.length - 1;
			return [...objects, ...(isCut ? [parseJsonStart(line.trim())] : [])].filter(hasFields);
		});
	}
}

/** The beginning of a file. @throws {TranscriptError} When it cannot be read. */
export async function openingFor(
	source: TranscriptSource,
	signal?: AbortSignal,
): Promise<FileHead> {
	return new ParsedOpening(await openingOf(source, signal), source.name);
}

/** Describes a file in a few words, by its beginning. */
export function describeOpening({ text }: FileHead): string {
	if (text.startsWith('SQLite format 3\0')) {
		return 'a SQLite database';
	}
	if (text.includes('\0')) {
		return 'binary data';
	}
	return /^[[{]/.test(text) ? 'JSON of another form' : 'text that is not JSON';
}
