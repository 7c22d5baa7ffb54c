import type { Log } from '../../messages/message.ts';
import { markedEarlier } from '../activeTask.ts';
import type { FoundSummary } from '../foreign/found.ts';
import type { Turn } from '../facts/turns.ts';
import { sectionTitles, type SectionTitle } from '../sections.ts';
import { statementOf } from '../wishes.ts';
import { isAbsolute, isSamePath, slashed } from '../facts/paths.ts';
import type { Candidate, Tier } from './candidate.ts';
import { contradictedBy } from './contradicted.ts';
import type { Facts } from './collect.ts';
import { editedAwayBy } from './editedAway.ts';
import { shortPath } from './paths.ts';
import { plansAreOver, untouchedSince } from './plansSince.ts';
import { saysInAnyLanguage } from './wording.ts';

/**
 * What summaries of earlier compactions say, section by section, brought up to date with what the log
 * says since: their originals are gone. Where a statement would read as the person's own words, it is
 * marked as from an earlier summary.
 */

/** How early a section's statements are given room; those of the last tier wait for their turn. */
const tierOf: Readonly<Record<SectionTitle, Tier>> = {
	'Active Task': 'task',
	Goal: 'task',
	'Constraints & Preferences': 'constraints',
	'Completed Actions': 'rest',
	'Active State': 'verdicts',
	'In Progress': 'plan',
	Blocked: 'verdicts',
	'Key Decisions': 'earlier',
	'Resolved Questions': 'rest',
	'Pending User Asks': 'plan',
	'Relevant Files': 'files',
	'Remaining Work': 'plan',
	'Critical Context': 'earlier',
};

/** Sections where nothing stands unmarked that only a summary says, of ours too; others' are of their time. */
const marked: ReadonlySet<SectionTitle> = new Set([
	'Goal',
	'Constraints & Preferences',
	'Pending User Asks',
	// What was open then may be done by now.
	'Remaining Work',
]);

/** Sections that say where things stood: only the newest summary's count. */
const ofTheState: ReadonlySet<SectionTitle> = new Set([
	'Active State',
	'In Progress',
	'Blocked',
	'Pending User Asks',
	'Relevant Files',
	'Remaining Work',
]);

/** Stands in front of everything the log says itself. */
const inFront = -1e6;

/**
 * What is to be told with what earlier summaries said and still holds.
 * @param known What the log says itself, which wins.
 */
export function withEarlier(log: Log, facts: Facts, known: readonly Candidate[]): Candidate[] {
	const earlier = earlierCandidates(log, facts, known);
	const files = earlier.flatMap(({ path }) => path ?? []);
	const isReadAgain = ({ path, tier }: Candidate): boolean =>
		path !== undefined && tier === 'rest' && files.some((file) => isSamePath(path, file));
	return [...earlier, ...known.filter((candidate) => !isReadAgain(candidate))];
}

/** An action's number, which follows from what stands before it. */
const numberOf = /^\d{1,6}\. /;

function earlierCandidates(log: Log, facts: Facts, known: readonly Candidate[]): Candidate[] {
	const labels = labelsIn(known);
	const told = new Set(
		[...known.map(({ item }) => item), ...facts.turns.map(({ text }) => ({ text }))].map((item) =>
			statementOf(item.text),
		),
	);
	const latest = facts.earlier.at(-1);
	let order = inFront;
	return facts.earlier.flatMap((found) =>
		sectionTitles.flatMap((section) => {
			if (section === 'Active Task' || (ofTheState.has(section) && found !== latest)) {
				return [];
			}
			const holds = stillHolds(section, log, facts, found);
			const isMarked = !found.isOwn || marked.has(section);
			const root = rootIn(found);
			return found.summary[section].flatMap((item): Candidate[] => {
				const { text } = item;
				const statement = statementOf(unmarked(text));
				if (
					told.has(statement) ||
					!holds(item.text) ||
					labels.some((own) => startsLabelled(text, own))
				) {
					return [];
				}
				told.add(statement);
				order += 1;
				const path = section === 'Relevant Files' ? pathIn(text) : undefined;
				const full = path === undefined || isAbsolute(path) ? '' : root;
				const bare = text.replace(numberOf, '');
				const placed = shortPath(`${full}${bare}`, facts.root);
				const shown = isMarked ? markedEarlier(placed, facts.words) : placed;
				return [
					{
						section,
						tier: tierOf[section],
						item: { text: shown, sources: [found.index + 1] },
						order,
						...(bare === text ? {} : { isNumbered: true }),
						...(path === undefined ? {} : { path: `${full}${path}` }),
					},
				];
			});
		}),
	);
}

/** Requests of the person that only earlier summaries tell of, oldest first, as turns of theirs. */
export function earlierRequests(facts: Pick<Facts, 'words' | 'turns' | 'earlier'>): Turn[] {
	const told = new Set(facts.turns.map(({ text }) => statementOf(text)));
	return facts.earlier.flatMap(({ index, summary, quotes }, position) => {
		// The newest one's Active Task has its own section.
		const isNewest = position === facts.earlier.length - 1;
		const asked = isNewest ? [] : summary['Active Task'].map(({ text }) => text);
		return [...quotes, ...asked].flatMap((text) => {
			const statement = statementOf(unmarked(text));
			if (told.has(statement) || saysInAnyLanguage('followsBelow', text)) {
				return [];
			}
			told.add(statement);
			return [
				{
					request: index,
					text: markedEarlier(text, facts.words),
					end: index + 1,
					started: true,
					stopped: false,
				},
			];
		});
	});
}

