import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Whether a program is in one of the folders of `PATH`. A terminal's own profile may know more folders. */
export async function isOnPath(
	program: string,
	env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
	const endings = env['PATHEXT']?.split(';') ?? [''];
	const files = (env['PATH'] ?? '')
		.split(delimiter)
		.filter((folder) => folder !== '')
		.flatMap((folder) => endings.map((ending) => join(folder, `${program}${ending}`)));
	const found = await Promise.all(
		files.map((file) =>
			access(file, constants.X_OK).then(
				() => true,
				() => false,
			),
		),
	);
	return found.includes(true);
}
