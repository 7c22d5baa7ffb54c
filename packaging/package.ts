/**
 * Makes `precis.vsix` of what `.vscodeignore` lets in, after a production build (`vscode:prepublish`).
 * A warning of `vsce`, or a package over its budget, is a failure. Needs no network.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { packageBudget } from './budgets.ts';
import { packageFile, root } from './paths.ts';
import { isPreRelease, type ReleaseManifest } from './releaseCheck.ts';

const manifest = JSON.parse(
	await readFile(path.join(root, 'package.json'), 'utf8'),
) as ReleaseManifest;
const { repository, version } = manifest;
/**
 * Relative links and pictures of the README become addresses at the release's tag, which both
 * registries load, where the manifest names a repository.
 */
const links =
	repository === undefined
		? ['--allow-missing-repository', '--no-rewrite-relative-links']
		: ['--githubBranch', `v${version}`];
const preRelease = isPreRelease(version) ? ['--pre-release'] : [];

await rm(packageFile, { force: true });
const warnings = await vsce(['package', '--out', packageFile, ...links, ...preRelease]);
const { size } = await stat(packageFile);
if (warnings.length > 0) {
	fail(`vsce warns: ${warnings.join(' ')}`);
}
if (size > packageBudget) {
	fail(`The package has ${size} bytes; its budget is ${packageBudget}.`);
}

function fail(reason: string): void {
	process.stderr.write(`${reason}\n`);
	process.exitCode = 1;
}

/**
 * Runs `vsce` and passes on what it prints.
 * @returns Its warnings.
 * @throws When it fails.
 */
async function vsce(args: readonly string[]): Promise<readonly string[]> {
	const program = fileURLToPath(import.meta.resolve('@vscode/vsce/vsce'));
	// On GitHub it writes its warnings in another form, and colours would stand before them.
	const { GITHUB_ACTIONS: _, ...env } = process.env;
	const child = spawn(process.execPath, [program, ...args], {
		cwd: root,
		env: { ...env, NO_COLOR: '1' },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	child.stdout.pipe(process.stdout);
	child.stderr.pipe(process.stderr);
	const [output, errors] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		once(child, 'close'),
	]);
	if (child.exitCode !== 0) {
		throw new Error(`vsce ended with ${child.exitCode ?? 'a signal'}.`);
	}
	return `${output}\n${errors}`.split('\n').filter((line) => /^\s*WARN(ING)?\b/.test(line));
}
