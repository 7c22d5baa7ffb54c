/**
 * What `npm test` runs: checks, builds and every suite, two at a time. All of them run whatever fails before. The
 * output of a suite is printed whole when it ends. What failed is printed again at the end, and the last line counts the
 * tests: `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import os from 'node:os';
import process from 'node:process';
import { runInLanes, type Step } from './lanes.ts';

interface Suite extends Step {
	readonly command: readonly string[];
	/** Reads the numbers of a suite's tests off its output; absent: the command is one test. */
	readonly count?: (output: string) => Counts;
	/** Whether it drives a window, which misses clicks where it has to wait for the processor. */
	readonly hasWindows?: boolean;
	/** Whether its output is printed as it comes. */
	readonly isFollowed?: boolean;
}

interface Counts {
	readonly passed: number;
	readonly failed: number;
}

const script = (name: string): readonly string[] => ['npm', 'run', '--silent', name];

const inWindows = { after: ['downloads', 'build'], hasWindows: true } as const;

const suites: readonly Suite[] = [
	{ name: 'downloads', command: ['node', 'test/vscode/fetch.ts'], isFollowed: true },
	// One after the other, and before the build: they write and remove `dist`, where suites look for the development build.
	{ name: 'package', command: script('package') },
	{ name: 'npm package', command: script('package:npm'), after: ['package'] },
	{
		name: 'package content',
		command: script('test:package:content'),
		count: mochaCounts,
		after: ['downloads', 'npm package'],
	},
	{
		name: 'installed package',
		command: script('test:package:installed'),
		count: hostCounts,
		after: ['downloads', 'package content'],
		hasWindows: true,
	},
	{ name: 'build', command: script('build'), after: ['installed package'] },
	{ name: 'types', command: script('typecheck') },
	{ name: 'lint and layers', command: script('lint') },
	{ name: 'format', command: script('format:check') },
	{ name: 'unused code', command: script('unused') },
	{ name: 'unit', command: script('test:unit'), count: mochaCounts },
	{ name: 'workbench', command: script('test:workbench'), count: mochaCounts, ...inWindows },
	{
		name: 'copilot chat',
		command: script('test:copilot'),
		count: mochaCounts,
		...inWindows,
	},
	{
		name: 'host',
		command: script('test:host'),
		count: hostCounts,
		...inWindows,
	},
	{ name: 'panel', command: script('test:panel'), count: mochaCounts, ...inWindows },
	{ name: 'kills', command: script('test:kill'), count: mochaCounts },
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

/** Runs a suite's command, and gives its exit code and what it printed. */
async function run({ command, hasWindows, isFollowed }: Suite): Promise<{
	code: number;
	output: string;
}> {
	const [program = '', ...args] = command;
	const child = spawn(program, args, {
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: process.platform === 'win32',
	});
	if (hasWindows !== true && child.pid !== undefined) {
		os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
	}
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
			if (isFollowed === true) {
				process.stdout.write(text);
			}
		});
	}
	const code = await new Promise<number>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (status) => resolve(status ?? 1));
	});
	return { code, output };
}

let passed = 0;
let failed = 0;
const accounts: string[] = [];
await runInLanes(2, suites, async (suite) => {
	console.log(`${suite.name} …`);
	const begun = performance.now();
	const { code, output } = await run(suite);
	const counts = suite.count?.(output) ?? {
		passed: code === 0 ? 1 : 0,
		failed: code === 0 ? 0 : 1,
	};
	// A suite that broke off, or ran nothing, is a failure even if no test of it failed.
	const broken = counts.failed === 0 && (code !== 0 || counts.passed === 0);
	passed += counts.passed;
	failed += counts.failed + (broken ? 1 : 0);
	const seconds = Math.round((performance.now() - begun) / 1_000);
	const whole = suite.isFollowed === true ? '' : output.trimEnd();
	console.log(
		`${whole === '' ? '' : `\n${whole}\n\n`}${suite.name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds} s`,
	);
	if (code !== 0) {
		accounts.push(`${suite.name}: failed\n${failures(output)}`);
	}
});
for (const account of accounts) {
	console.log(`\n${account}`);
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
