import { jsonWithoutControls, withoutControls } from '../messages/withoutControls.ts';
import { redact } from '../redaction/redact.ts';

/**
 * Writes to standard output. Whoever reads it may have seen enough: that is no error.
 * @param plain What a file says may be controls of a terminal: this makes them harmless.
 */
export function print(
	text: string,
	plain: (text: string) => string = jsonWithoutControls,
): Promise<void> {
	return new Promise((resolve, reject) => {
		process.stdout.once('error', (error: NodeJS.ErrnoException) =>
			error.code === 'EPIPE' ? resolve() : reject(error),
		);
		process.stdout.write(plain(text), (error) => {
			if (error === null || error === undefined) {
				resolve();
			}
		});
	});
}

/** Tells a person something on standard error, without secrets and controls of a terminal. */
export function note(text: string): void {
	process.stderr.write(`${withoutControls(redact(text))}\n`);
}
