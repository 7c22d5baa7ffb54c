/**
 * What `npm test` runs: checks, builds and every suite, one after the other: a busy machine makes windows miss clicks.
 * All of them run whatever fails before. What failed is printed again at the end, and the last line counts the tests:
 * `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';

interface Suite {
	readonly name: string;
	readonly command: readonly string[];
	/** Reads the numbers of a suite's tests off its output; absent: the command is one test. */
	readonly count?: (output: string) => Counts;
}

interface Counts {
	readonly passed: number;
	readonly failed: number;
}

const script = (name: string): readonly string[] => ['npm', 'run', '--silent', name];

const suites: readonly Suite[] = [
	{ name: 'types', command: script('typecheck') },
	{ name: 'lint and layers', command: script('lint') },
	{ name: 'format', command: script('format:check') },
	{ name: 'unused code', command: script('unused') },
	// Before the build: they leave no `dist` behind, and the suites below test the development build.
	{ name: 'package', command: script('package') },
	{ name: 'npm package', command: script('package:npm') },
	{ name: 'package content', command: script('test:package:content'), count: mochaCounts },
	{ name: 'installed package', command: script('test:package:installed'), count: hostCounts },
	{ name: 'build', command: script('build') },
	{ name: 'unit', command: script('test:unit'), count: mochaCounts },
	{ name: 'kills', command: script('test:kill'), count: mochaCounts },
	{ name: 'panel', command: script('test:panel'), count: mochaCounts },
	{ name: 'workbench', command: script('test:workbench'), count: mochaCounts },
	{ name: 'copilot chat', command: script('test:copilot'), count: mochaCounts },
	{ name: 'host', command: script('test:host'), count: hostCounts },
];

function mochaCounts(output: string): Counts {
	return {
		passed: lastNumber(output, /(\d+) passing/g),
		failed: lastNumber(output, /(\d+) failing/g),
	};
}

function hostCounts(output: string): Counts {
	return {
		passed: lastNumber(output, /precis-host-tests passed=(\d+)/g),
		failed: lastNumber(output, /precis-host-tests .*failed=(\d+)/g),
	};
}

function lastNumber(output: string, pattern: RegExp): number {
	return Number([...output.matchAll(pattern)].at(-1)?.[1] ?? 0);
}

/** Mocha's account of what failed: the last part of a suite's output. */
function failures(output: string): string {
	const begin = output.search(/^ *\d+ failing$/m);
	return begin === -1 ? output.slice(-2_000) : output.slice(begin);
}

/** Runs a command, passing its output on, and gives its exit code and what it printed. */
async function run([program = '', ...args]: readonly string[]): Promise<{
	code: number;
	output: string;
}> {
	const child = spawn(program, args, {
		stdio: ['ignore', 'pipe', 'inherit'],
		shell: process.platform === 'win32',
	});
	let output = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		output += text;
		process.stdout.write(text);
	});
	const code = await new Promise<number>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (status) => resolve(status ?? 1));
	});
	return { code, output };
}

let passed = 0;
let failed = 0;
const accounts: string[] = [];
for (const suite of suites) {
	const begun = performance.now();
	const { code, output } = await run(suite.command);
	const counts = suite.count?.(output) ?? {
		passed: code === 0 ? 1 : 0,
		failed: code === 0 ? 0 : 1,
	};
	// A suite that broke off, or ran nothing, is a failure even if no test of it failed.
	const broken = counts.failed === 0 && (code !== 0 || counts.passed === 0);
	passed += counts.passed;
	failed += counts.failed + (broken ? 1 : 0);
	const seconds = Math.round((performance.now() - begun) / 1_000);
	console.log(`\n${suite.name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds} s\n`);
	if (code !== 0) {
		accounts.push(`${suite.name}: failed\n${failures(output)}`);
	}
}
for (const account of accounts) {
	console.log(`\n${account}`);
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
