import type { EnvelopeRow } from '../../../messages/envelopes.ts';
import type { EndedWork } from '../../../messages/message.ts';
import { normalisedCommand } from '../../../messages/toolUse.ts';
import type { BackgroundWork } from '../../background.ts';

/** Texts of Copilot Chat in the user's name. */
export const vscodeChatEnvelopes: readonly EnvelopeRow[] = [
	{
		kind: 'tags',
		origin: 'client',
		names:
			'environment_info workspace_info userMemory sessionMemory repoMemory editorContext reminderInstructions',
	},
	{ kind: 'tags', origin: 'summary', names: 'conversation-summary' },
	{ kind: 'opening', origin: 'client', opening: /^\[Terminal [\w-]{1,64} notification: / },
	{
		kind: 'shape',
		last: 'userRequest',
		tags: [
			['attachments', 'file'],
			['context', 'client'],
		],
	},
];

const notification =
	/^\s*\[Terminal ([\w-]{1,64}) notification: command completed with exit code (-?\d{1,5})\b/;

/** A named line of a terminal's state. */
const stateLine = /^\s*(Terminal|Last Command|Cwd|Exit Code):(.*)$/;

/**
 * How VS Code reports terminals: in a separate row when a background command ends; and with the next prompt, which has
 * the last command of each terminal and its exit code. Results have no exit code.
 */
export const vscodeChatBackground: BackgroundWork = {
	started: [/^Command is running in terminal with ID=([\w-]{1,64})/],
	ended(text) {
		const [, id, code] = notification.exec(text) ?? [];
		if (id !== undefined) {
			return [{ id, exitCode: Number(code) }];
		}
		return text.includes('Last Command:') ? terminalStates(text) : [];
	},
};

function terminalStates(text: string): readonly EndedWork[] {
	const ended: EndedWork[] = [];
	let command: string[] | undefined;
	let isOpen = false;
	for (const line of text.split('\n')) {
		const [, name, value = ''] = stateLine.exec(line) ?? [];
		if (name === 'Last Command') {
			command = [value];
		} else if (name === 'Exit Code' && command !== undefined && /^ -?\d{1,5}\s*$/.test(value)) {
			ended.push({ command: normalisedCommand(command.join('\n')), exitCode: Number(value) });
			command = undefined;
		} else if (name === undefined && isOpen) {
			// A command of several lines.
			command?.push(line);
		} else if (name === 'Terminal') {
			command = undefined;
		}
		isOpen = name === 'Last Command' || (name === undefined && isOpen);
	}
	return ended;
}
