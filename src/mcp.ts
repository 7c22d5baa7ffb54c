import { readFile } from 'node:fs/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from './mcp/server.ts';
import { serverOptions, usage } from './mcp/serverOptions.ts';

/** The archive for other assistants: a server of the Model Context Protocol over standard input and output. */

async function run(): Promise<void> {
	const options = await serverOptions({
		// `precis mcp` comes here with its name in front.
		args: process.argv.slice(process.argv[2] === 'mcp' ? 3 : 2),
		directory: process.cwd(),
		variables: process.env,
		platform: process.platform,
	});
	if (options === 'help') {
		process.stdout.write(`${usage}\n`);
		return;
	}
	const { places, readOnly } = options;
	const questions = import('./mcp/questions.ts').then(({ questionsAbout }) =>
		questionsAbout(places),
	);
	const server = createServer(questions, { version: await version(), readOnly });
	// A client that is gone ends its server, also where it sends no signal.
	process.stdin.once('end', () => void server.close());
	await server.connect(new StdioServerTransport());
}

/** The manifest lies beside the folder of this file, built or not. */
async function version(): Promise<string> {
	const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
	return (JSON.parse(manifest) as { readonly version: string }).version;
}

try {
	await run();
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
