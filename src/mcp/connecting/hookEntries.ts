import { getNodeValue } from 'jsonc-parser';
import { layoutOf, objectIn, valueOf } from './jsonDocument.ts';
import { withoutProperty, withProperty } from './jsonProperty.ts';
import type { ServerList } from './serverList.ts';
import { shellCommand } from './shellCommand.ts';

/** An object of a document, or of one of its values. */
type JsonObject = Record<string, unknown>;

/** An event of an assistant that runs our hook. */
export interface HookEvent {
	readonly event: string;
	/** Of its sources; absent: all. */
	readonly matcher?: string;
}

/**
 * Our hook in the lists of a JSON document that has hooks by event. Everything else stays.
 * @param name As in `precis hook NAME`.
 */
export function hookEntries(
	name: string,
	events: readonly HookEvent[],
	platform: NodeJS.Platform,
): ServerList {
	const isOurs = (group: unknown): boolean =>
		isObject(group) &&
		listOf(group['hooks']).some((hook) => isObject(hook) && endsWithHook(name, hook['command']));
	return {
		has: (text) =>
			Object.values(hooksIn(text) ?? {})
				.flatMap(listOf)
				.some(isOurs),
		add(text, program) {
			const command = shellCommand(program, ['hook', name], platform);
			const hooks = text.trim() === '' ? {} : hooksIn(text);
			if (command === undefined || hooks === undefined) {
				return undefined;
			}
			const changed = without(hooks, isOurs);
			for (const { event, matcher } of events) {
				const group = {
					...(matcher === undefined ? {} : { matcher }),
					hooks: [{ type: 'command', command }],
				};
				changed[event] = [...listOf(changed[event]), group];
			}
			const node = objectIn(text);
			return node === undefined
				? `${JSON.stringify({ [key]: changed }, undefined, '  ')}\n`
				: withProperty(text, { node, depth: 0 }, key, changed, layoutOf(text));
		},
		remove(text) {
			const node = objectIn(text);
			const hooks = hooksIn(text);
			if (node === undefined || hooks === undefined) {
				return undefined;
			}
			const left = without(hooks, isOurs);
			return Object.keys(left).length === 0
				? withoutProperty(text, { node, depth: 0 }, key)
				: withProperty(text, { node, depth: 0 }, key, left, layoutOf(text));
		},
	};
}

/** Of the object that has all hooks. */
const key = 'hooks';

/** Empty where the document has none; undefined where it is not understood. */
function hooksIn(text: string): JsonObject | undefined {
	const document = objectIn(text);
	const hooks = valueOf(document, key);
	if (document === undefined || hooks === undefined) {
		return document && {};
	}
	const value: unknown = getNodeValue(hooks);
	return isObject(value) ? value : undefined;
}

function endsWithHook(name: string, command: unknown): boolean {
	return typeof command === 'string' && command.endsWith(` hook ${name}`);
}

/** Events that have other hooks, or had none. */
function without(hooks: JsonObject, isOurs: (group: unknown) => boolean): JsonObject {
	return Object.fromEntries(
		Object.entries(hooks).flatMap(([event, groups]) => {
			const others = Array.isArray(groups) ? groups.filter((group) => !isOurs(group)) : groups;
			const isEmptied = Array.isArray(others) && others.length === 0 && listOf(groups).length > 0;
			return isEmptied ? [] : [[event, others]];
		}),
	);
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
