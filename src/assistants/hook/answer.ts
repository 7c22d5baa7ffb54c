import { stat } from 'node:fs/promises';
import { entryIn } from '../connecting/connections.ts';
import { configurationOf, servers } from '../connecting/parts.ts';
import { estimatedTokens } from '../../messages/tokens.ts';
import { withoutControls } from '../../messages/withoutControls.ts';
import { handleOf } from '../mcp/sessions.ts';
import {
	focusOn,
	reminder,
	type Essentials,
	type EssentialsSource,
} from '../../summary/essentials.ts';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import type { HookCall } from './call.ts';
import type { HookClient } from './clients.ts';
import type { KeptEssentials } from './keptEssentials.ts';
import { readSession } from './reading.ts';

/** What a hook tells its client. */

/** What answering a hook takes beside the call. */
export interface HookPorts {
	readonly environment: StoreEnvironment;
	readonly kept: Pick<KeptEssentials, 'keep' | 'take'>;
	/** Has a process of its own read a session and keep what it found; does not wait for it. */
	readonly readLater: (transcript: string) => void;
}

/** Tokens of what is added to a context. Claude Code takes 10,000 characters. */
const reminderBudget = 1_200;

/** Tokens of what a summary is asked to keep. */
const focusBudget = 1_000;

/** Bytes of a session that is read while its client waits. */
const readAtOnce = 5_000_000;

/** Bytes of a session that is read beside it. */
const largest = 256_000_000;

/**
 * The answer in the client's own form; undefined: there is nothing to say.
 * @throws {TranscriptError} Where the session cannot be read.
 */
export async function answerHook(
	client: HookClient,
	call: HookCall,
	ports: HookPorts,
): Promise<string | undefined> {
	const transcript = transcriptOf(client, call, ports.environment);
	const size = transcript === undefined ? undefined : await sizeOf(transcript);
	if (transcript === undefined || size === undefined || call.isAnswered === true) {
		return undefined;
	}
	const session: Session = {
		transcript,
		size,
		isDatabase: transcript.endsWith('.db'),
		...(call.session === undefined ? {} : { id: call.session }),
	};
	return call.event === 'before-compaction'
		? beforeCompaction(client, session, ports)
		: atStart(client, call, session, ports);
}

/** Reads a session and keeps what it found. @throws {TranscriptError} */
export async function readForLater(
	transcript: string,
	{ kept }: Pick<HookPorts, 'kept'>,
): Promise<void> {
	const size = await sizeOf(transcript);
	if (size !== undefined && size <= largest) {
		await kept.keep(transcript, size, (await readSession(transcript)).essentials());
	}
}

interface Session {
	readonly transcript: string;
	/** Bytes. */
	readonly size: number;
	/** One that holds the sessions of all projects. */
	readonly isDatabase: boolean;
	readonly id?: string;
}

async function beforeCompaction(
	client: HookClient,
	{ transcript, size, isDatabase, id }: Session,
	{ kept, readLater }: HookPorts,
): Promise<string | undefined> {
	if (!isDatabase && size > readAtOnce) {
		readLater(transcript);
		return undefined;
	}
	const essentials = (await readSession(transcript, id)).essentials();
	if (client.remindsAt === 'compact') {
		await kept.keep(transcript, size, essentials);
	}
	const focus = client.focus && focusOn(essentials, focusBudget, estimatedTokens);
	return focus === undefined ? undefined : client.focus?.(withoutControls(focus));
}

async function atStart(
	client: HookClient,
	{ source }: HookCall,
	session: Session,
	{ environment, kept }: HookPorts,
): Promise<string | undefined> {
	if (source !== client.remindsAt || source === undefined) {
		return undefined;
	}
	const { transcript, size } = session;
	const before = source === 'compact' ? await kept.take(transcript, size) : undefined;
	const isOfPlugin =
		client.pluginVariable !== undefined &&
		environment.variables[client.pluginVariable] !== undefined;
	if (isOfPlugin && before === undefined) {
		return undefined;
	}
	const isRead = size <= readAtOnce && (before === undefined || client.writesSummaryFirst);
	const read = isRead ? await readSession(transcript, session.id) : undefined;
	// Without a compaction, a context that is resumed is whole.
	const isWhole = source === 'resume' && read?.summary === undefined;
	const essentials: Essentials | undefined = isWhole ? undefined : (before ?? read?.essentials());
	if (essentials === undefined) {
		return undefined;
	}
	const summary = client.writesSummaryFirst ? read?.summary : undefined;
	const originals = await originalsOf(client, session, environment);
	const text = reminder(essentials, summary, reminderBudget, estimatedTokens, originals);
	return text === undefined ? undefined : client.context(withoutControls(text));
}

function transcriptOf(
	{ sessionFile }: HookClient,
	{ session, transcript }: HookCall,
	environment: StoreEnvironment,
): string | undefined {
	return transcript ?? (session === undefined ? undefined : sessionFile?.(session, environment));
}

async function sizeOf(file: string): Promise<number | undefined> {
	const there = await stat(file).catch(() => undefined);
	return there?.isFile() === true ? there.size : undefined;
}

/** Undefined where the client has no tool of ours to look them up with. */
async function originalsOf(
	{ name, label }: HookClient,
	{ transcript }: Session,
	environment: StoreEnvironment,
): Promise<EssentialsSource | undefined> {
	const server = servers.find((each) => each.label === label);
	if (server === undefined) {
		return undefined;
	}
	const file = await configurationOf(server, environment);
	const entry = await entryIn(server, file).catch(() => undefined);
	return entry === undefined ? undefined : { handle: handleOf(name, transcript) };
}
