import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { UsageError } from './usageError.ts';

/** Options and positional arguments. @throws {UsageError} Where an option is unknown or lacks its value. */
export function parsedArguments<Options extends ParseArgsOptionsConfig>(
	args: readonly string[],
	options: Options,
) {
	try {
		return parseArgs({ args: [...args], allowPositionals: true, options });
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
	}
}
