import { anthropic } from './anthropic/anthropic.ts';
import { claudeCode } from './claudeCode/claudeCode.ts';
import { codex } from './codex/codex.ts';
import { copilot } from './copilot/copilot.ts';
import { copilotReplay } from './copilotReplay.ts';
import { droid } from './droid.ts';
import { letta } from './letta/letta.ts';
import { openAiChat } from './openAiChat/openAiChat.ts';
import { kilo, openCode } from './openCode/openCode.ts';
import { openClaw, pi } from './pi/pi.ts';
import type { TranscriptReader } from './reader.ts';
import { uiMessages } from './uiMessages/uiMessages.ts';
import { vscodeChat } from './vscodeChat/vscodeChat.ts';

/** The formats that can be read, the most distinctive first: the first that detects a file reads it. */
export const readers: readonly TranscriptReader[] = [
	claudeCode,
	codex,
	copilot,
	vscodeChat,
	copilotReplay,
	kilo,
	openCode,
	openClaw,
	pi,
	droid,
	letta,
	uiMessages,
	anthropic,
	openAiChat,
];
