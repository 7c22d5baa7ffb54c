import { diagnose, diagnosisText } from '../assistants/mcp/doctor.ts';
import { placeOptions, placeUsage } from '../assistants/mcp/serverOptions.ts';
import { withoutControls } from '../messages/withoutControls.ts';
import { print } from './output.ts';
import { parsedArguments, UsageError } from './parsedArguments.ts';
import { placesHere } from './places.ts';

/** What `--help` prints. */
const usage = `Usage: precis doctor [options]

Shows which store and sessions Precis reads, and starts what is connected to see whether it works.

${placeUsage}
  --json               print one JSON object

  -h, --help           print this`;

const options = {
	...placeOptions,
	// The server has it too: what it is started with can be given here.
	'read-only': { type: 'boolean' },
	json: { type: 'boolean' },
	help: { type: 'boolean', short: 'h' },
} as const;

/** Prints what is read and what is connected. @returns The exit code. @throws {UsageError} Where the options are wrong. */
export async function doctor(args: readonly string[]): Promise<number> {
	const { values, positionals } = parsedArguments(args, options);
	if (values.help === true) {
		await print(`${usage}\n`);
		return 0;
	}
	if (positionals.length > 0) {
		throw new UsageError(`precis doctor takes no words: ${positionals.join(' ')}`);
	}
	const diagnosis = await diagnose(await placesHere(values), new AbortController().signal);
	await (values.json === true
		? print(`${JSON.stringify(diagnosis)}\n`)
		: print(`${diagnosisText(diagnosis)}\n`, withoutControls));
	return 0;
}
