import { stat } from 'node:fs/promises';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import type { ConnectableAssistant } from './assistants.ts';

/** An assistant's configuration file: the first of those it reads that is there, or else the first. */
export async function configurationOf(
	{ files }: ConnectableAssistant,
	environment: StoreEnvironment,
): Promise<string> {
	const [usual, ...others] = files(environment);
	for (const file of [usual, ...others]) {
		if ((await stat(file).catch(() => undefined)) !== undefined) {
			return file;
		}
	}
	return usual;
}
