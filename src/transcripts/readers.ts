import { antigravity } from './antigravity.ts';
import { claudeCode } from './claudeCode/claudeCode.ts';
import { cline } from './cline/cline.ts';
import { continueReader } from './continue.ts';
import { geminiCli } from './gemini/gemini.ts';
import { grok } from './grok.ts';
import { kimi } from './kimi/kimi.ts';
import { openAiChat } from './openAiChat/openAiChat.ts';
import { qwenCode } from './qwen/qwen.ts';
import { rooCode } from './rooCode/rooCode.ts';
import type { TranscriptReader } from './reader.ts';

/** The formats that can be read, the most distinctive first: the first that detects a file reads it. */
export const readers: readonly TranscriptReader[] = [
	qwenCode,
	claudeCode,
	kimi,
	antigravity,
	grok,
	geminiCli,
	continueReader,
	cline,
	rooCode,
	openAiChat,
];
