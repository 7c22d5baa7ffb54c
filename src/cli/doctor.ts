import { diagnose, diagnosisText } from '../assistants/doctor.ts';
import { placeOptions, placesOf, placeUsage } from '../assistants/places.ts';
import { parsedArguments, print, printJson, UsageError } from './output.ts';

/** Text of `--help`. */
const usage = `Usage: precis doctor [options]

Shows which store and sessions Precis reads, and what is connected; starts connected servers to see whether they answer.

${placeUsage}
  --json               print one JSON object

  -h, --help           print this
`;

const options = {
	...placeOptions,
	json: { type: 'boolean' },
	help: { type: 'boolean', short: 'h' },
} as const;

/** Prints the stores, sessions and connections in use. @returns The exit code. @throws {UsageError} */
export async function doctor(args: readonly string[]): Promise<number> {
	const { values, positionals } = parsedArguments(args, options);
	if (positionals.length > 0) {
		throw new UsageError(`precis doctor takes no words: ${positionals.join(' ')}`);
	}
	if (values.help === true) {
		await print(usage);
		return 0;
	}
	const diagnosis = await diagnose(await placesOf(values), new AbortController().signal);
	await (values.json === true ? printJson(diagnosis) : print(`${diagnosisText(diagnosis)}\n`));
	return 0;
}
