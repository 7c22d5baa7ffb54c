import { constants } from 'node:os';

/** Our texts with places such as `{0}`: each in English, with how a language shows it. */
export type KnownTexts = readonly (readonly [english: string, shown: string])[];

/** What the log alone says, in English. */
const logTexts: KnownTexts = [
	'A listener of another extension failed: {0}',
	'The worker stopped; it starts again when it is needed.',
	'Who would write the summary is not known: {0}',
	'Summary: {0} failed after {1} ms: {2}',
	'Summary: {0} after {1} ms: {2}',
	'The models for summaries could not be found out: {0}',
	'The panel sent a message that is not understood; ignored.',
	'A session editor sent a message that is not understood; ignored.',
	'The models could not be listed: {0}',
	'A look-up within a reply failed: {0}',
	'What a model looked up could not be kept: {0}',
	'"{0}" could not be searched: {1}',
].map((text) => [text, text]);

/** Names and codes of errors, which say nothing of what a person works on. */
const errorWords: ReadonlySet<string> = new Set([
	...`Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError
	AbortError TimeoutError DataCloneError Canceled ApiError ErrorReply GitFailure Interrupted
	ModelError NoReply NotLoaded Redirected Refusal RequestError StoreError TranscriptError
	TurnFailure UnreadableBody WorkerError LanguageModelError ENOTFOUND EAI_AGAIN`.split(/\s+/),
	...Object.keys(constants.errno),
]);

/** A place in our code, VS Code's or Node's: nobody else's files are named. */
const place =
	/^\s{1,16}at .*?\b((?:extension|openai|connecting|repositoryHandoffs|sessionPicker|extensionHostProcess)\.c?js|(?:worker|cli|mcp)\.mjs|chunks[\\/][\w-]{1,60}\.mjs|node:internal\/[\w/]{1,60}):(\d{1,9}):(\d{1,9})\)?$/;

/** How many places of an error are told. */
const places = 4;

/** Letters that two texts must have in common, so that a text of places is not taken for any other. */
const leastLetters = 8;

/**
 * A line of the log as a public report may tell it. It quotes nothing: it names the text of ours, without what
 * stood at its places, and the errors' names, codes and places in the code. All else is told by its length.
 * @param known Texts of ours beside those that the log alone has.
 */
export function reportedText(text: string, known: KnownTexts): string {
	const [first = '', ...rest] = text.split('\n');
	const said = [...logTexts, ...known]
		.filter(([english]) => letters(english) >= leastLetters)
		.toSorted(([one], [other]) => letters(other) - letters(one))
		.find(([, shown]) => fits(text, shown));
	const words = [...new Set(first.match(/\w+/g))].filter((word) => errorWords.has(word));
	const head = [...(said === undefined ? [] : [said[0]]), ...words];
	const frames = rest.flatMap((line) => {
		const [, file, row, column] = place.exec(line) ?? [];
		return file === undefined ? [] : [`    at ${baseName(file)}:${row}:${column}`];
	});
	return [
		head.length === 0 ? `characters: ${text.length}` : head.join(' '),
		...frames.slice(0, places),
	].join('\n');
}

/** Whether a text begins with this one of ours, its places filled. */
function fits(text: string, shown: string): boolean {
	const parts = shown.split(/\{\d{1,2}\}/);
	let at = 0;
	for (const [index, part] of parts.entries()) {
		const found = text.indexOf(part, at);
		if (found < 0 || (index === 0 && found > 0)) {
			return false;
		}
		at = found + part.length;
	}
	return true;
}

function letters(template: string): number {
	return template.replaceAll(/\{\d{1,2}\}|\W/g, '').length;
}

function baseName(file: string): string {
	return file.startsWith('node:') ? file : file.replace(/^.*[\\/]/, '');
}
