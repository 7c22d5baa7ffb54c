/** Characters at either end of a search's result where its tool counts. */
const reach = 400;

const nothing =
	/^\W{0,20}(?:no (?:files?|matches|results?|match|symbols?|references|usages|occurrences|entries)(?: (?:were )?found)?\b|nothing (?:was )?found\b|0 (?:files?|matches|results?)\b|found (?:0|no) )/im;

const counted =
	/^\W{0,20}(?:found|(?:total )?(?:number of )?(?:matches|results|files)(?: found)?:|showing \d{1,9} of|total(?:_count)?:)\s*(?:a total of )?([\d,]{1,12})\b(?! (?:lines|chars|characters|bytes)\b)/im;

const countFirst =
	/^\W{0,20}([\d,]{1,12}) (?:total )?(?:matches|match|results?|files?|matching \w+)\b/im;

const countKeys = ['total_count', 'totalCount', 'total_matches', 'totalMatches', 'total', 'count'];

/** Where a match stands: `src/a.ts:12:` or `src/a.ts:12-` around it. */
const place = /^(?:[A-Za-z]:)?[^\s:]{1,300}:\d{1,7}:/;

/**
 * How many matches a search says it found; what it lists one a line is counted. Undefined where that
 * is not known: headings, context and cut ends would be counted as well.
 */
export function foundCount(result: string): number | undefined {
	const start = result.slice(0, reach);
	if (nothing.test(start)) {
		return 0;
	}
	const told = jsonCount(result) ?? wordCount(start) ?? wordCount(result.slice(-reach));
	if (told !== undefined) {
		return told;
	}
	const lines = result.split('\n').filter((line) => line.trim() !== '');
	return lines.length > 0 && lines.every((line) => place.test(line)) ? lines.length : undefined;
}

function wordCount(text: string): number | undefined {
	const found = counted.exec(text)?.[1] ?? countFirst.exec(text)?.[1];
	return found === undefined ? undefined : Number(found.replaceAll(',', ''));
}

/** Of the object a search answers with, or its beginning. */
function jsonCount(result: string): number | undefined {
	if (!/^\s*\{/.test(result)) {
		return undefined;
	}
	const ends = `${result.slice(0, reach)}\n${result.slice(-reach)}`;
	for (const key of countKeys) {
		const found = new RegExp(`"${key}"\\s*:\\s*(\\d{1,12})\\b`).exec(ends)?.[1];
		if (found !== undefined) {
			return Number(found);
		}
	}
	return undefined;
}
