/**
 * What the person said once and a long session must not lose: `node bench/plantedRules.ts [--missed]`.
 * Rules, constraints, facts and preferences, some of them replaced later, are planted in a session of about
 * a million characters, which is compacted six times in a window of 64,000 tokens without a model. Printed is
 * how many of each kind the last context still has word for word.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { defaultSettings } from '../src/compaction/budgets.ts';
import type { CompactionRecord } from '../src/compaction/record.ts';
import { renderContext } from '../src/compaction/render.ts';
import { compactLog } from '../src/conversations/compacting.ts';
import { textOf, toolCallsOf, type Message } from '../src/messages/message.ts';
import { estimatedTokens, logEntry, messageLength } from '../src/messages/tokens.ts';
import { builtInSummariser } from '../src/models/ladder.ts';
import { fileSource } from '../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../src/transcripts/open.ts';
import { prose } from '../test/support/logs.ts';
import { longConversation } from './longConversation.ts';
import { row } from './measure.ts';

type Kind = 'safety' | 'constraint' | 'fact' | 'preference';

interface Plant {
	readonly kind: Kind;
	readonly text: string;
	/** The wish that it replaces. */
	readonly replaces?: string;
}

const seeds = 8;
const rounds = 6;
const window = 64_000;
const characters = 1_000_000;

/** Share of the session, from its start, in which something is planted. */
const planted = 0.85;

const names = 'amber birch cedar delta ember fjord grove haven'.split(' ');

/** What is planted with a seed, in the order it is said. */
function plantsOf(seed: number): Plant[] {
	const name = names[seed % names.length] ?? '';
	const port = 4_100 + seed * 37;
	const first = `Write the log lines of ${name} as JSON.`;
	const second = `Name the branches of ${name} wip/, please.`;
	return [
		{ kind: 'safety', text: `Never run migrations against the ${name} production database.` },
		{ kind: 'constraint', text: `The public API of ${name}-core stays as it is.` },
		{ kind: 'fact', text: `The staging server of ${name} listens on port ${port}.` },
		{ kind: 'preference', text: first },
		{ kind: 'safety', text: `Ask me before you delete anything under ${name}/data.` },
		{ kind: 'constraint', text: `No new dependencies in ${name}-web.` },
		{ kind: 'fact', text: `${name}-web is deployed on Thursdays, by Kim.` },
		{ kind: 'preference', text: second },
		{ kind: 'constraint', text: `${name} has to run on Node ${18 + (seed % 3)} as well.` },
		{ kind: 'safety', text: `Keys of ${name} do not belong into the repository.` },
		{ kind: 'fact', text: `Ticket ${name.toUpperCase()}-${port} is what we are working for.` },
		{ kind: 'constraint', text: `Every file of ${name} keeps its licence header.` },
		{ kind: 'preference', text: `Plain text for the logs of ${name} after all.`, replaces: first },
		{ kind: 'fact', text: `The cache of ${name} holds ${port} entries at most.` },
		{ kind: 'safety', text: `Hands off the firewall rules of ${name}.` },
		{ kind: 'constraint', text: `Tests of ${name} may not reach the network.` },
		{ kind: 'fact', text: `${name} came from a fork of quay ${1 + (seed % 4)}.${seed}.` },
		{ kind: 'preference', text: `Branches of ${name} are called feat/ now.`, replaces: second },
		{ kind: 'constraint', text: `A commit of ${name} is never larger than ${200 + seed} lines.` },
		{ kind: 'fact', text: `The owner of ${name} is the team Lagoon-${seed}.` },
	];
}

/** A real session, where one is beside the repository, else a made-up one. */
async function session(): Promise<readonly Message[]> {
	const real = path.join(
		import.meta.dirname,
		'../../shared/transcripts/claude-code/ohmyposh-54bffa0c17-1537msgs-compact-images.jsonl',
	);
	if (!existsSync(real)) {
		return longConversation(Math.ceil(characters / 4_000));
	}
	const { conversations } = await openTranscript(await fileSource(real));
	return [...(conversations[0]?.messages ?? [])];
}

