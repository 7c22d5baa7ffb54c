import type { FileFact } from '../facts/fileLedger.ts';
import { isTemporary } from '../facts/paths.ts';
import type { SummaryItem } from '../sections.ts';
import type { Candidate } from './candidate.ts';
import type { Facts } from './collect.ts';
import { shortPath } from './paths.ts';

const symbolsShown = 24;

/** What became of the files. */
export function fileCandidates(facts: Facts): Candidate[] {
	const rank = (file: FileFact): number =>
		(lasting(file) ? 1e9 : 0) + Math.min(file.writes, 5) * 100 + (file.sources.at(-1) ?? 0);
	const touched = facts.files.filter((file) => file.state !== 'read');
	const lasting = (file: FileFact): boolean => !isTemporary(file.path);
	const read = facts.files.filter((file) => file.state === 'read');
	return [
		...touched
			.sort((a, b) => rank(b) - rank(a))
			.map((file): Candidate => {
				const item = fileItem(facts, file, []);
				const fuller = fileItem(facts, file, file.symbols.slice(-symbolsShown));
				return {
					section: 'Relevant Files',
					tier: lasting(file) ? 'files' : 'rest',
					item,
					order: (lasting(file) ? 0 : 1e8) - (file.sources.at(-1) ?? 0),
					...(file.symbols.length === 0 ? {} : { fuller }),
				};
			}),
		...read
			.sort(
				(a, b) => b.reads * 40 - a.reads * 40 + (b.sources.at(-1) ?? 0) - (a.sources.at(-1) ?? 0),
			)
			.map(
				(file): Candidate => ({
					section: 'Relevant Files',
					tier: 'rest',
					item: fileItem(facts, file, []),
					order: 1e9 - (file.sources.at(-1) ?? 0),
				}),
			),
	];
}

function fileItem(facts: Facts, file: FileFact, symbols: readonly string[]): SummaryItem {
	const { words, root } = facts;
	const state =
		file.state === 'renamed'
			? `${words.renamedTo} ${shortPath(file.movedTo ?? '', root)}`
			: words[file.state];
	const times = file.writes > 1 && file.state === 'modified' ? ` ×${file.writes}` : '';
	const names = symbols.length === 0 ? '' : `: ${symbols.join(', ')}`;
	return {
		text: `${shortPath(file.path, root)} — ${state}${times}${names}`,
		sources: file.sources,
	};
}
