import { mark } from '../messages/marks.ts';

/**
 * OpenAI messages without their images, each with a mark in its place: nobody can review an image in
 * a text before it is shared.
 * @param messages JSON of our export.
 */
export function withoutImages(messages: string): string {
	const list: unknown = JSON.parse(messages, (_, value: unknown) =>
		isImage(value) ? { type: 'text', text: mark('image left out') } : value,
	);
	return `${JSON.stringify(list, undefined, 2)}\n`;
}

/** Arguments of calls are text in these messages, so an object of this type is a block of content. */
function isImage(value: unknown): boolean {
	return (
		typeof value === 'object' && value !== null && 'type' in value && value.type === 'image_url'
	);
}
