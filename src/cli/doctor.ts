import { parseArgs } from 'node:util';
import { diagnose, diagnosisText } from '../mcp/doctor.ts';
import { placeOptions } from '../mcp/serverOptions.ts';
import { withoutControls } from '../messages/withoutControls.ts';
import { print } from './output.ts';
import { placesHere } from './places.ts';

/** Prints what is read and what is connected. @returns The exit code. @throws {TypeError} Where the options are wrong. */
export async function doctor(args: readonly string[]): Promise<number> {
	const { values } = parseArgs({
		args: [...args],
		options: {
			...placeOptions,
			// The server has it too: what it is started with can be given here.
			'read-only': { type: 'boolean' },
			json: { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help === true) {
		await print('Usage: precis doctor [--json] [options of precis mcp]\n');
		return 0;
	}
	const diagnosis = await diagnose(await placesHere(values), new AbortController().signal);
	await (values.json === true
		? print(`${JSON.stringify(diagnosis)}\n`)
		: print(`${diagnosisText(diagnosis)}\n`, withoutControls));
	return 0;
}
