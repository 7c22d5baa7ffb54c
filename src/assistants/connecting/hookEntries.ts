import type { Node } from 'jsonc-parser';
import {
	layoutOf,
	objectIn,
	valueOf,
	withItem,
	withoutChild,
	withProperty,
} from './jsonDocument.ts';
import type { ServerLaunch, ServerList } from './serverList.ts';

/** An event of an assistant that runs our hook. */
export interface HookEvent {
	readonly event: string;
	/** Of its sources; absent: all. */
	readonly matcher?: string;
}

/** A program of ours with arguments as a line of the assistant's shell; undefined: it cannot be written. */
export type CommandLine = (program: ServerLaunch, more: readonly string[]) => string | undefined;

/**
 * Our hook in the lists of a JSON document that has hooks by event. Everything else stays.
 * @param name As in `precis hook NAME`.
 * @param more What else the assistant takes with each hook.
 */
export function hookEntries(
	name: string,
	events: readonly HookEvent[],
	commandLine: CommandLine,
	more: Readonly<Record<string, string>> = {},
): ServerList {
	return {
		has: (text) => ownHook(objectIn(text), name) !== undefined,
		starts: (text) => [...new Set(ownHooks(objectIn(text), name).map(commandIn))],
		add(text, program) {
			const command = commandLine(program, ['hook', name]);
			const others = text.trim() === '' ? '{}\n' : withoutHooks(text, name);
			return command === undefined || others === undefined
				? undefined
				: withHooks(others, events, { type: 'command', command, ...more });
		},
		remove: (text) => withoutHooks(text, name),
	};
}

/** Of the object that has all hooks. */
const key = 'hooks';

/** Undefined where the document has something else in their place. */
function withHooks(
	before: string,
	events: readonly HookEvent[],
	hook: Readonly<Record<string, string>>,
): string | undefined {
	const layout = layoutOf(before);
	let text = before;
	for (const { event, matcher } of events) {
		const hooks = [hook];
		const group = matcher === undefined ? { hooks } : { matcher, hooks };
		const node = objectIn(text);
		const all = valueOf(node, key);
		const groups = valueOf(all, event);
		if (node === undefined) {
			return undefined;
		} else if (all === undefined) {
			text = withProperty(text, { node, depth: 0 }, key, { [event]: [group] }, layout);
		} else if (all.type !== 'object') {
			return undefined;
		} else if (groups === undefined) {
			text = withProperty(text, { node: all, depth: 1 }, event, [group], layout);
		} else if (groups.type === 'array') {
			text = withItem(text, { node: groups, depth: 2 }, group, layout);
		} else {
			return undefined;
		}
	}
	return text;
}

function withoutHooks(before: string, name: string): string | undefined {
	const hooks = valueOf(objectIn(before), key);
	if (objectIn(before) === undefined || (hooks !== undefined && hooks.type !== 'object')) {
		return undefined;
	}
	let text = before;
	for (;;) {
		const hook = ownHook(objectIn(text), name);
		if (hook === undefined) {
			return text;
		}
		text = withoutChild(text, largestOf(text, hook));
	}
}

/** The first hook of ours. */
function ownHook(document: Node | undefined, name: string): Node | undefined {
	return ownHooks(document, name)[0];
}

function ownHooks(document: Node | undefined, name: string): readonly Node[] {
	return (valueOf(document, key)?.children ?? [])
		.flatMap(({ children: [, groups] = [] }) => groups?.children ?? [])
		.flatMap((group) => (group.type === 'object' ? (valueOf(group, key)?.children ?? []) : []))
		.filter((hook) => hook.type === 'object' && runsPrecis(commandIn(hook), name));
}

/** Empty: it runs none. */
function commandIn(hook: Node): string {
	const command: unknown = valueOf(hook, 'command')?.value;
	return typeof command === 'string' ? command : '';
}

/** Program and arguments as {@link CommandLine} writes them. */
function runsPrecis(command: string, name: string): boolean {
	const end = ` hook ${name}`;
	return (
		command.endsWith(end) &&
		/(?:^|[\\/])(?:precis|precis\.cmd|cli\.(?:mjs|ts))["']?$/.test(command.slice(0, -end.length))
	);
}

/** The hook, or the largest node around it that has nothing else in it; comments are something. */
function largestOf(text: string, hook: Node): Node {
	const group = hook.parent?.children?.length === 1 ? hook.parent.parent?.parent : undefined;
	let node = group ?? hook;
	for (;;) {
		const owner = node.parent?.parent;
		if (node.parent === undefined || owner === undefined || !isAlone(text, node, node.parent)) {
			return node;
		}
		node = owner;
	}
}

function isAlone(text: string, { offset, length }: Node, parent: Node): boolean {
	const before = text.slice(parent.offset + 1, offset);
	const behind = text.slice(offset + length, parent.offset + parent.length - 1);
	return /^[\s,]*$/.test(before + behind);
}
