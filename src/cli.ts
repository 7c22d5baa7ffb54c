#!/usr/bin/env node
import { mkdirSync, statSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';
import { oldNode } from './oldestNode.ts';

/** Precis without VS Code. */

const args = process.argv.slice(2);
const problem = oldNode(process.versions.node);
if (problem === undefined) {
	// A hook runs for a fraction of a second, most of which V8 would spend on compiling the program and its patterns. So
	// compiled code is cached in a folder that only this user can write to, and patterns are compiled once, not twice.
	const cache = path.join(homedir(), '.cache', 'precis');
	if (path.isAbsolute(cache) && isOurs(cache)) {
		module.enableCompileCache(cache);
	}
	v8.setFlagsFromString('--no-regexp-tier-up');
	process.exitCode = await (await import('./cli/commands.ts')).run(args);
} else {
	process.stderr.write(`${problem}\n`);
	// A failed hook must not stop its assistant.
	process.exitCode = args[0] === 'hook' ? 0 : 1;
}

/** Whether only this user can write to the folder, which is created if it is missing. */
function isOurs(folder: string): boolean {
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		const { uid, mode } = statSync(folder);
		return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
	} catch {
		return false;
	}
}
