import { createHash } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { importCompactions } from '../../conversations/importCompactions.ts';
import { messageOf } from '../../messages/errors.ts';
import { parsedJson } from '../../messages/json.ts';
import { estimatedTokens } from '../../messages/tokens.ts';
import { withoutControls } from '../../messages/withoutControls.ts';
import { reminder } from '../../summary/essentials.ts';
import { parseForeignSummary } from '../../summary/foreignSummary.ts';
import { fileSource } from '../../transcripts/bytes/fileSource.ts';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import { openTranscript } from '../../transcripts/open.ts';
import type { TranscriptConversation } from '../../transcripts/reader.ts';
import { essentialsIn, summaryInstructions, instructionsMark } from '../compactor/compaction.ts';
import { configurationOf } from '../connecting/connections.ts';
import { servers } from '../connecting/parts.ts';
import { handleOf } from '../mcp/sessions.ts';
import type { Places } from '../places.ts';
import { type HookClient, sessionName } from './clients.ts';

/** Maximum tokens that are added to a context. Claude Code accepts 10,000 characters. */
const reminderBudget = 1_200;

/** Maximum size of a session that is read while its client waits, bytes. */
const maxSessionBytes = 50_000_000;

/** The environment of a hook. */
export interface HookPlaces extends Pick<Places, 'environment' | 'storage'> {
	/** Reports a problem to the user while the hook continues. */
	readonly note: (text: string) => void;
}

/** The client's input is not a valid call of one of our hooks. */
export class HookInputError extends Error {
	override readonly name = 'HookInputError';
}

const text = v.nullish(v.string());

/** A client uses one of two spellings of field names. */
const input = v.object({
	hook_event_name: text,
	source: text,
	session_id: text,
	sessionId: text,
	transcript_path: text,
	transcriptPath: text,
	custom_instructions: text,
});

/**
 * Answers a hook in the client's format; undefined: nothing to add.
 * @param stdin What the client wrote to standard input.
 * @param eventArgument The event from the command line; overrides the event in the input.
 * @throws {HookInputError} @throws {TranscriptError} If the session cannot be read.
 */
export async function answerHook(
	client: HookClient,
	stdin: string,
	eventArgument: string | undefined,
	places: HookPlaces,
): Promise<string | undefined> {
	const parsed = v.safeParse(input, parsedJson(stdin));
	if (!parsed.success) {
		throw new HookInputError(
			'The input of the hook is not a JSON object with the fields of a hook.',
		);
	}
	const call = parsed.output;
	const event = (eventArgument ?? call.hook_event_name ?? '').toLowerCase();
	const session = call.session_id ?? call.sessionId ?? '';
	const reportedPath = call.transcript_path ?? call.transcriptPath ?? '';
	const transcript =
		path.isAbsolute(reportedPath) || !sessionName.test(session)
			? reportedPath
			: (client.sessionFile?.(session, places.environment) ?? '');
	switch (event) {
		case 'precompact': {
			// Our plugin passes its own instructions with the summary that it requests.
			const isRequestedByPlugin = call.custom_instructions?.startsWith(instructionsMark) === true;
			await recordWhetherPluginRuns(isRequestedByPlugin, transcript, places);
			return client.takesFocus === true && !isRequestedByPlugin
				? instructionsFor(transcript)
				: undefined;
		}
		case 'sessionstart':
			return call.source === client.remindsAt && (await shouldRemind(transcript, places))
				? reminderFor(client, transcript, places.environment)
				: undefined;
		default:
			throw new HookInputError(`Precis has no hook for the event "${event}".`);
	}
}

/**
 * Notes for the next hook whether our plugin runs; if it does, the hooks that come with it add nothing. A running plugin
 * requests every summary, so another summary shows that the client does not run it: the client's version is too old, or
 * the organisation does not allow plugins.
 */
async function recordWhetherPluginRuns(
	isRequestedByPlugin: boolean,
	transcript: string,
	places: HookPlaces,
): Promise<void> {
	const marker = unrequestedMarker(transcript, places);
	if (marker === undefined || isRequestedByPlugin) {
		await (marker && rm(marker, { force: true }));
		return;
	}
	try {
		await mkdir(path.dirname(marker), { recursive: true, mode: 0o700 });
		await writeFile(marker, '', { mode: 0o600 });
	} catch (error) {
		places.note(
			`Precis cannot save a note for its next hook, which will add nothing: ${messageOf(error)}`,
		);
	}
}

async function shouldRemind(transcript: string, places: HookPlaces): Promise<boolean> {
	const marker = unrequestedMarker(transcript, places);
	return (
		marker === undefined ||
		rm(marker).then(
			() => true,
			() => false,
		)
	);
}

/** The file that marks a summary that our plugin did not request; undefined: the hooks did not come with our plugin. */
function unrequestedMarker(
	transcript: string,
	{ environment, storage }: HookPlaces,
): string | undefined {
	return environment.variables['CLAUDE_PLUGIN_ROOT'] === undefined
		? undefined
		: path.join(storage, 'hooks', createHash('sha256').update(transcript).digest('hex'));
}

async function instructionsFor(transcript: string): Promise<string | undefined> {
	const session = await readSession(transcript);
	const instructions = session && summaryInstructions(session);
	return instructions === undefined ? undefined : `${withoutControls(instructions)}\n`;
}

async function reminderFor(
	client: HookClient,
	transcript: string,
	environment: StoreEnvironment,
): Promise<string | undefined> {
	const file = (await client.resumedFile?.(transcript)) ?? transcript;
	const session = await readSession(file);
	const latest = client.writesSummaryFirst ? session?.earlier?.at(-1) : undefined;
	// Without a compaction, a resumed context is complete.
	if (session === undefined || (client.remindsAt === 'resume' && latest === undefined)) {
		return undefined;
	}
	const added = reminder(
		essentialsIn(session, latest?.at),
		latest === undefined ? undefined : parseForeignSummary(latest.summary),
		reminderBudget,
		estimatedTokens,
		await lookUpHandle(client, file, environment),
	);
	return added === undefined
		? undefined
		: `${JSON.stringify(client.context(withoutControls(added)))}\n`;
}

/** Reads a session. @returns Undefined if the file is missing or too large to read in time. @throws {TranscriptError} */
async function readSession(
	file: string,
): Promise<Pick<TranscriptConversation, 'messages' | 'earlier'> | undefined> {
	const stats = await stat(file).catch(() => undefined);
	if (stats?.isFile() !== true || stats.size > maxSessionBytes) {
		return undefined;
	}
	const [conversation] = (await openTranscript(await fileSource(file))).conversations;
	if (conversation === undefined) {
		return undefined;
	}
	const { messages, earlier } = importCompactions(conversation, estimatedTokens);
	// A compaction that saved nothing was not imported, but still counts.
	return { messages, earlier: earlier.length > 0 ? earlier : (conversation.earlier ?? []) };
}

/** The handle by which the model can look up the original messages; undefined if the client does not have our tool. */
async function lookUpHandle(
	{ name, label }: HookClient,
	transcript: string,
	environment: StoreEnvironment,
): Promise<string | undefined> {
	const server = servers.find((each) => each.label === label);
	const entry =
		server && (await configurationOf(server, environment).catch(() => undefined))?.entry;
	return entry === undefined ? undefined : handleOf(name, transcript);
}
