import { placesOf, type PlaceValues } from '../assistants/mcp/serverOptions.ts';
import type { ArchivePlaces } from '../assistants/mcp/archive.ts';

/** Where a command looks that is run here. */
export function placesHere(values: PlaceValues): Promise<ArchivePlaces> {
	return placesOf(values, {
		directory: process.cwd(),
		variables: process.env,
		platform: process.platform,
	});
}
