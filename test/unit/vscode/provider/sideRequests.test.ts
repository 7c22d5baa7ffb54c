import assert from 'node:assert/strict';
import type { Message } from '../../../../src/messages/message.ts';
import { isSideRequest } from '../../../../src/vscode/provider/sideRequests.ts';
import { assistant, call, result, user } from '../../../support/logs.ts';

const said = [user('Fix the parser'), assistant('Done.')];

describe('requests a client makes on the side', () => {
	it('are for titles, names and messages, by their system prompt', () => {
		for (const prompt of [
			'You are an expert in crafting pithy titles for chatbot conversations.',
			'You are an expert in crafting ultra-compact titles for chatbot conversations.',
			'You are an expert in crafting pithy branch names for Git Repos.',
			'You are an expert in writing short, catchy, and encouraging progress messages.',
			'You are an AI programming assistant, helping a software developer to come with the best git commit message.',
			'You are a helpful AI assistant tasked with summarizing conversations.',
			'\nYour task is to create a comprehensive, detailed summary of the entire conversation that captures everything.',
		]) {
			assert.ok(isSideRequest(prompt, [user('Please write a title')], false), prompt);
		}
	});

	it('are not those that offer tools, whatever an agent’s system prompt begins with', () => {
		const prompt = 'You are a distinguished software engineer. Work in small steps.';
		assert.equal(isSideRequest(prompt, [user('Fix the parser')], false), true);
		assert.equal(isSideRequest(prompt, [user('Fix the parser')], true), false);
	});

	it('are for a summary of the client’s own, by its system prompt', () => {
		for (const prompt of [
			'You are a specialized system component responsible for distilling chat history into XML.',
			'You are a context summarization agent. You are given a conversation.',
			'You are now acting as the managed memory extraction subagent for an assistant.',
		]) {
			assert.ok(isSideRequest(prompt, [...said, user('Reason first.')], true), prompt);
		}
	});

	it('are for a summary, a title or a suggestion, by what the client asks last', () => {
		for (const text of [
			'Summarize the conversation history so far, paying special attention to the end.',
			'Summarize the conversation so far, as described in the prompt instructions.',
			'Summarize this session for continuation. Be concise and factual.\n\n## Goal',
			'Please create a detailed summary of the conversation so far. The history is being compacted, so be exact.',
			'<explicit_instructions type="summarize_task">\nThe current conversation is rapidly running out of context.',
			'The conversation has grown too large for the context window and must be compacted now.',
			'Your task is to create a detailed summary of the conversation so far.',
			'CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.\n\nYour task is a summary.',
			'[SUGGESTION MODE: Suggest what the user might type next.]',
			'You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary.',
			'Here is the conversation so far:\n\n<conversation>\n[User]: Fix it\n</conversation>',
			'Generate a title for this conversation:',
			'You are the component that summarizes a conversation when its context window is about to overflow.',
		]) {
			assert.ok(isSideRequest('You are an agent.', [...said, user(text)], true), text);
		}
	});

	it('may ask behind what a client reminds of, in the same message', () => {
		const reminder = '<system-reminder>\n9000 tokens left\n</system-reminder>';
		const question = 'CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.';
		const message: Message = {
			role: 'user',
			content: [reminder, question].map((text) => ({ type: 'text', text })),
		};
		assert.ok(isSideRequest('You are an agent.', [...said, message], true));
	});

	it('are not what a person asks, though it speaks of titles and summaries', () => {
		for (const text of [
			'Write a title for the page',
			'Explain this prompt: You are performing a CONTEXT CHECKPOINT COMPACTION.',
			'Please summarize the conversation between the two services',
			'Why does it say "Summarize the conversation history so far" in the log?',
			'Add a test for: You are an expert in crafting pithy titles',
		]) {
			assert.equal(
				isSideRequest('You are an expert AI programming assistant.', [user(text)], true),
				false,
			);
		}
	});

	it('are not those that go on after a tool, whatever was asked before', () => {
		const messages = [
			user('Summarize the conversation history so far'),
			assistant('', call('1')),
			result('1', 'Summarize the conversation history so far'),
		];
		assert.equal(isSideRequest('You are Cline.', messages, true), false);
		assert.equal(isSideRequest('', [], false), false);
	});
});
