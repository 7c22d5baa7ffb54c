import { sectionTitles } from '../../../src/summary/sections.ts';
import { summaryEnd } from '../../../src/summary/parse.ts';

/**
 * A summary as a model writes it when it does as it is asked: thirteen sections and the last line.
 * @param length Characters it has at least, where that is more than the shortest has.
 * @param topic Words that stand in every section, to tell one reply from another.
 */
export function summaryReply(length = 0, topic = 'the parser'): string {
	const sections = sectionTitles.map((title) => `## ${title}\n- About ${topic} (m1)`);
	const shortest = [...sections, summaryEnd].join('\n\n');
	const missing = Math.max(0, length - shortest.length);
	const line = `\n- One more thing about ${topic} that matters later`;
	const more = line.repeat(Math.ceil(missing / line.length));
	return [...sections.slice(0, -1), `${sections.at(-1) ?? ''}${more}`, summaryEnd].join('\n\n');
}