/** As many of the messages as are so long together. */
function beginningOf(messages: readonly Message[], most: number): Message[] {
	let length = 0;
	return messages.filter((message) => {
		length += messageLength(message);
		return length <= most;
	});
}

/** The session with plants between its turns, alone or at either end of a longer message. */
function withPlants(
	messages: readonly Message[],
	plants: readonly Plant[],
	seed: number,
): Message[] {
	const between = messages.flatMap((message, index) =>
		(message.role !== 'assistant' || toolCallsOf(message).length === 0) &&
		messages[index + 1]?.role === 'assistant' &&
		index > 0 &&
		index < messages.length * planted
			? [index]
			: [],
	);
	const places = new Map(
		plants.map((plant, position) => {
			const share = (position + ((seed * 0.37) % 1)) / plants.length;
			return [between[Math.floor(share * between.length)] ?? 1, plant] as const;
		}),
	);
	if (places.size < plants.length) {
		throw new Error(`The session has ${between.length} places only.`);
	}
	return messages.flatMap((message, index) => {
		const plant = places.get(index);
		if (plant === undefined) {
			return [message];
		}
		const more = prose(100 + ((index * 53) % 500), index);
		const content =
			[plant.text, `${more}\n${plant.text}`, `${plant.text} ${more}`][index % 3] ?? '';
		return [message, { role: 'user', content }, { role: 'assistant', content: 'Understood.' }];
	});
}

/** Everything in the context behind the last of the rounds. */
async function lastContext(messages: readonly Message[]): Promise<string> {
	const whole = messages.map((message) => logEntry(message, estimatedTokens));
	let previous: CompactionRecord | undefined;
	for (let round = 1; round <= rounds; round += 1) {
		const outcome = await compactLog(
			{
				log: whole.slice(0, Math.round((whole.length * round) / rounds)),
				trigger: 'manual',
				settings: { ...defaultSettings, window },
				counter: estimatedTokens,
				...(previous === undefined ? {} : { previous }),
			},
			{ summariser: builtInSummariser(() => 0), now: () => 0 },
			new AbortController().signal,
		);
		if (outcome.kind !== 'compacted') {
			throw new Error(`Round ${round} of ${rounds}: ${outcome.kind}.`);
		}
		previous = outcome.record;
	}
	const context = renderContext(whole, previous);
	return context.messages.map(({ content }) => textOf(content)).join('\n');
}

const all = await session();
const told = new Map<Kind, { kept: number; of: number }>();
const missed: string[] = [];
let outdated = 0;
let replaced = 0;
for (let seed = 0; seed < seeds; seed += 1) {
	const plants = plantsOf(seed);
	const gone = new Set(plants.map(({ replaces }) => replaces));
	const context = await lastContext(withPlants(beginningOf(all, characters), plants, seed));
	for (const { kind, text, replaces } of plants) {
		const isThere = context.includes(text);
		if (replaces !== undefined) {
			replaced += 1;
			outdated += context.includes(replaces) && !isThere ? 1 : 0;
		}
		if (gone.has(text)) {
			continue;
		}
		const sum = told.get(kind) ?? { kept: 0, of: 0 };
		told.set(kind, { kept: sum.kept + (isThere ? 1 : 0), of: sum.of + 1 });
		if (!isThere) {
			missed.push(`${kind}, seed ${seed}: ${text}`);
		}
	}
}
for (const [kind, { kept, of }] of told) {
	const goal = kind === 'safety' || kind === 'constraint' ? 'all of them' : '';
	row(`${kind} that survives ${rounds} rounds`, `${kept} of ${of}`, goal);
}
row('replaced values told without what replaced them', `${outdated} of ${replaced}`, 'none');
if (process.argv.includes('--missed')) {
	missed.forEach((line) => console.log(`- ${line}`));
}
