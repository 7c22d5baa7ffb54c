import { readFile } from 'node:fs/promises';

/** What `test/host/index.ts` writes when all tests have run. */
interface HostTestResult {
	readonly passed: number;
	readonly failed: number;
	readonly pending: number;
}

/**
 * Prints the numbers of a run inside VS Code, as `test/run.ts` counts them.
 * @returns Whether all tests passed. A run without tests, or one that broke off, is a mistake.
 */
export async function reportHostTests(resultFile: string): Promise<boolean> {
	let text: string;
	try {
		text = await readFile(resultFile, 'utf8');
	} catch {
		console.error('The tests did not come to their end.');
		return false;
	}
	const { passed, failed, pending } = JSON.parse(text) as HostTestResult;
	console.log(`precis-host-tests passed=${passed} failed=${failed} pending=${pending}`);
	return failed === 0 && passed > 0;
}
