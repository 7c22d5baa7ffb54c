import * as v from 'valibot';
import type { Part } from '../../../messages/message.ts';
import type { FoundResult } from '../../building/openMessage.ts';
import { contentOf } from '../../building/parts.ts';
import { read } from '../../building/shapes.ts';

/** What came of a call, in parts that are of one kind each, whichever way they were saved. */
export type ResultPart =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'json'; readonly value: unknown }
	| { readonly kind: 'image'; readonly part: Part };

/** What a command came to. */
const commandEnd = v.object({
	/** `0`, or `exit status: 0`. */
	exit_status: v.string(),
	stdout: v.fallback(v.string(), ''),
	stderr: v.fallback(v.string(), ''),
});

/** The number that an exit status ends with. */
const exitCode = /(?:^|\s)(\d{1,5})$/;

function partOf(found: ResultPart): Part {
	switch (found.kind) {
		case 'text':
			return { type: 'text', text: found.text };
		case 'image':
			return found.part;
		case 'json': {
			const end = read(commandEnd, found.value);
			const output = end && [end.stdout, end.stderr].filter((text) => text !== '').join('\n');
			return { type: 'text', text: output ?? JSON.stringify(found.value ?? null) };
		}
	}
}

function exitCodeOf(parts: readonly ResultPart[]): number | undefined {
	for (const part of parts) {
		const end = part.kind === 'json' ? read(commandEnd, part.value) : undefined;
		const code = exitCode.exec(end?.exit_status ?? '')?.[1];
		if (code !== undefined) {
			return Number(code);
		}
	}
	return undefined;
}

/** @param status As Kiro tells it; absent: it does not. */
export function resultOf(
	toolCallId: string,
	parts: readonly ResultPart[],
	status: string | undefined,
): FoundResult {
	const code = exitCodeOf(parts);
	return {
		toolCallId,
		content: contentOf(parts.map(partOf)),
		...(status === undefined ? {} : { isError: status.toLowerCase() !== 'success' }),
		...(code === undefined ? {} : { exitCode: code }),
	};
}

/** The bytes of an image as a part. @param format `png`, in any case. */
export function imageOf(format: string, bytes: readonly number[]): Part {
	const mediaType = `image/${format.toLowerCase()}`;
	const url = `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
	return { type: 'image', mediaType, url };
}
