import { aider } from './aider/aider.ts';
import { anthropic } from './anthropic/anthropic.ts';
import { antigravity } from './antigravity.ts';
import { claudeCode } from './claudeCode/claudeCode.ts';
import { cline } from './cline/cline.ts';
import { codex } from './codex/codex.ts';
import { continueReader } from './continue.ts';
import { copilot } from './copilot/copilot.ts';
import { copilotReplay } from './copilotReplay.ts';
import { droid } from './droid.ts';
import { geminiCli } from './gemini/gemini.ts';
import { grok } from './grok.ts';
import { hermes } from './hermes/hermes.ts';
import { kimi } from './kimi/kimi.ts';
import { letta } from './letta/letta.ts';
import { miniSweAgent } from './miniSweAgent.ts';
import { openAiChat } from './openAiChat/openAiChat.ts';
import { kilo, openCode } from './openCode/openCode.ts';
import { openHands } from './openHands/openHands.ts';
import { openClaw, pi } from './pi/pi.ts';
import { qwenCode } from './qwen/qwen.ts';
import type { TranscriptReader } from './reader.ts';
import { rooCode } from './rooCode/rooCode.ts';
import { specStory } from './specStory/specStory.ts';
import { sweAgent } from './sweAgent/sweAgent.ts';
import { uiMessages } from './uiMessages/uiMessages.ts';
import { vscodeChat } from './vscodeChat/vscodeChat.ts';

/** The formats that can be read, the most distinctive first: the first that detects a file reads it. */
export const readers: readonly TranscriptReader[] = [
	qwenCode,
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
	kimi,
	antigravity,
	grok,
	uiMessages,
	geminiCli,
	continueReader,
	cline,
	rooCode,
	hermes,
	openHands,
	sweAgent,
	miniSweAgent,
	specStory,
	aider,
	anthropic,
	openAiChat,
];
