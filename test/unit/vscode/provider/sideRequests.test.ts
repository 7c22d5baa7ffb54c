import assert from 'node:assert/strict';
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

	it('are for a summary of the client’s own, by what it asks last', () => {
		for (const text of [
			'Summarize the conversation history so far, paying special attention to the end.',
			'Summarize the conversation so far, as described in the prompt instructions.',
			'<explicit_instructions type="summarize_task">\nThe current conversation is rapidly running out of context.',
			'The conversation has grown too large for the context window and must be compacted now.',
			'Your task is to create a detailed summary of the conversation so far.',
		]) {
			assert.ok(isSideRequest('You are Cline.', [...said, user(text)], true), text);
		}
	});

	it('are not what a person asks, though it speaks of titles and summaries', () => {
		for (const text of [
			'Write a title for the page',
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
