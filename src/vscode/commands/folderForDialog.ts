import { mkdir, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes the folder that a dialog is to open in: VS Code's own does not offer one that is not there.
 * @returns Takes back the folders that were made and are empty still.
 */
export async function folderForDialog(path: string): Promise<() => Promise<void>> {
	const first = await mkdir(path, { recursive: true });
	return async () => {
		if (first === undefined) {
			return;
		}
		try {
			for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
				await rmdir(folder);
			}
		} catch {
			// Something lies in it by now.
		}
	};
}
