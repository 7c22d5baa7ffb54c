import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import { sessionReader } from '../../building/sessionReader.ts';
import type { TranscriptReader } from '../../reader.ts';
import { taskHistoryOf } from '../taskHistory/detection.ts';
import { taskSidecars } from '../taskHistory/sidecars.ts';
import { RooSession } from './session.ts';

/**
 * Roo Code's `api_conversation_history.json`, which Kilo Code wrote too before its version 7.
 *
 * Stored: `tasks/<task>/` in the storage of the extension. Its version is not read.
 */
export const rooCode: TranscriptReader = sessionReader({
	format: 'roo-code',
	label: 'Roo Code',
	holds: 'a Roo Code task',
	listKeys: [],
	detect: (opening) => taskHistoryOf(parseJsonStart(opening.trimStart())) === 'roo-code',
	async begin(log, { source, signal }) {
		const { task = '' } = await taskSidecars(source, log.problems, signal);
		return new RooSession(log, task);
	},
});