/** A statement without the mark that says where it is from. */
function unmarked(text: string): string {
	const [mark = '', own = ''] = / \(([^()\n]{1,80})\)$/.exec(text) ?? [];
	return mark !== '' && saysInAnyLanguage('fromEarlier', own) ? text.slice(0, -mark.length) : text;
}

/** Tells whether what a summary said in a section is still so, as far as the log since says. */
function stillHolds(
	section: SectionTitle,
	log: Log,
	facts: Facts,
	found: FoundSummary,
): (text: string) => boolean {
	const { index } = found;
	const isOver = plansAreOver(found, facts.allTurns);
	if (isOver && (section === 'Active State' || section === 'Blocked')) {
		return () => false;
	}
	const isContradicted = contradictedBy(facts.allTurns.filter(({ request }) => request > index));
	const isUntouched = isOver ? untouchedSince(log, found) : () => true;
	const wentOn = facts.atEnd.uses.some((use) => use.callIndex >= index);
	const since = facts.atEnd.runs.filter((run) => run.use.callIndex > index);
	const hasGitMoved = since.some(
		({ use }) => use.outcome.status !== 'failed' && movesGit.test(use.target),
	);
	switch (section) {
		case 'Active State':
		case 'Blocked': {
			// A command that ran again says itself how it ended.
			const ran = new Set(since.map(({ command }) => command));
			return (text) => {
				const [, command] = /^`([^`\n]{1,400})`/.exec(text) ?? [];
				const isStale = hasGitMoved && saysGitState(text);
				return !isStale && (command === undefined || !ran.has(command));
			};
		}
		case 'Relevant Files': {
			const changed = facts.atEnd.files
				.filter(({ state }) => state !== 'read')
				.map(({ path }) => slashed(path));
			return (text) => {
				const path = slashed(pathIn(text) ?? '');
				const isIn = (file: string): boolean =>
					path.endsWith('/') ? `/${file}`.includes(`/${path}`) : isSamePath(file, path);
				return path !== '' && !changed.some(isIn);
			};
		}
		case 'In Progress':
			return () => !wentOn;
		case 'Remaining Work':
			return (text) => facts.todos.length === 0 && !saidDone.test(text) && isUntouched(text);
		case 'Pending User Asks': {
			const isAnswered = facts.allTurns.some(({ request }) => request > index);
			return (text) => !(isAnswered && startsLabelled(text, 'openQuestion')) && isUntouched(text);
		}
		case 'Critical Context':
			return (text) =>
				!isContradicted(text) &&
				!(hasGitMoved && saysGitState(text)) &&
				!(wentOn && /^(?:\*\*)?current\b/i.test(text));
		case 'Key Decisions': {
			const isEditedAway = editedAwayBy(
				facts.atEnd.uses.filter(({ callIndex }) => callIndex > index),
			);
			return (text) => !isContradicted(text) && !isEditedAway(text);
		}
		default:
			return (text) => !isContradicted(text);
	}
}

/** Commands after which commits and what was pushed are others. */
const movesGit = /\bgit (?:commit|push|merge|rebase|pull|reset|cherry-pick|revert)\b/;

/** Whether a statement names a commit, or counts some. */
function saysGitState(text: string): boolean {
	return (
		/\b(?:commit|push|HEAD|ahead|behind)\w*\b|提交|推送|领先|コミット|プッシュ|커밋|푸시/iu.test(
			text,
		) && /\b(?=\w{0,40}\d)[0-9a-f]{7,40}\b|\d/.test(text)
	);
}

/** How summaries mark a step that is done, in lists of steps of which others are not. */
const saidDone = /^(?:\d{1,3}[.)] )?(?:\[(?:x|done)\]|✅|☑|(?:\*\*)?(?:DONE|COMPLETED)\b)/;

/** The path a statement about a file begins with, perhaps behind what became of it; undefined where it names none. */
function pathIn(text: string): string | undefined {
	const [, path = ''] =
		/^(?:(?:created|modified|deleted|read): |\*\*[^*`\n]{1,40}\*\*:? (?=`))?(?:\*\*)?`?([^\s`*—:]{1,400})/.exec(
			text,
		) ?? [];
	const isNamed =
		/[/\\]|\.\w/.test(path) || text.includes(`\`${path}\``) || text.includes(`${path} — `);
	return path !== '' && !path.startsWith('<') && isNamed ? path : undefined;
}

/** What the paths of a summary are relative to; empty where it does not say. */
function rootIn({ summary }: FoundSummary): string {
	const said = summary['Active State'].find(({ text }) => startsLabelled(text, 'relativeTo'));
	return said?.text.replace(/^[^:：]*[:：]\s*/, '') ?? '';
}

/** What the log says of its own state, under a label that stands once. */
function labelsIn(known: readonly Candidate[]): Label[] {
	return (['relativeTo', 'branch', 'lastCommit'] as const).filter((label) =>
		known.some(
			({ section, item }) => section === 'Active State' && startsLabelled(item.text, label),
		),
	);
}

type Label = 'openQuestion' | 'relativeTo' | 'branch' | 'lastCommit';

/** Whether a statement begins with a label of the built-in summariser. */
function startsLabelled(text: string, label: Label): boolean {
	const end = text.search(/[:：]/);
	return end > 0 && saysInAnyLanguage(label, text.slice(0, end));
}
