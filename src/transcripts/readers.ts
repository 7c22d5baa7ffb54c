import { anthropic } from './anthropic/anthropic.ts';
import { claudeCode } from './claudeCode/claudeCode.ts';
import { codex } from './codex/codex.ts';
import { copilot } from './copilot/copilot.ts';
import { copilotReplay } from './copilotReplay.ts';
import { openAiChat } from './openAiChat/openAiChat.ts';
import type { TranscriptReader } from './reader.ts';
import { uiMessages } from './uiMessages/uiMessages.ts';
import { vscodeChat } from './vscodeChat/vscodeChat.ts';

/** The formats that can be read, the most distinctive first: the first that detects a file reads it. */
export const readers: readonly TranscriptReader[] = [
	claudeCode,
	codex,
	uiMessages,
	anthropic,
	copilot,
	vscodeChat,
	copilotReplay,
	openAiChat,
];
