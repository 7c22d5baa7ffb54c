import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';

/**
 * Whether a program is in a folder of the PATH. A shell may know others, by an alias or from its start files: this is no
 * reason to refuse to run it.
 */
export async function isOnPath(
	program: string,
	env: Readonly<Record<string, string | undefined>>,
	platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
	const isWindows = platform === 'win32';
	const rules = isWindows ? path.win32 : path.posix;
	const endings = isWindows ? (env['PATHEXT'] ?? '.EXE;.CMD').split(';') : [''];
	const folders = (env['PATH'] ?? env['Path'] ?? '').split(rules.delimiter);
	const places = folders
		.filter((folder) => rules.isAbsolute(folder))
		.flatMap((folder) => endings.map((ending) => rules.join(folder, `${program}${ending}`)));
	const found = await Promise.all(
		places.map((place) =>
			access(place, constants.X_OK).then(
				() => true,
				() => false,
			),
		),
	);
	return found.includes(true);
}
