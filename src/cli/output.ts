import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { messageOf } from '../messages/errors.ts';
import { jsonWithoutControls, withoutControls } from '../messages/withoutControls.ts';
import { redact } from '../redaction/redact.ts';

/** An error in the arguments, explained by its message. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}

/** Parses options and positional arguments. @throws {UsageError} If an option is unknown or lacks its value. */
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

/**
 * Parses a numeric option.
 * @returns Undefined: the option is not set.
 * @throws {UsageError} If it is not a whole number in the range.
 */
export function wholeNumber(
	name: string,
	text: string | undefined,
	minimum: number,
	maximum = Number.MAX_SAFE_INTEGER,
): number | undefined {
	const value = Number(text);
	if (text !== undefined && (!/^\d+$/.test(text) || value < minimum || value > maximum)) {
		const upTo = maximum === Number.MAX_SAFE_INTEGER ? '' : ` to ${maximum}`;
		throw new UsageError(`--${name} takes a whole number from ${minimum}${upTo}, not "${text}".`);
	}
	return text === undefined ? undefined : value;
}

/** Prints a text without control characters, which sessions may contain. */
export function print(text: string): Promise<void> {
	return write(withoutControls(text));
}

/** Prints a value as one line of JSON. */
export function printJson(value: unknown): Promise<void> {
	return printJsonText(`${JSON.stringify(value)}\n`);
}

/** Prints JSON with escaped control characters. */
export function printJsonText(json: string): Promise<void> {
	return write(jsonWithoutControls(json));
}

/** Writes to standard output. A closed pipe is not an error. */
function write(text: string): Promise<void> {
	return new Promise((resolve, reject) => {
		const fail = (error: NodeJS.ErrnoException): void =>
			error.code === 'EPIPE' ? resolve() : reject(error);
		process.stdout.once('error', fail);
		process.stdout.write(text, (error) => {
			if (error === null || error === undefined) {
				process.stdout.off('error', fail);
				resolve();
			}
		});
	});
}

/** Prints a redacted note to standard error, without control characters. */
export function note(text: string): void {
	process.stderr.write(`${withoutControls(redact(text))}\n`);
}
