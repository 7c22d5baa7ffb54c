import assert from 'node:assert/strict';
import { issueReport, type IssueFacts } from '../../../../src/vscode/commands/issueReport.ts';

const facts: IssueFacts = {
	versions: [
		['Precis', '0.2.0'],
		['Visual Studio Code', '1.139.1'],
	],
	settings: [],
	missing: [],
	stored: { conversations: 3, bytes: 2_500_000 },
	problems: [],
	texts: [],
};

/** The report's line about a setting. */
function settingLine(name: string, value: unknown): string | undefined {
	return issueReport({ ...facts, settings: [{ name, value }] })
		.split('\n')
		.find((line) => line.includes(name));
}

describe('the report of an issue', () => {
	it('says what runs where, and how much is stored', () => {
		const report = issueReport({ ...facts, missing: ['participant', 'tools'] });
		for (const part of [
			'Precis: 0.2.0',
			'Visual Studio Code: 1.139.1',
			'- Stored: conversations: 3, 2.5 MB\n',
			'tools',
		]) {
			assert.ok(report.includes(part), part);
		}
	});

	it('can be made where the store does not answer', () => {
		assert.ok(issueReport({ ...facts, stored: undefined }).includes('Stored: unknown'));
	});

	it('shows numbers, switches and words of ours that were changed', () => {
		assert.match(settingLine('precis.compaction.tailRatio', 0.3) ?? '', /: 0\.3$/);
		assert.match(settingLine('precis.storage.enabled', false) ?? '', /: false$/);
		assert.match(settingLine('precis.mirroredModels.keepConversations', 'never') ?? '', /: never$/);
		assert.match(settingLine('precis.models.main', 'openai/gpt-5') ?? '', /: openai\/gpt-5$/);
	});

	it('shows nothing that a person wrote freely, no address and no folder', () => {
		const written = 'PRIVATE';
		for (const [name, value] of [
			['precis.tasks.compaction.instructions', written],
			['precis.models.main', written],
			['precis.mirroredModels.keepConversations', written],
			['precis.models.providers', [{ name: written, baseUrl: `https://${written}` }]],
			['precis.mirroredModels.models', { [written]: { window: 4_000 } }],
			['precis.import.folders', [`/home/${written}`]],
			['precis.chat.tools', [written]],
		] as const) {
			const line = settingLine(name, value);
			assert.ok(line !== undefined && !line.includes(written), line);
		}
	});

	it('has the last problems in one block that they cannot leave', () => {
		const report = issueReport({
			...facts,
			problems: [{ at: 0, level: 'error', text: 'Error: before ``` after' }],
		});
		assert.ok(report.includes('1970-01-01T00:00:00.000Z error'));
		assert.equal(report.split('```').length, 3);
		assert.doesNotMatch(report, /before|after/);
	});
});
