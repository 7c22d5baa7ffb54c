import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Projects } from './projects.ts';
import { jsonString } from './store.ts';

/** Keys under which sessions name the folder they are about. */
const pattern = jsonString('cwd', 'workspaceDirectory');

/**
 * The folder that a saved session was working in.
 * @param file Of one session: a database, which has those of many folders, tells none.
 * @returns Undefined where the file names none, or one that is not on this machine.
 */
export async function sessionFolder(file: string): Promise<string | undefined> {
	const told = /\.jsonl?$/.test(file) ? await new Projects({ pattern }).of(file) : undefined;
	if (told === undefined || !path.isAbsolute(told)) {
		return undefined;
	}
	const there = await stat(told).catch(() => undefined);
	return there?.isDirectory() === true ? told : undefined;
}
