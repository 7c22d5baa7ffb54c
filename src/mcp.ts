import { oldNode } from './oldestNode.ts';

/** The server for other assistants, as a program of its own. */

const problem = oldNode(process.versions.node);
if (problem === undefined) {
	process.exitCode = await (await import('./assistants/mcp/overStdio.ts')).serve(
		process.argv.slice(2),
	);
} else {
	process.stderr.write(`${problem}\n`);
	process.exitCode = 1;
}
