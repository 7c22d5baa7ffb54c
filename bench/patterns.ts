/**
 * What hostile texts do to the patterns of the sources: `node bench/patterns.ts [--all]`. Every pattern
 * is driven with texts made for it at n, 2n and 4n characters; those are listed that take four times as
 * long for twice the text. Redaction and the ledger of commands are driven as a whole.
 */
import process from 'node:process';

import type { Log } from '../src/messages/message.ts';
import { pairTools } from '../src/messages/toolPairs.ts';
import { redact } from '../src/redaction/redact.ts';
import { ledgerOf } from '../src/summary/ledger.ts';
import { hostileTexts } from './hostileTexts.ts';
import { sourcePatterns } from '../test/support/patterns.ts';
import { ms, row } from './measure.ts';

const length = 5_000;

/** Linear patterns take less than a millisecond for a text of `length`. */
const suspicious = 4;

/** Milliseconds of the quicker of two runs. */
function timed(work: () => unknown): number {
	const times = [0, 1].map(() => {
		const before = performance.now();
		work();
		return performance.now() - before;
	});
	return Math.min(...times);
}

function growth(of: string, work: (size: number) => () => unknown, size = length): void {
	const times = [size, 2 * size, 4 * size].map((each) => timed(work(each)));
	row(of.slice(0, 60), times.map(ms).join(' · '), `${size} · ${2 * size} · ${4 * size} characters`);
}

const patterns = sourcePatterns();
let slow = 0;
for (const { place, expression } of patterns) {
	const texts = hostileTexts(expression, length);
	const times = texts.map((text) => timed(() => text.replace(expression, '')));
	const worst = times.indexOf(Math.max(...times));
	if ((times[worst] ?? 0) > suspicious || process.argv.includes('--all')) {
		slow += 1;
		growth(place, (size) => {
			const text = hostileTexts(expression, size)[worst] ?? '';
			return () => text.replace(expression, '');
		});
		console.log(`    ${expression.source.slice(0, 100)}`);
		console.log(`    ${JSON.stringify(texts[worst]?.slice(0, 60))}`);
	}
}
row('patterns · slow ones', `${patterns.length} · ${slow}`);

function running(command: string): Log {
	const call = { id: '1', name: 'Bash', arguments: JSON.stringify({ command }) };
	return [
		{ message: { role: 'assistant', content: '', toolCalls: [call] }, tokens: 1 },
		{ message: { role: 'tool', toolCallId: '1', content: command }, tokens: 1 },
	];
}

for (const piece of ['git ', 'git commit ', 'ls | ', 'a=1 ', '"', '[main 1a2b3c4', '2>&1 ']) {
	growth(`ledger of ${JSON.stringify(piece)}`, (size) => {
		const log = running(`git commit ${piece.repeat(size / piece.length)}`);
		return () => ledgerOf(log, pairTools(log));
	});
}
for (const piece of ['docker -p -p ', '-p ', 'gh secret -b ', 'aws --secret-string ']) {
	growth(`redaction of ${JSON.stringify(piece)}`, (size) => {
		const text = `docker ${piece.repeat(size / piece.length)}`;
		return () => redact(text);
	});
}
