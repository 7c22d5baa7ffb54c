/** Tool calls that a model writes as XML into its text. */

/** A call, and the text before it. */
interface XmlCall {
	readonly before: string;
	/** The text after the call, until the client stopped the model. */
	readonly after: string;
	readonly name: string;
	/** JSON text. */
	readonly arguments: string;
}

/** The form of tool names: an element with such a name is a call even without a result. */
const toolName = /^[a-z]+(?:_[a-z]+)+$/;

/** The beginning of the note that clients append to a reply that they stop. */
const interruption = '[Response interrupted by ';

/** Parameters that can contain anything, including their own closing tag. */
const greedyParameters: readonly string[] = [
	'args',
	'arguments',
	'content',
	'diff',
	'result',
	'todos',
];

/** Maximum number of opening tags that are tried: the text may mention a tool before the call. */
const openingsTried = 5;

interface Child {
	readonly name: string;
	readonly value: string;
}

/** The elements of a text; `undefined` if there is anything else in it. */
function childrenOf(text: string): readonly Child[] | undefined {
	const children: Child[] = [];
	const { length } = text.trimEnd();
	const opening = /\s*<([A-Za-z_][\w-]*)>/y;
	while (opening.lastIndex < length) {
		const name = opening.exec(text)?.[1];
		if (name === undefined) {
			return undefined;
		}
		const start = opening.lastIndex;
		const closing = `</${name}>`;
		const end = greedyParameters.includes(name)
			? text.lastIndexOf(closing)
			: text.indexOf(closing, start);
		if (end < start) {
			return undefined;
		}
		children.push({ name, value: text.slice(start, end) });
		opening.lastIndex = end + closing.length;
	}
	return children;
}

/** Splits off the note that the client stopped a reply; the note is empty if there is none. */
export function splitInterruption(text: string): { readonly reply: string; readonly note: string } {
	const start = text.lastIndexOf(interruption);
	const isLast = start !== -1 && text.indexOf(']', start) === text.trimEnd().length - 1;
	return isLast
		? { reply: text.slice(0, start).trimEnd(), note: text.slice(start).trim() }
		: { reply: text, note: '' };
}

/** A parameter's value, without the line breaks next to its tags. */
function valueOf(text: string): string {
	return text.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
}

/** The files in `<args><file><path>…`, as later tools accept them: one file's keys, or a list of several files. */
function filesOf(text: string): object | undefined {
	const files = childrenOf(text);
	if (files === undefined || files.length === 0 || files.some(({ name }) => name !== 'file')) {
		return undefined;
	}
	const [first, ...others] = files.map(({ value }) => recordOf(childrenOf(value) ?? []));
	return first !== undefined && others.length === 0 ? first : { files: [first ?? {}, ...others] };
}

function recordOf(children: readonly Child[]): Readonly<Record<string, string>> {
	return Object.fromEntries(children.map(({ name, value }) => [name, valueOf(value)]));
}

function argumentsOf(children: readonly Child[]): string {
	const [only, ...others] = children;
	const files =
		only !== undefined && others.length === 0 && only.name === 'args'
			? filesOf(only.value)
			: undefined;
	return JSON.stringify(files ?? recordOf(children));
}

/**
 * The call in a text, if it is certain: its element ends the model's text, contains only parameters, and has a result or
 * the name of a tool.
 * @param answered Name of the tool that the client reports as run.
 * @param isStopped Whether the client stopped the reply after its first call, possibly within a word.
 */
export function xmlCallIn(
	text: string,
	answered: string | undefined,
	isStopped = false,
): XmlCall | undefined {
	const trimmed = text.trimEnd();
	const name = answered ?? /<\/([A-Za-z_][\w-]*)>$/.exec(trimmed)?.[1] ?? '';
	const end = trimmed.lastIndexOf(`</${name}>`);
	const rest = end === -1 ? '' : trimmed.slice(end + name.length + 3).trim();
	const isCall = answered === undefined ? toolName.test(name) : end !== -1;
	if (!isCall || (rest !== '' && !isStopped)) {
		return undefined;
	}
	const inside = trimmed.slice(0, end);
	let start = inside.indexOf(`<${name}>`);
	for (let tried = 0; start !== -1 && tried < openingsTried; tried += 1) {
		const children = childrenOf(inside.slice(start + name.length + 2));
		if (children !== undefined) {
			const before = inside.slice(0, start).trim();
			return { before, after: rest, name, arguments: argumentsOf(children) };
		}
		start = inside.indexOf(`<${name}>`, start + 1);
	}
	return undefined;
}
