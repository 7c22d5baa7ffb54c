/**
 * How shells of Windows take a command line apart, as far as lines of ours need it: by `cmd /?`, and by what
 * PowerShell documents of its strings (about_Quoting_Rules).
 */

/** A command line as Node and Rust make it of arguments: with quotation marks where there are spaces. */
export function commandLineOf(args: readonly string[]): string {
	return args
		.map((arg) => (/[\s"]/.test(arg) ? `"${arg.replaceAll('"', String.raw`\"`)}"` : arg))
		.join(' ');
}

/** The words that `cmd.exe` has of what it is started with, `/d /c` and the like included. */
export function cmdStartedWith(commandLine: string): readonly string[] {
	const { options = '', rest = '' } =
		/^(?<options>(?:\/[dsc] )+)(?<rest>.*)$/.exec(commandLine)?.groups ?? {};
	const inside = /^"([^"]*)"$/.exec(rest)?.[1];
	const staysQuoted =
		!options.includes('/s') &&
		inside !== undefined &&
		/\s/.test(inside) &&
		!/[&<>()@^|]/.test(inside) &&
		/\.(?:cmd|exe)$/.test(inside);
	const isStripped = rest.startsWith('"') && !staysQuoted;
	return cmdReads(isStripped ? rest.slice(1).replace(/"([^"]*)$/, '$1') : rest);
}

/** The words of a line of cmd.exe. @throws Where the line would run more than one command, or a variable. */
function cmdReads(line: string): readonly string[] {
	if (/%[^%]+%/.test(line)) {
		throw new Error(`A variable of cmd.exe: ${line}`);
	}
	const words = [''];
	let isQuoted = false;
	for (let at = 0; at < line.length; at += 1) {
		const character = line.charAt(at);
		if (character === '"') {
			isQuoted = !isQuoted;
		} else if (!isQuoted && character === '^') {
			at += 1;
			words.push((words.pop() ?? '') + line.charAt(at));
		} else if (!isQuoted && /[&|<>]/.test(character)) {
			throw new Error(`Two commands of cmd.exe: ${line}`);
		} else if (!isQuoted && /[\s,;=]/.test(character)) {
			words.push('');
		} else {
			words.push((words.pop() ?? '') + character);
		}
	}
	const [first, ...others] = words;
	return first === 'call' ? others : words;
}

/** The words of a line of PowerShell. @throws Where the line is a value, or more than one command. */
export function powerShellReads(line: string): readonly string[] {
	const words: string[] = [];
	const token = /\s*(?:['‘-‛](?<string>(?:[^'‘-‛]|['‘-‛]{2})*)['‘-‛]|(?<bare>[\w@+:.\\/&-]+))/uy;
	let kind: 'string' | 'bare' | undefined;
	while (token.lastIndex < line.length) {
		const { string, bare } = token.exec(line)?.groups ?? {};
		kind ??= string === undefined ? 'bare' : 'string';
		const word = string?.replaceAll(/(['‘-‛])['‘-‛]/g, '$1') ?? bare;
		if (word === undefined || kind === 'string') {
			throw new Error(`Not a command of PowerShell: ${line}`);
		}
		words.push(word);
	}
	return words[0] === '&' ? words.slice(1) : words;
}
