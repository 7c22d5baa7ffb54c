import { describeOutcome } from '../../messages/toolOutcome.ts';
import { excerptsWithin, type Excerpt } from '../excerpts/excerpts.ts';
import { wholeLine } from '../facts/commands.ts';
import { safeUse } from '../facts/withoutSecrets.ts';
import { redactedLine } from '../redactedLine.ts';
import type { SummaryRequest } from '../summariser.ts';
import type { Facts } from './collect.ts';
import type { ExcerptItems } from './drafting.ts';
import { targetOf, verbs } from './actionText.ts';
import { shortenPaths } from './paths.ts';

/** Characters of what a call was about. */
const targetLength = 120;

/** Lines of the middle as items, in order. */
export function excerptItems({ log, range, counter }: SummaryRequest, facts: Facts): ExcerptItems {
	// Choosing looks at the log as it is; what is told has no secret in it.
	const safe = new Map(facts.calls.map((call, position) => [call, facts.uses[position]]));
	const label = ({ kind, use, isGiven }: Omit<Excerpt, 'lines'>): string => {
		if (use === undefined) {
			const { loaded, personSaid, said } = facts.words;
			return kind === 'document' ? loaded : kind === 'person' ? personSaid : said;
		}
		const whole = safe.get(use) ?? safeUse(use);
		const target =
			use.family === 'terminal' ? wholeLine(whole) || targetOf(whole) : targetOf(whole);
		const named = shortenPaths(redactedLine(target, targetLength), facts.root);
		const verdict = use.family === 'terminal' ? describeOutcome(use.outcome) : '';
		return isGiven === true
			? `${verbs[use.family]} ${named} (input)`
			: `${verbs[use.family]} ${named}${verdict === '' ? '' : ` — ${verdict}`}`;
	};
	const deleted = facts.atEnd.files.flatMap(({ state, path }) => (state === 'deleted' ? path : []));
	return (told, most) => {
		const upTo = excerptsWithin({
			log,
			range,
			uses: facts.calls,
			gone: { commits: facts.rewritten, files: deleted },
			told,
			budget: most,
			counter,
			label,
		});
		return (tokens) =>
			upTo(tokens).map((excerpt) => ({
				text: [
					`${label(excerpt)}:`,
					...excerpt.lines.flatMap((line) => line.split('\n').map((part) => `> ${part}`)),
				].join('\n'),
				sources: excerpt.sources,
			}));
	};
}
