import { textOf, hasImage, type Message } from '../../messages/message.ts';
import type { ModelAnswer, ModelRequest } from '../../models/client.ts';
import type { ModelCalls, ModelTarget } from '../../models/modelCalls.ts';
import { plainMessages } from '../../models/plainMessages.ts';
import { replyText } from '../../summary/replyText.ts';
import { toolInput } from './modelMessages.ts';
import type { NamedModel } from '../settings/modelId.ts';
import type { BaseModel, BaseRequest } from './baseModel.ts';
import type { PartSink } from './replySink.ts';
import { hostApi } from '../hostApi.ts';
import { usagePart } from '../models/reportedUsage.ts';

/** Tokens: a smaller reply is not worth requesting from any server. */
const smallestReply = 1_024;

/** Share of a small window for a reply, as for other conversations. */
const largestReplyShare = 0.25;

/** A model of an OpenAI-compatible server as the base of a mirrored model. */
export function serverBase(
	named: NamedModel & { readonly kind: 'provider' },
	target: ModelTarget,
	calls: () => ModelCalls,
	reservedReply: number,
	inputPrice: number | undefined,
): BaseModel {
	const { id, window, isWindowAssumed, maxOutput } = target;
	return {
		id,
		named,
		name: named.model,
		// Cline and Roo Code select by vendor and family, and separate the two by a slash.
		family: named.model.replaceAll('/', '-'),
		version: '1',
		origin: named.provider,
		window,
		...(isWindowAssumed === undefined ? {} : { isWindowAssumed }),
		reservedReply: Math.floor(
			Math.min(reservedReply, maxOutput ?? Infinity, largestReplyShare * window),
		),
		...(maxOutput === undefined ? {} : { maxOutput }),
		...(inputPrice === undefined ? {} : { inputPrice }),
		images: false,
		continueWith: (request, more, maxOutput) =>
			toRequest({ ...request, context: withMore(request.context, more) }, maxOutput),
		async send(request, sink, signal) {
			const onText = (more: string): void => sink.pass(new hostApi.LanguageModelTextPart(more));
			const answer = await calls().call(
				target,
				toRequest(request, longestReply(request, target)),
				signal,
				onText,
			);
			passRest(answer, sink);
		},
	};
}

/** Adds user text, to the last message if it is the user's, because roles must alternate. */
function withMore(context: readonly Message[], more: string): readonly Message[] {
	const last = context.at(-1);
	if (last?.role !== 'user') {
		return [...context, { role: 'user', content: more }];
	}
	const content =
		typeof last.content === 'string'
			? `${last.content}\n\n${more}`
			: [...last.content, { type: 'text' as const, text: more }];
	return [...context.slice(0, -1), { ...last, content }];
}

/** The rest of the window after the prompt, if that is less than the model's longest reply. */
function longestReply(
	{ tokens }: BaseRequest,
	{ window, maxOutput }: ModelTarget,
): number | undefined {
	return maxOutput === undefined
		? undefined
		: Math.max(smallestReply, Math.min(maxOutput, window - tokens));
}

function toRequest(
	{ context, options: { tools = [], toolMode, modelOptions } }: BaseRequest,
	maxOutput: number | undefined,
): ModelRequest {
	const required = toolMode === hostApi.LanguageModelChatToolMode.Required;
	return {
		messages: tools.length === 0 ? withoutCalls(context) : context.map(withPlainText),
		...(maxOutput === undefined ? {} : { maxOutputTokens: maxOutput }),
		...(tools.length === 0
			? {}
			: {
					tools: tools.map(({ name, description, inputSchema }) => ({
						name,
						description,
						...(inputSchema === undefined ? {} : { inputSchema }),
					})),
					toolChoice: required ? 'required' : 'auto',
				}),
		...(modelOptions === undefined ? {} : { options: modelOptions }),
	};
}

/** Servers reject calls and results in a request without tools: there they become text. */
function withoutCalls(context: readonly Message[]): readonly Message[] {
	return context.some(({ role }) => role === 'tool')
		? plainMessages(context)
		: context.map(withPlainText);
}

/** Many servers accept parts only with images. */
function withPlainText(message: Message): Message {
	const { content } = message;
	if (typeof content === 'string' || hasImage(content)) {
		return message;
	}
	return { ...message, content: content.map((part) => textOf([part])).join('\n\n') };
}

/** Passes on the parts that are not streamed: calls, a refusal, usage. */
function passRest({ content, toolCalls = [], usage }: ModelAnswer, sink: PartSink): void {
	const { refusal } = replyText(content);
	if (!sink.hasOutput && refusal.trim() !== '') {
		sink.pass(new hostApi.LanguageModelTextPart(refusal));
	}
	for (const { id, name, arguments: text } of toolCalls) {
		sink.pass(new hostApi.LanguageModelToolCallPart(id, name, toolInput(text)));
	}
	if (usage !== undefined) {
		sink.pass(usagePart(usage));
	}
}
