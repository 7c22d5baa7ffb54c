import { hasFields } from '../../../messages/json.ts';
import { transcriptOf } from '../../building/sessionReader.ts';
import { JsonDocument } from '../../bytes/jsonDocument.ts';
import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptConversation, TranscriptReader } from '../../reader.ts';
import { LettaConversation } from './conversation.ts';
import { lettaAgent } from './records.ts';

/** What only an agent has. */
const telltales = ['agent_type', 'memory_blocks', 'core_memory', 'in_context_message_ids'] as const;

function isAgent(value: unknown): boolean {
	return hasFields(value) && telltales.filter((key) => key in value).length >= 2;
}

/** Whether a file starts like an agent, or like a list of agents. */
function isAgentFile(opening: string): boolean {
	const start = opening.trimStart().startsWith('{') ? parseJsonStart(opening) : undefined;
	if (hasFields(start) && 'agents' in start) {
		return Array.isArray(start.agents) && isAgent(start.agents[0]);
	}
	return isAgent(start);
}

/**
 * Letta's agent files (`.af`): a list of agents, each with its messages. Older ones are a single
 * agent.
 *
 * Stored: where a person exports it. Its version is not read.
 */
export const letta: TranscriptReader = {
	format: 'letta',
	label: 'Letta',
	detect: isAgentFile,
	async read(source, signal) {
		const problems = new ProblemList();
		const conversations: TranscriptConversation[] = [];
		const single = new LettaConversation(problems);
		const document = new JsonDocument(source, problems, {
			listKeys: ['agents', 'messages'],
			signal,
		});
		for await (const { value } of document.elements()) {
			const agent = lettaAgent(value);
			if (agent === undefined) {
				single.take(value);
				continue;
			}
			const conversation = new LettaConversation(problems);
			agent.messages.forEach((message) => conversation.take(message));
			conversations.push(conversation.finish(agent.name));
		}
		conversations.push(single.finish(String(document.fields.get('name') ?? '')));
		const holds = 'an agent of Letta';
		return transcriptOf(source, { format: 'letta', holds, conversations, problems });
	},
};
