/**
 * How many of the statements that a model makes in a person's name are marked wrongly, and how many of
 * those the person never made are caught. Run with `node bench/claims/claims.ts`; `--develop` shows what
 * went wrong in the half that may be tuned on, `--shares` prints other thresholds.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { leastShares } from '../../src/summary/audit/attribution.ts';
import { fileSource } from '../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../src/transcripts/open.ts';
import { row } from '../measure.ts';
import { claimsOf, judge, ratesOf, type Claims, type Half, type Judged } from './measure.ts';
import { scenes } from './scenes/scenes.ts';
import { sessionClaims } from './sessions.ts';

const shared = join(import.meta.dirname, '../../../shared/transcripts');

async function claimsOfSessions(): Promise<Claims[]> {
	const found: Claims[] = [];
	for (const { file, real, invented } of sessionClaims) {
		const path = join(shared, file);
		if (existsSync(path)) {
			const { conversations } = await openTranscript(await fileSource(path));
			const [longest] = [...conversations].sort((a, b) => b.messages.length - a.messages.length);
			found.push({ where: file, messages: [...(longest?.messages ?? [])], real, invented });
		}
	}
	return found;
}

function shown(judged: readonly Judged[]): string {
	const { real, wronglyMarked, invented, caught } = ratesOf(judged);
	const share = (part: number, of: number): string =>
		`${part} of ${of} (${((100 * part) / Math.max(1, of)).toFixed(1)} %)`;
	return `marked wrongly ${share(wronglyMarked, real)}, caught ${share(caught, invented)}`;
}

const written = scenes.map(claimsOf);
const saved = await claimsOfSessions();
if (saved.length < sessionClaims.length) {
	console.log(`${sessionClaims.length - saved.length} saved sessions are not there.`);
}

const halves: readonly Half[] = ['develop', 'report'];
for (const half of halves) {
	row(`scenes, ${half}`, shown(written.flatMap((claims) => judge(claims, half))));
	row(`saved sessions, ${half}`, shown(saved.flatMap((claims) => judge(claims, half))));
}
const all = (least?: typeof leastShares): Judged[] =>
	[...written, ...saved].flatMap((claims) => judge(claims, undefined, least));
row('all', shown(all()));

if (process.argv.includes('--develop')) {
	for (const { where, text, isReal, isMarked } of [...written, ...saved].flatMap((claims) =>
		judge(claims, 'develop'),
	)) {
		if (isReal === isMarked) {
			console.log(`${isReal ? 'marked wrongly' : 'not caught'}  ${where}: ${text}`);
		}
	}
}
if (process.argv.includes('--shares')) {
	for (const said of [0.2, 0.25, 0.3, 0.35, 0.4, 0.5]) {
		row(`least share ${said}`, shown(all({ ...leastShares, said })));
	}
}
