import assert from 'node:assert/strict';
import type { ChatRequest } from 'vscode';
import { defaultWindow } from '../../../../src/vscode/models/modelDirectory.ts';
import {
	chatSetup,
	type ParticipantServices,
} from '../../../../src/vscode/participant/chatSetup.ts';

describe('the setup of a chat', () => {
	it('assumes the default window if the model states none', () => {
		const model = { vendor: 'acme', id: 'big', maxInputTokens: 0 };
		const services = { configuration: { now: { chatTools: [] } } };
		const { shape } = chatSetup(services as unknown as ParticipantServices, {
			model: model as ChatRequest['model'],
			toolReferences: [],
		});
		assert.deepEqual([shape.window, shape.isWindowAssumed], [defaultWindow, true]);
	});
});
