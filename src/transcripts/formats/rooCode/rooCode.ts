import { JsonDocument } from '../../bytes/jsonDocument.ts';
import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import { oneConversation } from '../../building/oneConversation.ts';
import { ProblemList } from '../../problems.ts';
import type { Transcript, TranscriptReader } from '../../reader.ts';
import { taskHistoryOf } from '../taskHistory/detection.ts';
import { taskSidecars } from '../taskHistory/sidecars.ts';
import { firstWords } from '../../building/titles.ts';
import { RooHistory } from './history.ts';

/**
 * Roo Code's `api_conversation_history.json`, which Kilo Code wrote too before its version 7.
 *
 * Stored: `tasks/<task>/` in the storage of the extension. Its version is not read.
 */
export const rooCode: TranscriptReader = {
	format: 'roo-code',
	label: 'Roo Code',
	detect(opening) {
		return taskHistoryOf(parseJsonStart(opening.trimStart())) === 'roo-code';
	},
	async read(source, signal): Promise<Transcript> {
		const problems = new ProblemList();
		const { task = '' } = await taskSidecars(source, problems, signal);
		const history = new RooHistory(problems);
		const document = new JsonDocument(source, problems, { listKeys: [], signal });
		for await (const { value, position } of document.elements()) {
			history.take(value, position);
		}
		const messages = history.finish();
		const title = firstWords([{ role: 'user', content: task }]) || history.title;
		const { earlier } = history;
		const label = 'a Roo Code task';
		const found = { format: 'roo-code', label, title, messages, earlier } as const;
		return oneConversation(source, found, problems);
	},
};
