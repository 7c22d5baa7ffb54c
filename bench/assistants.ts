import { estimatedTokens } from '../src/messages/tokens.ts';
import { ClientStage, NotRunnable } from '../test/clients/clientRun.ts';
import { commandLineClients } from '../test/clients/commandLineClients.ts';
import { type CompactorHost, compactorHosts } from '../test/clients/compactorHosts.ts';
import {
	builtCompactors,
	CompactorSession,
	planted,
	said,
	text,
} from '../test/clients/compactorSession.ts';

/**
 * The same scripted work in each real assistant, in a context that is full several times over: compacted by the assistant
 * itself, by its model with Precis' additions, and by Precis at once. Arguments choose one assistant, and one of
 * `itself`, `model` and `at-once`.
 */

const [, , chosen, chosenWay] = process.argv;
const question =
	'Which file may you not touch, how many berths are there, and what did you see and moor?';

const tokensOf = (content: string): number => estimatedTokens.count(content);

/** A request has so much less than the one before when the context was compacted. */
const shrunk = 0.85;

type Way = 'itself' | 'model' | 'at-once';

async function measured(host: CompactorHost, way: Way, compactors: string): Promise<string> {
	const client = commandLineClients.find(({ label }) => label === host.label);
	if (client === undefined) {
		throw new Error(`There is no ${host.label}.`);
	}
	const stage = await ClientStage.set(host.automatic(client));
	try {
		await stage.setUp();
		if (way !== 'itself') {
			await host.connect(stage, compactors, way);
		}
		const session = new CompactorSession(stage, host);
		await session.work(host.commands);
		await session.turn(question, { text: 'I say what I know.' });
		const sizes = session.requests.map((request) => tokensOf(text(request)));
		const drops = sizes.flatMap((after, index) => {
			const before = sizes[index - 1] ?? 0;
			return after < before * shrunk ? [[before, after] as const] : [];
		});
		const context = text(session.latest);
		const known = planted.filter((words) => context.includes(words));
		const sources = await Promise.all(
			planted.map(
				async (words) => way !== 'itself' && (await session.found(words)).includes(words),
			),
		);
		const found = planted.filter((words, index) => known.includes(words) || sources[index]);
		return [
			host.label,
			way,
			drops.length,
			range(drops.map(([before]) => before)),
			range(drops.map(([, after]) => after)),
			session.summaries,
			thousands(session.asked.reduce((sum, request) => sum + tokensOf(text(request)), 0)),
			`${said.filter((words) => context.includes(words)).length} of ${said.length}`,
			`${known.length} of ${planted.length}`,
			`${found.length} of ${planted.length}`,
		].join(' | ');
	} finally {
		await stage.dispose();
	}
}

const thousands = (tokens: number): string => tokens.toLocaleString('en');

function range(tokens: readonly number[]): string {
	const [least, most] = [Math.min(...tokens), Math.max(...tokens)];
	return tokens.length === 0
		? '–'
		: least === most
			? thousands(least)
			: `${thousands(least)}–${thousands(most)}`;
}

const compactors = await builtCompactors();
console.log(
	'| Assistant | Who compacts | compactions | before | after | requests for summaries | tokens sent | requests word for word | known | with look-ups |',
);
try {
	for (const host of compactorHosts.filter(({ label }) => (chosen ?? label) === label)) {
		const { ways = ['model', 'at-once'] } = host;
		for (const way of (['itself', ...ways] as const).filter(
			(each) => (chosenWay ?? each) === each,
		)) {
			try {
				console.log(`| ${await measured(host, way, compactors.folder)} |`);
			} catch (error) {
				if (!(error instanceof NotRunnable)) {
					throw error;
				}
				console.log(error.message);
			}
		}
	}
} finally {
	await compactors.remove();
}
