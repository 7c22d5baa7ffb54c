import * as v from 'valibot';
import type { Content, ImagePart, Part } from '../../../messages/message.ts';
import { imageAt, imageOf } from '../../building/blocks.ts';

const textPart = v.object({ text: v.string() });
const imagePart = v.object({ imageUrl: v.object({ url: v.string() }) });
const dataPart = v.object({ mimeType: v.string(), data: v.optional(v.unknown()) });
const bytes = v.union([v.string(), v.object({ data: v.string() })]);
const tree = v.object({ node: v.unknown() });
const valuePart = v.object({ value: v.unknown() });

const leaf = v.object({ type: v.literal(2), text: v.string(), lineBreakBefore: v.unknown() });
const branch = v.object({ type: v.literal(1), children: v.array(v.unknown()) });
const imageLeaf = v.object({ ctor: v.literal(3), props: v.object({ src: v.string() }) });

/** The image in a data part; otherwise a text with its type. */
function partOfData({ mimeType, data }: v.InferOutput<typeof dataPart>): Part {
	if (!mimeType.startsWith('image/') || !v.is(bytes, data)) {
		return { type: 'text', text: `[${mimeType}]` };
	}
	return imageOf(mimeType, typeof data === 'string' ? data : data.data);
}

/**
 * The leaves of a prompt's tree of elements, in order, at any depth. Like Copilot, adds the line break before an element
 * unless the element begins a line.
 */
function partsOfTree(root: unknown): readonly Part[] {
	const parts: Part[] = [];
	const pending: unknown[] = [root];
	let before = '';
	while (pending.length > 0) {
		const node = pending.pop();
		if (v.is(leaf, node)) {
			const breaks = node.lineBreakBefore === true && before !== '' && !before.endsWith('\n');
			parts.push({ type: 'text', text: `${breaks ? '\n' : ''}${node.text}` });
			before = node.text === '' ? before : node.text;
		} else if (v.is(imageLeaf, node)) {
			const { src } = node.props;
			parts.push(imageAt(/^(?:data|https?):/.test(src) ? src : `data:image/png;base64,${src}`));
		} else if (v.is(branch, node)) {
			node.children.toReversed().forEach((child) => pending.push(child));
		}
	}
	return parts;
}

function partsOf(value: unknown): readonly Part[] {
	if (typeof value === 'string') {
		return [{ type: 'text', text: value }];
	}
	if (v.is(textPart, value)) {
		return [{ type: 'text', text: value.text }];
	}
	if (v.is(imagePart, value)) {
		return [imageAt(value.imageUrl.url)];
	}
	if (v.is(dataPart, value)) {
		return [partOfData(value)];
	}
	if (v.is(tree, value)) {
		return partsOfTree(value.node);
	}
	// Cache marks and data for a provider have no such value.
	return v.is(valuePart, value) && !v.is(valuePart, value.value) ? partsOf(value.value) : [];
}

/** Content as Copilot saves it: a text, or a list of text, image, data and tree parts. */
export function savedContent(content: unknown): {
	readonly text: string;
	readonly images: readonly ImagePart[];
} {
	const parts = (Array.isArray(content) ? content : [content]).flatMap((part) => partsOf(part));
	return {
		text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
		images: parts.filter((part) => part.type === 'image'),
	};
}

const result = v.object({ content: v.array(v.unknown()) });

/** The content of a tool's result, with each part on a separate line. */
export function resultContent(value: unknown): Content {
	const contents = v.is(result, value) ? value.content : [value];
	const pieces = contents.map((piece) => savedContent(piece));
	const text = pieces
		.filter((piece) => piece.text !== '' || piece.images.length === 0)
		.map((piece) => piece.text)
		.join('\n');
	const images = pieces.flatMap((piece) => piece.images);
	return images.length === 0 ? text : [{ type: 'text', text }, ...images];
}
