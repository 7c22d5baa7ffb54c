import { hasFields } from '../../../messages/json.ts';
import { textField, type Fields } from './events.ts';

/** What OpenHands tells the model of a workspace, in the order it does. */
const instructionKeys = [
	'repo_instructions',
	'additional_agent_instructions',
	'conversation_instructions',
] as const;

function knowledgeOf(value: unknown): readonly string[] {
	const list = Array.isArray(value) ? (value as readonly unknown[]) : [];
	return list.flatMap((item) =>
		hasFields(item) && 'content' in item && typeof item.content === 'string' ? [item.content] : [],
	);
}

/**
 * The instructions that were recalled for the model; the observation itself says only that there
 * were some. Empty when there were none.
 */
export function recalledText(fields: Fields): string {
	const instructions = instructionKeys.map((key) => textField(fields, key));
	return [...instructions, ...knowledgeOf(fields.get('microagent_knowledge'))]
		.map((text) => text.trim())
		.filter(Boolean)
		.join('\n\n');
}
