/**
 * What VS Code calls to run the tests in this folder. Bundled to `out/test/host/index.cjs`, with each
 * `*.test.ts` next to it as a bundle of its own.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Runs all tests, writes their numbers to the file that `PRECIS_TEST_RESULT` names, and logs them.
 * @throws When one fails: VS Code then exits with 1.
 */
export async function run(): Promise<void> {
	// What `require` gives of it differs from Node to Node.
	const { default: Mocha } = await import('mocha');
	const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', color: false, timeout: 600_000 });
	const pattern = process.env['PRECIS_TEST_GREP'];
	if (pattern !== undefined && pattern !== '') {
		mocha.grep(pattern);
	}
	for (const file of readdirSync(__dirname, { recursive: true, encoding: 'utf8' })) {
		if (file.endsWith('.test.cjs')) {
			mocha.addFile(path.join(__dirname, file));
		}
	}
	const result = { passed: 0, failed: 0, pending: 0 };
	await new Promise<void>((resolve) => {
		mocha
			.run(() => resolve())
			.on('pass', () => result.passed++)
			.on('fail', () => result.failed++)
			.on('pending', () => result.pending++);
	});
	const file = process.env['PRECIS_TEST_RESULT'];
	if (file !== undefined && file !== '') {
		writeFileSync(file, JSON.stringify(result));
	}
	if (result.failed > 0) {
		throw new Error(`${result.failed} of ${result.passed + result.failed} tests failed.`);
	}
}
