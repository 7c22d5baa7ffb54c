#!/usr/bin/env node
import v8 from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import { keepCompiled } from './cli/compileCache.ts';
import { oldNode } from './oldestNode.ts';

/** Precis without VS Code. */

const args = process.argv.slice(2);
const problem = oldNode(process.versions.node);
if (problem === undefined) {
	// A hook runs for a fraction of a second, most of which V8 spends on compiling the program and its patterns:
	// the program is kept compiled, and patterns are compiled once instead of twice.
	keepCompiled();
	if (isMainThread) {
		v8.setFlagsFromString('--no-regexp-tier-up');
	}
	process.exitCode = await (await import('./cli/commands.ts')).run(args);
} else {
	process.stderr.write(`${problem}\n`);
	// Whatever a hook failed at, its assistant goes on.
	process.exitCode = args[0] === 'hook' ? 0 : 1;
}
