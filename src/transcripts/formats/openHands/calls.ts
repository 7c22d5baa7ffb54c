import type { ToolCall } from '../../../messages/message.ts';
import type { ActionEvent, Fields } from './events.ts';

/** Names of fields that say how an action is run or shown, not what it does. */
const bookkeeping: ReadonlySet<string> = new Set(
	[
		'id timestamp source message action thought timeout args tool_call_metadata llm_metrics',
		'action_risk security_risk is_confirmed confirmation_state keep_prompt hidden blocking',
		'wait_for_response kernel_init_code impl_source translated_ipython_code include_extra',
	].flatMap((names) => names.split(' ')),
);

function argumentsOf(fields: Fields): string {
	const told = [...fields].filter(([key, value]) => value !== null && !bookkeeping.has(key));
	return JSON.stringify(Object.fromEntries(told));
}

/** The call an action comes to, where the file does not have it as the model wrote it. */
export function callOf({ name, asked, fields }: ActionEvent, id: string): ToolCall {
	return { id: asked?.callId ?? id, name: asked?.name ?? name, arguments: argumentsOf(fields) };
}
