#!/usr/bin/env node
import { oldNode } from './oldestNode.ts';

/** Precis without VS Code. */

const args = process.argv.slice(2);
const problem = oldNode(process.versions.node);
if (problem === undefined) {
	process.exitCode = await (await import('./cli/commands.ts')).run(args);
} else {
	process.stderr.write(`${problem}\n`);
	// Whatever a hook failed at, its assistant goes on.
	process.exitCode = args[0] === 'hook' ? 0 : 1;
}
