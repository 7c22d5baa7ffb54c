import { diagnose, diagnosisText } from '../mcp/doctor.ts';
import { serverOptions } from '../mcp/serverOptions.ts';

/** What `precis doctor` prints. It takes the options of the server. @throws {TypeError} Where they are wrong. */
export async function doctor(args: readonly string[]): Promise<string> {
	const options = await serverOptions({
		args,
		directory: process.cwd(),
		variables: process.env,
		platform: process.platform,
	});
	return options === 'help'
		? 'Usage: precis doctor [options of precis mcp]'
		: diagnosisText(await diagnose(options.places, new AbortController().signal));
}
