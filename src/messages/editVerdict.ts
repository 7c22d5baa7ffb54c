/** What tools that write files say of how it went, where no flag tells. */

/** Characters at the beginning of a result in which they say it. */
const reach = 600;

const refused =
	/^\s*(?:<tool_use_error>|<error>|\[Operation Cancelled\]|\[?error\b|fail(?:ed|ure)\b|could not\b|cannot\b|can't\b|unable to\b|no (?:match|replacement|changes?)\b|invalid\b|old_?str|string to replace\b|permission denied|the (?:user (?:doesn't|denied|declined|rejected)|edit (?:was not|failed)|tool execution failed)|edit(?:or operation)? failed|string replacement failed|file (?:not found|does not exist|has not been|already exists)|path does not exist|your proposed edit)/i;

const refusedWithin =
	/\bverification failed\b|\bno sufficiently similar match\b|\bno replacement (?:was )?performed\b|\btext not found in\b|\bdid not (?:match|appear)\b|\bchanges have not been applied\b|\bintroduced new syntax error|\bwas not (?:edited|found|applied|modified)\b|^ *(?:patch|hunk) .{0,80}\bfailed\b|rejected by user/im;

const done =
	/\b(?:success(?:ful(?:ly)?)?|updated|edited|created|modified|wrote|written|applied|replaced|inserted|saved|deleted|removed|renamed|moved|overwritten|overwrote|added|changed|reverted)\b|bytes_written|^[ \t]*(?:ok|done)\b|^[ \t]*here's the result of running|^[ \t]*\[File: |^(?:---|\+\+\+) |^@@ -\d/im;

/** Whether an edit was made; unknown where the result does not say. */
export function editVerdict(result: string): 'ok' | 'failed' | 'unknown' {
	const start = result.slice(0, reach).trimStart();
	// What follows the first line may be the content of the file.
	const [line = ''] = start.split('\n', 1);
	for (const said of [line, start]) {
		if (refused.test(said) || refusedWithin.test(said)) {
			return 'failed';
		}
		if (done.test(said)) {
			return 'ok';
		}
	}
	return 'unknown';
}
