import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { messageOf } from '../../messages/errors.ts';
import { ownVersion } from '../ownVersion.ts';
import { createServer } from './server.ts';
import { serverOptions, usage } from './serverOptions.ts';

/**
 * The archive for other assistants: a server of the Model Context Protocol over standard input and output.
 * It ends with its client.
 * @returns The exit code where it ends at once.
 */
export async function serve(args: readonly string[]): Promise<number | undefined> {
	try {
		const options = await serverOptions({
			args,
			directory: process.cwd(),
			variables: process.env,
			platform: process.platform,
		});
		if (options === 'help') {
			process.stdout.write(`${usage}\n`);
			return undefined;
		}
		const { places, readOnly } = options;
		const questions = import('./questions.ts').then(({ questionsAbout }) => questionsAbout(places));
		const server = createServer(questions, { version: await ownVersion(), readOnly });
		// A client that is gone ends its server, also where it sends no signal.
		process.stdin.once('end', () => void server.close());
		await server.connect(new StdioServerTransport());
		return undefined;
	} catch (error) {
		process.stderr.write(`${messageOf(error)}\n`);
		return 1;
	}
}
