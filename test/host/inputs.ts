import * as vscode from 'vscode';

/** Answers what the extension asks for, in place of a person. */

/** A question the extension has asked. */
interface AskedInput {
	/** Whether what is typed is hidden. */
	readonly password: boolean;
	/** Why a text would be refused while it is typed; empty when it would not. */
	readonly refusalOf: (text: string) => string;
	/** What there was to choose from when it was answered. */
	readonly items?: readonly vscode.QuickPickItem[];
}

export interface AnsweredInputs {
	readonly asked: readonly AskedInput[];
	/** Answers the next question: with a typed text or the label of an item; undefined leaves it. */
	next(answer: string | undefined): void;
	restore(): void;
}

interface Window {
	showInputBox: (options?: vscode.InputBoxOptions) => Promise<string | undefined>;
	showQuickPick: (items: readonly unknown[] | Promise<readonly unknown[]>) => Promise<unknown>;
	createQuickPick: () => unknown;
}

/** Takes the place of VS Code's input boxes and lists until it is restored. */
export function answerInputs(): AnsweredInputs {
	const window = vscode.window as unknown as Window;
	const { showInputBox, showQuickPick, createQuickPick } = window;
	const asked: AskedInput[] = [];
	const answers: (string | undefined)[] = [];
	window.showInputBox = (options = {}) => {
		asked.push({
			...listed,
			password: options.password === true,
			refusalOf: (text) => JSON.stringify(options.validateInput?.(text) ?? '').slice(1, -1),
		});
		return Promise.resolve(answers.shift());
	};
	window.showQuickPick = async (given) => {
		const wanted = answers.shift();
		const items = await given;
		asked.push({ ...listed, items: items as readonly vscode.QuickPickItem[] });
		return items.find((item) => [item, labelOf(item), withoutIcon(item)].includes(wanted));
	};
	window.createQuickPick = () => new GrowingList(answers.shift(), (one) => asked.push(one));
	return {
		asked,
		next(answer) {
			answers.push(answer);
		},
		restore() {
			Object.assign(window, { showInputBox, showQuickPick, createQuickPick });
		},
	};
}

/** Lists have no text of their own. */
const listed: AskedInput = { password: false, refusalOf: () => '' };

function labelOf(item: unknown): string | undefined {
	return (item as Partial<vscode.QuickPickItem>).label;
}

function withoutIcon(item: unknown): string | undefined {
	return labelOf(item)?.replace(/^\$\([\w-]+\) /, '');
}

/** Chooses an item as soon as it is listed. */
class GrowingList {
	readonly #wanted: string | undefined;
	readonly #report: (asked: AskedInput) => void;
	#accept: () => void = () => undefined;
	#hide: () => void = () => undefined;
	#items: readonly vscode.QuickPickItem[] = [];
	#done = false;
	value = '';
	busy = false;
	activeItems: readonly vscode.QuickPickItem[] = [];
	selectedItems: readonly vscode.QuickPickItem[] = [];

	constructor(wanted: string | undefined, report: (asked: AskedInput) => void) {
		this.#wanted = wanted;
		this.#report = report;
	}

	get items(): readonly vscode.QuickPickItem[] {
		return this.#items;
	}

	set items(items: readonly vscode.QuickPickItem[]) {
		this.#items = items;
		const found = items.find((item) => withoutIcon(item) === this.#wanted);
		if (found !== undefined && !this.#done) {
			this.#done = true;
			this.selectedItems = [found];
			this.#report({ ...listed, items });
			setImmediate(() => this.#accept());
		}
	}

	onDidChangeValue(): void {}

	onDidAccept(listener: () => void): void {
		this.#accept = listener;
	}

	onDidHide(listener: () => void): void {
		this.#hide = listener;
	}

	show(): void {}

	dispose(): void {
		this.#hide();
	}
}
