import { pathArgument } from '../../messages/toolFamilies.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { changedLines, type ChangedLines } from '../excerpts/changedLines.ts';
import { replacesFile } from '../facts/files.ts';
import { baseName, isSamePath, slashed } from '../facts/paths.ts';

/** Arguments by which a tool reads a part of a file. */
const partKeys = [
	'offset',
	'limit',
	'start_line',
	'end_line',
	'startLine',
	'endLine',
	'start_line_one_indexed',
	'end_line_one_indexed_inclusive',
	'view_range',
	'ranges',
	'pages',
];

/** Lines of a read from which on a client may have left out the rest, without a word. */
const longRead = 1_500;

/** How clients number the lines of a file. */
const lineNumber = /^\s{0,8}\d{1,7}(?:[→\t|:.])/;

/** What is known of a file's earlier versions. */
interface KnownVersions {
	readonly path: string;
	readonly lines: Set<string>;
	/** Whether one of them was seen from its first line to its last. */
	isWhole: boolean;
}

/**
 * Which lines of a file that was written as a whole had not been in it. A line counts as new only where
 * the log shows a whole earlier version, or that there was none.
 */
export class NewLines {
	readonly #known = new Map<string, KnownVersions[]>();
	readonly #added = new Map<ToolUse, ReadonlySet<string>>();

	constructor(uses: readonly ToolUse[]) {
		const done = uses.flatMap((use) => {
			const ofFile = use.family === 'read' || use.family === 'edit' || use.family === 'write';
			const path =
				ofFile && use.outcome.status !== 'failed' ? pathArgument(use.arguments) : undefined;
			return path === undefined ? [] : [{ use, path }];
		});
		const changes = new Map(
			done.flatMap(({ use }) => (use.family === 'read' ? [] : [[use, changedLines(use)]])),
		);
		// What files are that are never written as a whole need not be known: reads make up most of a log.
		const written = new Set(
			done.flatMap(({ use, path }) => (changes.get(use)?.whole === true ? [baseName(path)] : [])),
		);
		for (const { use, path } of done.filter(({ path }) => written.has(baseName(path)))) {
			const changed = changes.get(use);
			if (changed === undefined) {
				this.#read(path, use);
			} else {
				this.#change(path, use, changed);
			}
		}
	}

	/**
	 * The new lines of a write of a whole file, none where nothing tells what stood there; undefined for a
	 * call that does not write a whole file.
	 */
	of(use: ToolUse): ReadonlySet<string> | undefined {
		return this.#added.get(use);
	}

	#read(path: string, use: ToolUse): void {
		const versions = this.#versions(path);
		const lines = use.result.split('\n');
		for (const line of lines) {
			// What looks like the number of a line may be the file's own.
			versions.lines.add(line.trim()).add(line.replace(lineNumber, '').trim());
		}
		const isPart = partKeys.some((key) => use.arguments?.[key] !== undefined);
		versions.isWhole ||= !isPart && lines.length < longRead && !/truncated/i.test(use.result);
	}

	#change(path: string, use: ToolUse, { removed, added, whole }: ChangedLines): void {
		const isFirst = !this.#isKnown(path);
		const versions = this.#versions(path);
		if (whole) {
			const isComparable = versions.isWhole || (isFirst && !replacesFile(use));
			this.#added.set(
				use,
				new Set(isComparable ? added.filter((line) => !versions.lines.has(line)) : []),
			);
			versions.isWhole = true;
		}
		[...removed, ...added].forEach((line) => versions.lines.add(line));
	}

	#isKnown(path: string): boolean {
		const named = this.#known.get(baseName(path)) ?? [];
		return named.some((versions) => isSamePath(versions.path, slashed(path)));
	}

	#versions(path: string): KnownVersions {
		const named = this.#known.get(baseName(path)) ?? [];
		this.#known.set(baseName(path), named);
		const known = named.find((versions) => versions.path === slashed(path));
		const versions = known ?? { path: slashed(path), lines: new Set<string>(), isWhole: false };
		if (known === undefined) {
			named.push(versions);
		}
		return versions;
	}
}
