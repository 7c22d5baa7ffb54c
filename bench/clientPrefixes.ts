import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { row } from './measure.ts';

/**
 * Which part of a client's requests breaks the beginning that a provider has cached of the ones before.
 * `node bench/clientPrefixes.ts FOLDER [CLIENT…]`: a folder for each client, in it a file `NNN-POST-….json` for
 * each request, with its `body` as the provider got it.
 */

/** A request as providers read it: tools, instructions, then the messages. */
interface Piece {
	readonly kind: string;
	readonly text: string;
}

interface Break {
	readonly kind: string;
	/** What the earlier request says there, and the later one. */
	readonly before: string;
	readonly after: string;
}

/** Characters around a difference that are shown. */
const shown = 60;

const [folder = '', ...wanted] = process.argv.slice(2);
for (const client of wanted.length > 0 ? wanted : readdirSync(folder).sort()) {
	report(client, requestsOf(join(folder, client)));
}

function requestsOf(path: string): Piece[][] {
	return readdirSync(path)
		.filter((name) => name.includes('-POST-'))
		.sort()
		.map((name) => {
			const request: unknown = JSON.parse(readFileSync(join(path, name), 'utf8'));
			return piecesOf(request as { readonly body: Record<string, unknown> });
		});
}

function piecesOf({ body }: { readonly body: Record<string, unknown> }): Piece[] {
	const { tools, system, instructions, systemInstruction, messages, input, contents } = body;
	const list = (messages ?? input ?? contents ?? []) as readonly { readonly role?: string }[];
	return [
		{ kind: 'tools', text: textOf(tools) },
		{ kind: 'instructions', text: textOf(system ?? instructions ?? systemInstruction) },
		...list.map((message) => ({
			kind: `message of ${message.role ?? 'a tool'}`,
			text: textOf(message),
		})),
	];
}

/** Without the marks that say what to cache: they are no part of what is cached. */
function textOf(value: unknown): string {
	return JSON.stringify(value ?? null, (key, inner: unknown) =>
		key === 'cache_control' ? undefined : inner,
	);
}

function report(client: string, requests: readonly Piece[][]): void {
	let [input, unchanged] = [0, 0];
	const breaks: Break[] = [];
	let asides = 0;
	for (const [index, request] of requests.entries()) {
		const size = lengthOf(request);
		const earlier = requests.slice(0, index);
		const common = earlier.map((one) => commonWith(one, request));
		const most = Math.max(0, ...common);
		input += size;
		unchanged += lengthOf(request.slice(0, most));
		const source = earlier[common.lastIndexOf(most)];
		// The earlier request's end, or a side request that shares nothing but what all have.
		if (source === undefined || most >= source.length) {
			continue;
		}
		if (most < 2 && request.length <= 4) {
			asides += 1;
			continue;
		}
		breaks.push(breakAt(source[most], request[most]));
	}
	row(`${client}: requests, side requests`, `${requests.length}, ${asides}`);
	row(
		'  unchanged since an earlier request, of all characters',
		`${((100 * unchanged) / input).toFixed(1)} %`,
	);
	for (const { kind, before, after } of breaks) {
		console.log(`  broken in: ${kind}\n    - ${before}\n    + ${after}`);
	}
}

function lengthOf(pieces: readonly Piece[]): number {
	return pieces.reduce((sum, { text }) => sum + text.length, 0);
}

/** How many pieces two requests begin with alike. */
function commonWith(one: readonly Piece[], other: readonly Piece[]): number {
	const at = one.findIndex(({ text }, index) => text !== other[index]?.text);
	return at < 0 ? one.length : at;
}

function breakAt(before: Piece | undefined, after: Piece | undefined): Break {
	const [old, now] = [before?.text ?? '', after?.text ?? ''];
	let at = 0;
	while (at < old.length && old[at] === now[at]) {
		at += 1;
	}
	const excerpt = (text: string): string => text.slice(Math.max(0, at - shown), at + shown);
	return { kind: before?.kind ?? 'the end', before: excerpt(old), after: excerpt(now) };
}
