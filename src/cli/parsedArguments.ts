import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { messageOf } from '../messages/errors.ts';

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
	if (text === undefined) {
		return undefined;
	}
	const value = Number(text);
	if (!/^\d+$/.test(text) || value < least || value > most) {
		const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
		throw new UsageError(`--${name} takes a whole number from ${least}${upTo}, not "${text}".`);
	}
	return value;
}
