/** The counts of a test run. */
export interface TestCounts {
	readonly passed?: number;
	readonly failed?: number;
	readonly skipped?: number;
}

/** How a test runner reports its counts. */
interface TestPattern {
	/** Part of every match: searched for first, which takes a fraction of the time. */
	readonly needs: string;
	readonly pattern: RegExp;
	readonly read: (match: RegExpExecArray) => TestCounts;
}

/** Summaries of test runners; the last match of a text counts. */
const testPatterns: readonly TestPattern[] = [
	{ needs: 'Test', pattern: /^ *Tests?:? +(\d.*(?:passed|failed|total).*)$/gm, read: wordedCounts },
	{
		needs: ' in ',
		pattern: /^(?:=+ )?(\d+ (?:passed|failed|errors?|skipped)\b.*) in [\d.]+s\b/gm,
		read: wordedCounts,
	},
	{ needs: 'test result: ', pattern: /^test result: \w+\. (.*)$/gm, read: wordedCounts },
	{ needs: 'passed, ', pattern: /^(\d+ passed, \d+ failed.*)$/gm, read: wordedCounts },
	{
		needs: 'failure',
		pattern: /^(?:\d+ doctests?, )?(\d+ (?:tests?|examples?), \d+ failures?.*)$/gm,
		read: wordedCounts,
	},
	{ needs: 'pass ', pattern: /^[# ℹ]*pass +(\d+)\s+^[# ℹ]*fail +(\d+)$/gm, read: twoCounts },
	{
		needs: ' pass',
		pattern: /^ +(\d+) pass\r?\n(?: +\d+ (?:skip|todo)\r?\n){0,2} +(\d+) fail\r?$/gm,
		read: twoCounts,
	},
	{
		needs: ' passing',
		pattern: /^ +(\d+) passing\b.*\r?(?:\n +\d+ pending\r?)?(?:\n +(\d+) failing\b)?/gm,
		read: twoCounts,
	},
];

/** Counts of the last test run a text reports; undefined when it reports none. */
export function readTestCounts(text: string): TestCounts | undefined {
	for (const { needs, pattern, read } of testPatterns) {
		const last = text.includes(needs) ? [...text.matchAll(pattern)].at(-1) : undefined;
		if (last !== undefined) {
			return read(last);
		}
	}
	return undefined;
}

function countBefore(text: string, word: RegExp): number | undefined {
	const found = new RegExp(`(\\d+) (?:tests? )?(?:${word.source})`, 'i').exec(text)?.[1];
	return found === undefined ? undefined : Number(found);
}

/** Some runners count what passed, others all tests. */
function wordedCounts([, text = '']: RegExpExecArray): TestCounts {
	const failed =
		(countBefore(text, /failed|failures?/) ?? 0) + (countBefore(text, /errors?\b/) ?? 0);
	const all = countBefore(text, /(?:tests?|examples?),/);
	const passed = countBefore(text, /passed/) ?? (all === undefined ? all : all - failed);
	const skipped = countBefore(text, /skipped|ignored/) ?? 0;
	return {
		...(passed === undefined ? {} : { passed }),
		failed,
		...(skipped === 0 ? {} : { skipped }),
	};
}

function twoCounts([, passed, failed = '0']: RegExpExecArray): TestCounts {
	return { passed: Number(passed), failed: Number(failed) };
}
