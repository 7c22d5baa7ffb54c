import { flatten, withoutDirectories, type Told } from '../told.ts';
import { commandLine, type Call } from './calls.ts';
import type { Fact, Verdict } from './fact.ts';
import { partsOf } from './shell.ts';

/** How a check ended. */
type Status = 'ok' | 'failed';

interface Check {
	readonly status: Status;
	readonly result: string;
}

const checkWord =
	/^(?:\S+ ){0,3}?(?:\S*[:./-])?(?:tests?|spec|build|lint|check|vet|tsc|typecheck|pytest|mypy|jest|vitest|mocha|rspec|clippy|eslint|biome|ruff|oxlint|golangci-lint)\b/;

/** Programs that only look, or say things about checks. */
const noCheck =
	/^(?:git|gh|grep|rg|cat|ls|echo|cd|find|sed|awk|head|tail|curl|rm|mkdir|cp|mv|test|\[|which|export|source|for|while|if|do|done|then|docker|open|less|wc|touch|printf|sleep|kill|pkill|time|chmod|diff|tee|sort|xargs|jq)\b/;

const said: Readonly<Record<Status, RegExp>> = {
	ok: /\bok\b|pass|success|succeeded|exit (?:code )?0|✓|通过|成功|réussi|bestanden/i,
	failed: /fail|error|exit (?:code |status )?[1-9]|✗|not ok|失败|失敗|échec|échoué|fehlgeschlagen/i,
};

/** The last run of every check, and what is still broken. */
export function checkFacts(calls: readonly Call[]): Fact[] {
	return [...lastChecks(calls)].flatMap(([command, { status, result }]): Fact[] => {
		const judge = (told: Told): Verdict => judged(told, command, status);
		const error = status === 'failed' ? errorLine(result) : undefined;
		return [
			{ kind: 'checks, last status', text: `${command} → ${status}`, judge },
			...(status === 'failed' ? [{ kind: 'failing checks' as const, text: command, judge }] : []),
			...(error === undefined
				? []
				: [
						{
							kind: 'open errors' as const,
							text: error,
							judge: (told: Told) => hasError(told, error),
						},
					]),
		];
	});
}

/** How a run ended by what a test runner prints at its end; undefined where it says nothing. */
function printed(result: string): Status | undefined {
	const end = result.slice(-2_000);
	if (/^(?:FAIL|--- FAIL|FAILED)\b|\b[1-9]\d* (?:failed|failing|failures?)\b/m.test(end)) {
		return 'failed';
	}
	return /^(?:ok|PASS)\s|\b[1-9]\d* (?:passed|passing)\b/m.test(end) ? 'ok' : undefined;
}

/** Whether a run makes an earlier one void: the same command, or the same tool on all there is. */
function covers(command: string, earlier: string): boolean {
	const [tool = '', verb = '', ...rest] = command.split(' ');
	const isWhole = rest.every((word) => word === './...' || word.startsWith('-count'));
	return command === earlier || (isWhole && earlier.startsWith(`${tool} ${verb} `));
}

/** Every check whose end is known, with its last run. */
function lastChecks(calls: readonly Call[]): Map<string, Check> {
	const checks = new Map<string, Check>();
	for (const call of calls) {
		const parts = partsOf(commandLine(call) ?? '');
		const found = parts.filter(({ text }) => !noCheck.test(text) && checkWord.test(text));
		for (const { text, piped } of found) {
			const sure = found.length === 1 && parts.at(-1)?.text === text;
			const known = call.failed === true ? (sure ? 'failed' : undefined) : 'ok';
			const status =
				piped || call.failed === undefined ? (sure ? printed(call.result) : undefined) : known;
			for (const other of [...checks.keys()].filter((command) => covers(text, command))) {
				checks.delete(other);
			}
			if (status !== undefined) {
				checks.set(text, { status, result: call.result });
			}
		}
	}
	return checks;
}

function judged(told: Told, command: string, status: Status): Verdict {
	const [line = ''] = command.split('\n');
	const places = told.around(line);
	const claims = places.map((place) => place.slice(place.indexOf(line) + line.length));
	if (claims.some((claim) => said[status].test(claim))) {
		return 'right';
	}
	const opposite = status === 'ok' ? said.failed : said.ok;
	return claims.some((claim) => opposite.test(claim)) ? 'wrong' : 'missing';
}

const errorWord = /error|fail|exception|panic|assert|expected|cannot|undefined|not found|unknown/i;

/** Characters by which an error is known again. */
const errorLength = 60;

function errorLine(result: string): string | undefined {
	const line = result
		.replace(/\x1b\[[\d;]*m/g, '')
		.split('\n')
		.map((text) => text.trim())
		.find((text) => errorWord.test(text) && !/^exit code/i.test(text) && text.length > 12);
	return line === undefined ? undefined : withoutDirectories(flatten(line)).slice(0, errorLength);
}

function hasError(told: Told, error: string): Verdict {
	return told.bare.includes(error) ? 'right' : 'missing';
}
