import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { messageOf } from '../messages/errors.ts';
import { jsonWithoutControls, withoutControls } from '../messages/withoutControls.ts';
import { redact } from '../redaction/redact.ts';

/** What every command takes and prints. */

/** A mistake in the arguments; its message is all a person needs. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}

/** Options and positional arguments. @throws {UsageError} Where an option is unknown or lacks its value. */
export function parsedArguments<Options extends ParseArgsOptionsConfig>(
	args: readonly string[],
	options: Options,
) {
	try {
		return parseArgs({ args: [...args], allowPositionals: true, options });
	} catch (error) {
		throw new UsageError(messageOf(error), { cause: error });
	}
}

/** An option's value. @returns Undefined: it is not given. @throws {UsageError} Where it is no such number. */
export function wholeNumber(
	name: string,
	text: string | undefined,
	least: number,
	most = Number.MAX_SAFE_INTEGER,
): number | undefined {
	const value = Number(text);
	if (text !== undefined && (!/^\d+$/.test(text) || value < least || value > most)) {
		const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
		throw new UsageError(`--${name} takes a whole number from ${least}${upTo}, not "${text}".`);
	}
	return text === undefined ? undefined : value;
}

/** Prints a text without controls of a terminal: a session may hold some. */
export function print(text: string): Promise<void> {
	return write(withoutControls(text));
}

/** Prints a value as one line of JSON. */
export function printJson(value: unknown): Promise<void> {
	return printJsonText(`${JSON.stringify(value)}\n`);
}

/** Prints documents or lines of JSON, in which nothing is lost. */
export function printJsonText(json: string): Promise<void> {
	return write(jsonWithoutControls(json));
}

/** Writes to standard output. Whoever reads it may have seen enough: that is no error. */
function write(text: string): Promise<void> {
	return new Promise((resolve, reject) => {
		process.stdout.once('error', (error: NodeJS.ErrnoException) =>
			error.code === 'EPIPE' ? resolve() : reject(error),
		);
		process.stdout.write(text, (error) => {
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
