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
	readonly read: TestReader;
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
		read: totals,
	},
	{
		needs: 'fail ',
		pattern: /^[# ℹ]*(?:pass|tests) +\d+$[^]{0,400}?^[# ℹ]*fail +\d+$/gm,
		read: tap,
	},
	{
		needs: ' passing',
		pattern: /^ +(\d+) passing\b[^]{0,200}?(?:^ +(\d+) failing\b|$(?![^]))/gm,
		read: mocha,
	},
	{ needs: ' passing', pattern: /^ +(\d+) passing\b/gm, read: mocha },
];

type TestReader = (match: RegExpExecArray) => TestCounts;

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

function counts(
	passed: number | undefined,
	failed: number | undefined,
	skipped?: number,
): TestCounts {
	return {
		...(passed === undefined ? {} : { passed }),
		...(failed === undefined ? {} : { failed }),
		...(skipped === undefined || skipped === 0 ? {} : { skipped }),
	};
}

function wordedCounts(match: RegExpExecArray): TestCounts {
	const text = match[1] ?? '';
	const errors = countBefore(text, /errors?\b/);
	const failed = countBefore(text, /failed|failures?/);
	return counts(
		countBefore(text, /passed/),
		failed === undefined && errors === undefined ? 0 : (failed ?? 0) + (errors ?? 0),
		countBefore(text, /skipped|ignored/),
	);
}

function totals(match: RegExpExecArray): TestCounts {
	const total = Number(/\d+/.exec(match[1] ?? '')?.[0]);
	const failed = countBefore(match[1] ?? '', /failures?/) ?? 0;
	return counts(total - failed, failed);
}

function tap(match: RegExpExecArray): TestCounts {
	const number = (word: string): number | undefined => {
		const found = new RegExp(`^[# ℹ]*${word} +(\\d+)$`, 'm').exec(match[0])?.[1];
		return found === undefined ? undefined : Number(found);
	};
	return counts(number('pass'), number('fail'));
}

function mocha(match: RegExpExecArray): TestCounts {
	const failing = /^ +(\d+) failing\b/m.exec(match.input.slice(match.index))?.[1];
	return counts(Number(match[1]), failing === undefined ? 0 : Number(failing));
}
