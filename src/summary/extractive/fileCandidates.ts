import type { FileFact } from '../facts/fileLedger.ts';
import { isTemporary } from '../facts/paths.ts';
import type { SummaryItem } from '../sections.ts';
import { formatCount, mark } from '../../messages/marks.ts';
import { fixed, type Candidate } from './candidate.ts';
import type { Facts } from './collect.ts';
import { shortPath } from './paths.ts';

/** Files that were only read and are told: what the others said stands in excerpts. */
const readShown = 8;

/** Files in places for what is not needed again; the newest may still be. */
const scratchShown = 5;

/** What became of the files. */
export function fileCandidates(facts: Facts): Candidate[] {
	const rank = (file: FileFact): number =>
		(lasting(file) ? 1e9 : 0) + Math.min(file.writes.length, 5) * 100 + (file.sources.at(-1) ?? 0);
	// A project can lie in a temporary place itself: then nothing else is the project.
	const isElsewhere = facts.files.some(({ path }) => !isTemporary(path));
	const lasting = (file: FileFact): boolean => !isElsewhere || !isTemporary(file.path);
	const temporary = facts.files.filter((file) => !lasting(file));
	const scratch = temporary.slice(-scratchShown);
	const others = temporary.slice(0, -scratchShown);
	const shown = facts.files.filter((file) => lasting(file) || scratch.includes(file));
	const touched = shown.filter((file) => file.state !== 'read');
	const read = shown.filter((file) => file.state === 'read');
	return [
		...(others.length === 0 ? [] : [countCandidate(others)]),
		...touched
			.sort((a, b) => rank(b) - rank(a))
			.map((file): Candidate => {
				const item = fileItem(facts, file);
				return {
					section: 'Relevant Files',
					path: file.path,
					tier: lasting(file) ? 'files' : 'rest',
					item,
					order: (lasting(file) ? 0 : 1e8) - (file.sources.at(-1) ?? 0),
					...(lasting(file) ? { fact: { kind: 'file', file } } : {}),
				};
			}),
		...read
			.sort(
				(a, b) => b.reads * 40 - a.reads * 40 + (b.sources.at(-1) ?? 0) - (a.sources.at(-1) ?? 0),
			)
			.slice(0, readShown)
			.map(
				(file): Candidate => ({
					section: 'Relevant Files',
					path: file.path,
					tier: 'rest',
					item: fileItem(facts, file),
					order: 1e9 - (file.sources.at(-1) ?? 0),
				}),
			),
	];
}

/** The files in temporary places that are only counted. */
function countCandidate(files: readonly FileFact[]): Candidate {
	const text = mark(`${formatCount(files.length)} more files in temporary places not told here`);
	const sources = [...new Set(files.flatMap((file) => file.sources.slice(-1)))].slice(-3);
	return fixed('Relevant Files', 'rest', text, sources, 2e9);
}

function fileItem(facts: Facts, file: FileFact): SummaryItem {
	const { words, root } = facts;
	const state =
		file.state === 'renamed'
			? `${words.renamedTo} ${shortPath(file.movedTo ?? '', root)}`
			: words[file.state];
	const writes = file.writes.filter((number) => number <= facts.last).length;
	const times = writes > 1 && file.state === 'modified' ? ` ×${writes}` : '';
	return {
		text: `${shortPath(file.path, root)} — ${state}${times}${file.removedWith !== undefined ? ` (${words.worktreeRemoved})` : ''}`,
		sources: file.sources,
	};
}
