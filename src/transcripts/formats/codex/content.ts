import * as v from 'valibot';
import type { Content, Part } from '../../../messages/message.ts';
import { openAiPart } from '../../building/openAiBlocks.ts';
import { typeOf } from '../../building/shapes.ts';
import { contentOf } from '../../building/parts.ts';

/** The parts of a message or a result, and the types of those that could only be marked. */
export interface CodexContent {
	readonly parts: readonly Part[];
	readonly unknown: readonly string[];
}

/** An image the person took away again: there is nothing to mark. */
const withoutImage = v.object({
	type: v.literal('input_image'),
	image_url: v.nullish(v.literal('')),
});

/** The content of a message: a list of blocks. */
export function codexContent(content: unknown): CodexContent {
	const parts: Part[] = [];
	const unknown: string[] = [];
	for (const block of Array.isArray(content) ? (content as readonly unknown[]) : [content]) {
		const part = openAiPart(block);
		if (part !== undefined) {
			parts.push(part);
		} else if (!v.is(withoutImage, block)) {
			const type = typeOf(block, 'unknown');
			unknown.push(type);
			parts.push({ type: 'text', text: `[${type}]` });
		}
	}
	return { parts, unknown };
}

/** How results were saved while a flag told of success. */
const flagged = v.object({ content: v.string(), success: v.nullish(v.boolean()) });

/** What a tool gave. */
export interface CodexOutput {
	readonly content: Content;
	readonly isError: boolean;
	/** Types of blocks that could only be marked. */
	readonly unknown: readonly string[];
}

/** Reads what a tool gave: text, blocks, one block alone, text with a flag; else shown as JSON. */
export function outputOf(output: unknown): CodexOutput {
	if (typeof output === 'string' || Array.isArray(output) || openAiPart(output) !== undefined) {
		const { parts, unknown } = codexContent(output);
		return { content: contentOf(parts), isError: false, unknown };
	}
	const parsed = v.safeParse(flagged, output);
	return parsed.success
		? { content: parsed.output.content, isError: parsed.output.success === false, unknown: [] }
		: { content: JSON.stringify(output ?? ''), isError: false, unknown: [] };
}

const foundTool = v.object({ name: v.string() });
const foundGroup = v.object({ name: v.string(), tools: v.array(foundTool) });
const found = v.array(v.union([foundGroup, foundTool]));

/** The tools a search found, by name: what describes them is no part of what was said. */
export function foundTools(tools: unknown): string {
	const parsed = v.safeParse(found, tools);
	const names = (parsed.success ? parsed.output : []).flatMap((tool) =>
		'tools' in tool ? tool.tools.map(({ name }) => `${tool.name}.${name}`) : [tool.name],
	);
	return names.map((name) => `[tool ${name}]`).join('\n');
}
