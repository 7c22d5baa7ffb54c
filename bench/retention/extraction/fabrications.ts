import type { Message } from '../../../src/messages/message.ts';
import { writtenText } from './texts.ts';

const claims =
	/(?<![\w/])(?:[\w.@~-]*\/)+[\w.@-]+\.[a-z]{1,5}\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{9,40}\b/gi;

/**
 * Paths and hashes of a text that stand nowhere in the messages: made up. `mv a.ts b.ts dir/` says where
 * the files are without writing their new paths.
 */
export function fabrications(text: string, messages: readonly Message[]): string[] {
	const all = messages.map(writtenText).join('\n').replaceAll('\\', '/');
	return [...new Set(text.match(claims) ?? [])].filter(
		(claim) =>
			!all.includes(claim) && !all.includes(claim.replace(/^\.\//, '')) && !isMoved(claim, all),
	);
}

function isMoved(path: string, all: string): boolean {
	const [name = '', directory = ''] = path.split('/').toReversed();
	return all
		.split('\n')
		.some(
			(line) => /\bmv /.test(line) && line.includes(` ${name} `) && line.includes(` ${directory}/`),
		);
}
