import { mark } from '../../messages/marks.ts';
import type { FileFact } from '../facts/fileLedger.ts';
import { claimOf } from '../sources/claims.ts';
import type { SectionTitle } from '../sections.ts';
import { wordsIn } from '../sources/words.ts';
import { wordLine, type Statement } from './statements.ts';

/** Where an item says something else than the log. Only what leaves no doubt counts. */

/** Sections that tell how things stand; the others may tell what once was. */
const present: readonly SectionTitle[] = ['Active State', 'In Progress', 'Relevant Files', 'Goal'];

/** That a file is gone, in the languages summaries are written in. */
const gone =
	/\b(?:delet|remov|gone|no longer exist|doesn't exist|does not exist)|gelöscht|entfernt|supprim|enlevé|elimin|borrad|exclu[ií]d|removid|rimoss|cancellat|удал|删除|移除|削除|삭제/iu;

/** That it was moved. */
const moved =
	/\b(?:renam|moved?\b)|umbenannt|verschoben|renomm|déplac|renombr|mov(?:ido|id)|rinominat|spostat|переимен|перемещ|重命名|移动|名前変更|移動|이름 변경|이동|→|->/iu;

/** That a file is gone, said of the file itself: right behind its path. */
const saidGone =
	/^[^\n]{1,200}?(?: [—–-] ?|: | \()(?:deleted|removed|gelöscht|supprimé|eliminado|excluído|eliminato|удалён|已删除|削除|삭제)/iu;

/** What the log says of a file instead; undefined: they agree. */
export function contradictedFile(statement: Statement, file: FileFact): string | undefined {
	const { section, item } = statement;
	if (section !== 'Relevant Files') {
		return undefined;
	}
	const [line = ''] = item.text.split('\n', 1);
	switch (file.state) {
		case 'deleted':
			return gone.test(item.text) ? undefined : mark('in the log it was deleted');
		case 'renamed':
			return moved.test(item.text) || gone.test(item.text)
				? undefined
				: mark(`in the log it was renamed to ${file.movedTo ?? 'another name'}`);
		case 'created':
		case 'modified':
		case 'restored':
			return saidGone.test(line) ? mark('in the log it is there') : undefined;
		case 'read':
		case 'unsettled':
			return undefined;
	}
}

/**
 * What the log says of a run instead; undefined: they agree, or the item does not say.
 * @param others Commands of the other runs, which may stand in the same item.
 */
export function contradictedRun(
	statement: Statement,
	run: { readonly command: string; readonly status: 'ok' | 'failed' | 'unknown' },
	others: readonly string[],
): string | undefined {
	if (run.status === 'unknown' || !present.includes(statement.section)) {
		return undefined;
	}
	const claimed = claimAbout(statement, run.command, others);
	if (claimed === undefined || claimed === run.status) {
		return undefined;
	}
	return run.status === 'failed'
		? mark('in the log this run failed')
		: mark('in the log this run passed');
}

/** How an item says that a command ended; undefined where it does not, or speaks of several. */
export function claimAbout(
	{ item, words }: Statement,
	command: string,
	others: readonly string[],
): 'ok' | 'failed' | undefined {
	const wanted = wordLine(command);
	if (wanted.trim() === '' || !words.includes(wanted)) {
		return undefined;
	}
	const isAmong = others.some((other) => {
		const named = wordLine(other);
		return named !== wanted && !wanted.includes(named) && words.includes(named);
	});
	return isAmong ? undefined : claimOf(withoutCommand(item.text, command)).status;
}

/** Share of a long command's words by which it is known; people leave out how its output is caught. */
const leastOfCommand = 0.7;

/** Words from which on a command may be told in part. */
const longCommand = 4;

/** Whether an item says that a command failed, be it that it tells the command without its trimmings. */
export function tellsFailure({ item, words }: Statement, command: string): boolean {
	const wanted = wordsIn(command);
	const found = wanted.filter((word) => words.includes(` ${word} `));
	const isNamed =
		wanted.length < longCommand
			? wanted.length > 0 && words.includes(wordLine(command))
			: found.length >= wanted.length * leastOfCommand;
	return isNamed && claimOf(withoutCommand(item.text, command)).status === 'failed';
}

/** Characters beside the command from which on an item says more of a failure than that there is one. */
const explaining = 60;

/** Whether an item tells of a failed command what there is to tell, in whatever words. */
export function explainsFailure(statement: Statement, command: string): boolean {
	return (
		tellsFailure(statement, command) &&
		withoutCommand(statement.item.text, command).length >= explaining
	);
}

/** The item without the command: `npm test -- errors` says nothing about errors. */
function withoutCommand(text: string, command: string): string {
	return text.replaceAll(command, ' ');
}
