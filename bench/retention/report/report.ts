import type { TokenCounter } from '../../../src/messages/tokens.ts';
import { earlierScores } from '../earlierSummaries.ts';
import { factScores } from '../facts.ts';
import { focusBudget, focusScores } from '../focusing.ts';
import { methods } from '../methods/all.ts';
import { builtIn } from '../methods/builtIn.ts';
import { recallBudget, recallScores } from '../recalling.ts';
import type { Group, Session } from '../sessions/sessions.ts';
import { longSession, speedOf } from '../speed.ts';
import { roundBudget, tenRoundsOf } from '../tenRounds.ts';
import { added, factTable } from './facts.ts';
import { outOf, percent, table } from './table.ts';

/** Everything about one group of sessions, as Markdown. */
export async function reportOf(
	group: Group,
	sessions: readonly Session[],
	counter: TokenCounter,
): Promise<string> {
	return [
		`# ${group}: ${sessions.length} sessions`,
		...factsPart(sessions, counter),
		...earlierPart(sessions, counter),
		...(await roundsPart(sessions, counter)),
		...focusPart(sessions, counter),
		...recallPart(sessions, counter),
		...speedPart(group, sessions),
		'',
	].join('\n\n');
}

const factBudgets = [2_000, 4_000, 8_000];

function factsPart(sessions: readonly Session[], counter: TokenCounter): string[] {
	const scored = factBudgets.map((budget) =>
		sessions.map((session) => factScores(session, builtIn, budget, counter)),
	);
	const baselines = methods.filter(({ name }) => name.startsWith('observation') || name === 'head');
	const invented = scored.flat().flatMap((score) => score.invented);
	return [
		'## Facts',
		factTable([
			...factBudgets.map((budget, index): [string, ReturnType<typeof added>] => [
				`ours, ${budget.toLocaleString('en-US')}`,
				added((scored[index] ?? []).map(({ tallies }) => tallies)),
			]),
			...baselines.map((method): [string, ReturnType<typeof added>] => [
				`${method.name}, 4,000`,
				added(sessions.map((session) => factScores(session, method, 4_000, counter).tallies)),
			]),
		]),
		`Made up: ${invented.length}${invented.length === 0 ? '' : ` (${[...new Set(invented)].join(', ')})`}`,
	];
}

function earlierPart(sessions: readonly Session[], counter: TokenCounter): string[] {
	const scores = sessions.flatMap((session) => earlierScores(session, counter));
	return scores.length === 0
		? []
		: [
				`## Summaries found in the sessions: ${scores.length}, of ${scores.map(({ tokens }) => tokens).join(', ')} tokens`,
				factTable([
					['theirs', added(scores.map(({ theirs }) => theirs))],
					['ours, as long', added(scores.map(({ ours }) => ours))],
				]),
			];
}

async function roundsPart(sessions: readonly Session[], counter: TokenCounter): Promise<string[]> {
	const all = await Promise.all(
		sessions.map(async (session) => ({ session, result: await tenRoundsOf(session, counter) })),
	);
	const done = all.flatMap(({ session, result }) =>
		result === undefined ? [] : [{ session, ...result }],
	);
	return [
		`## Ten rounds, ${roundBudget.toLocaleString('en-US')} tokens`,
		factTable([
			['compacted once', added(done.map(({ once }) => once))],
			['after ten rounds', added(done.map(({ tenTimes }) => tenTimes))],
		]),
		table(
			['Session', 'tokens of the handoff, round by round'],
			done.map(({ session, sizes }) => [session.name, sizes.join(', ')]),
		),
	];
}

function focusPart(sessions: readonly Session[], counter: TokenCounter): string[] {
	const scores = sessions.flatMap((session) => focusScores(session, counter) ?? []);
	return scores.length === 0
		? []
		: [
				`## Focus, ${focusBudget.toLocaleString('en-US')} tokens`,
				table(
					['Topic', 'inside, without', 'inside, with', 'outside, without', 'outside, with'],
					scores.map(({ topic, inside, outside }) => [
						topic,
						percent(inside.without),
						percent(inside.with),
						percent(outside.without),
						percent(outside.with),
					]),
				),
			];
}

function recallPart(sessions: readonly Session[], counter: TokenCounter): string[] {
	const scores = sessions.map((session) => recallScores(session, counter));
	const lost = scores.reduce((sum, score) => sum + score.lost, 0);
	const found = scores.reduce((sum, score) => sum + score.found, 0);
	return [
		`Recall: of ${lost} numbers and identifiers lost at ${recallBudget.toLocaleString('en-US')} tokens, one search found ${outOf(found, lost)} (${percent(found / lost)}).`,
	];
}

/** Shorter sessions measure what a summary costs at all, megabytes. */
const smallestMeasured = 0.1;

function speedPart(group: Group, sessions: readonly Session[]): string[] {
	const measured = [...(group === 'own' ? [longSession()] : []), ...sessions]
		.map(speedOf)
		.filter(({ megabytes }) => megabytes >= smallestMeasured);
	return [
		'## Time',
		table(
			['Session', 'MB', 'ms of processor time per MB'],
			measured.map(({ name, megabytes, msPerMegabyte }) => [
				name,
				megabytes.toFixed(1),
				msPerMegabyte.toFixed(0),
			]),
		),
	];
}
