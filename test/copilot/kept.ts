import type { CompactionRecord } from '../../src/compaction/record.ts';
import { textOf, type Log, type Message } from '../../src/messages/message.ts';
import { personText } from '../../src/messages/origins.ts';
import type { SectionTitle, Summary } from '../../src/summary/sections.ts';
import type { CopilotWorkbench } from './copilotWorkbench.ts';

/** The newest conversation, with all that compactions left out of the context. */
export function newestLog(copilot: CopilotWorkbench): Log {
	return copilot.stored((store) => {
		const [newest] = store.list();
		return newest === undefined ? [] : store.log(newest.id);
	});
}

/** What it holds as the person's words. */
export function keptWords(copilot: CopilotWorkbench): readonly string[] {
	return newestLog(copilot)
		.map(({ message }) => personText(message))
		.filter((text) => text !== '');
}

/** Its compactions, oldest first. */
export function newestRecords(copilot: CopilotWorkbench): readonly CompactionRecord[] {
	return copilot.stored((store) => {
		const [newest] = store.list();
		return newest === undefined ? [] : store.records(newest.id).map(({ record }) => record);
	});
}

/** The person's words in a message, as Copilot Chat writes them. */
export function requestsIn({ content }: Message): string[] {
	const found = textOf(content).matchAll(/<userRequest>\n([^]*?)\n<\/userRequest>/g);
	return [...found].map(([, words = '']) => words);
}

/** Whether a message holds these words as Copilot Chat writes a person's. */
export function asks(message: Message | undefined, words: string): boolean {
	return message !== undefined && requestsIn(message).includes(words);
}

/** Sections that hold nothing but what the person said. */
const ofPerson: readonly SectionTitle[] = ['Active Task', 'Goal', 'Constraints & Preferences'];

/**
 * Lines of a summary that stand there as the person's words, and are not.
 * @param said Everything the person said.
 */
export function foreignLines(summary: Summary, said: readonly string[]): string[] {
	return ofPerson.flatMap((title) =>
		summary[title]
			.filter(({ place }) => place === undefined)
			.flatMap(({ text }) => quotedIn(text).split('\n'))
			.filter((line) => !said.some((words) => words.includes(line.trim())))
			.map((line) => `${title}: ${line}`),
	);
}

/** What an item quotes; all of it where it quotes nothing. */
function quotedIn(text: string): string {
	return /“([^]*)”/.exec(text)?.[1] ?? text;
}
