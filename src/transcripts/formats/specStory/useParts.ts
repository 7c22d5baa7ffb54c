/** A block of code in a tool use. */
interface Block {
	readonly language: string;
	readonly text: string;
}

/** What SpecStory wrote of a tool use: in words, in blocks of code, and what came back. */
export interface UseParts {
	/** What stands outside of blocks, without the result. */
	readonly words: string;
	/** What Cursor folds a tool use away under: `Read file: a.ts`. */
	readonly summary: string;
	/** Blocks with what the tool was given: content of a file, a command, a patch. */
	readonly inputs: readonly Block[];
	/** Absent where nothing is told of one. */
	readonly result?: string;
	readonly isError: boolean;
}

/** Tags by which a tool use is folded away. */
const foldingTags = /<\/?(?:details|summary)>/g;

const summaryLine = /^(?:<details>)?<summary>(.*)<\/summary>$/;

/** What older versions say of files that Cursor read, without folding it away. */
const namedFile = /^((?:Read|Edit) file: .+)$/;

/** The tool use's own line, which tells the tool's name and perhaps more. */
export const useLine = /^Tool use: \*\*([^*\n]+)\*\*(.*)$/;

/** A fence that opens a block, also behind the name of what it holds. */
const fenceLine = /^(?:Input(?: \(truncated\))?: )?(`{3,})([\w+-]*)\s*$/;

/** The line before a result, or before the error or the person's answer that came instead. */
const label = /^(?:\*\*?)?(Result|Error|Output|Answer)(?::\*\*|\*:|:)(?: (\S.*))?$/;

/** Whether a line stands before a result. */
export function isResultLabel(line: string): boolean {
	return label.test(line.trimEnd());
}

/** The index of the line that closes a fence, or that after the last line. */
function closingFence(lines: readonly string[], fence: string, from: number): number {
	let index = from;
	while (index < lines.length && lines[index]?.trimEnd() !== fence) {
		index += 1;
	}
	return index;
}

/** A result's lines without the block around them; it may hold fences of its own, and its last one ends it. */
function unfenced(lines: readonly string[]): string {
	const first = lines.findIndex((line) => line.trim() !== '');
	const [, fence] = fenceLine.exec(lines[first] ?? '') ?? [];
	if (fence === undefined) {
		return lines.join('\n').replace(foldingTags, '').trim();
	}
	const last = lines.findLastIndex((line) => line.trimEnd() === fence);
	return lines.slice(first + 1, last > first ? last : lines.length).join('\n');
}

/** Takes the lines of a tool use apart. */
class UseReader {
	readonly #lines: readonly string[];
	readonly #words: string[] = [];
	readonly #inputs: Block[] = [];
	#summary = '';

	constructor(lines: readonly string[]) {
		this.#lines = lines;
	}

	read(): UseParts {
		for (let index = 0; index < this.#lines.length; index += 1) {
			const line = this.#lines[index] ?? '';
			const [, kind, said] = label.exec(line.trimEnd()) ?? [];
			if (kind !== undefined) {
				const rest = this.#lines.slice(index + 1);
				const result = unfenced(said === undefined ? rest : [said, ...rest]);
				return { ...this.#parts(kind === 'Error'), result };
			}
			const [, fence, language = ''] = fenceLine.exec(line) ?? [];
			if (fence === undefined) {
				this.#addWords(line);
				continue;
			}
			const end = closingFence(this.#lines, fence, index + 1);
			const mayBeResult = /^(?:text)?$/.test(language) && line.startsWith(fence);
			if (mayBeResult && !this.#isBeforeLabel(end + 1)) {
				return { ...this.#parts(false), result: unfenced(this.#lines.slice(index)) };
			}
			this.#inputs.push({ language, text: this.#lines.slice(index + 1, end).join('\n') });
			index = end;
		}
		return this.#parts(false);
	}

	/** Whether nothing but blank lines stands between a line and a result that is called one. */
	#isBeforeLabel(index: number): boolean {
		const next = this.#lines.slice(index, index + 3).find((line) => line.trim() !== '');
		return next !== undefined && isResultLabel(next);
	}

	#addWords(line: string): void {
		const [, summary] = summaryLine.exec(line.trim()) ?? namedFile.exec(line) ?? [];
		if (summary === undefined) {
			this.#words.push(line.replace(foldingTags, ''));
			return;
		}
		const [, , more] = useLine.exec(summary) ?? [];
		const told = (more ?? summary).trim();
		if (more === undefined || told.startsWith('•')) {
			this.#summary = told.replace(/^• /, '');
		} else {
			this.#words.push(told);
		}
	}

	#parts(isError: boolean): UseParts {
		const words = this.#words.join('\n').trim();
		return { words, summary: this.#summary, inputs: this.#inputs, isError };
	}
}

/**
 * Takes a tool use apart.
 * @param lines All between its first line and its last.
 */
export function usePartsOf(lines: readonly string[]): UseParts {
	return new UseReader(lines).read();
}
