import { aider } from './formats/aider/aider.ts';
import { anthropic } from './formats/anthropic/anthropic.ts';
import { antigravity } from './formats/antigravity.ts';
import { claudeCode } from './formats/claudeCode/claudeCode.ts';
import { cline } from './formats/cline/cline.ts';
import { codex } from './formats/codex/codex.ts';
import { continueReader } from './formats/continue.ts';
import { copilot } from './formats/copilot/copilot.ts';
import { copilotReplay } from './formats/copilotReplay.ts';
import { cursor } from './formats/cursor/cursor.ts';
import { cursorCli } from './formats/cursorCli/cursorCli.ts';
import { cursorTranscript } from './formats/cursorCli/transcript.ts';
import { droid } from './formats/droid.ts';
import { geminiCli } from './formats/gemini/gemini.ts';
import { grok } from './formats/grok.ts';
import { hermes } from './formats/hermes/hermes.ts';
import { kimi } from './formats/kimi/kimi.ts';
import { kiro } from './formats/kiro/kiro.ts';
import { kiroCli } from './formats/kiro/kiroCli.ts';
import { letta } from './formats/letta/letta.ts';
import { miniSweAgent } from './formats/miniSweAgent.ts';
import { openAiChat } from './formats/openAiChat/openAiChat.ts';
import { kilo, openCode } from './formats/openCode/openCode.ts';
import { openHands } from './formats/openHands/openHands.ts';
import { openClaw, pi } from './formats/pi/pi.ts';
import { qwenCode } from './formats/qwen/qwen.ts';
import type { TranscriptReader } from './reader.ts';
import { rooCode } from './formats/rooCode/rooCode.ts';
import { specStory } from './formats/specStory/specStory.ts';
import { sweAgent } from './formats/sweAgent/sweAgent.ts';
import { uiMessages } from './formats/uiMessages/uiMessages.ts';
import { vscodeChat } from './formats/vscodeChat/vscodeChat.ts';

/**
 * The formats that can be read, the most distinctive first: the first that detects a file reads it. Those in
 * Markdown come before those in JSON, lines of which they quote.
 */
export const readers: readonly TranscriptReader[] = [
	specStory,
	aider,
	qwenCode,
	claudeCode,
	codex,
	copilot,
	vscodeChat,
	copilotReplay,
	cursor,
	cursorCli,
	cursorTranscript,
	kiro,
	kiroCli,
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
	anthropic,
	openAiChat,
];
