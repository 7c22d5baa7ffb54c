import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import bundle from '../../../l10n/bundle.l10n.json' with { type: 'json' };
import { localizedItem } from '../../../src/panel/sectionNames.ts';
import { leads, pointers } from '../../../src/protocol/conversationView.ts';

describe('an item of a summary', () => {
	after(() => l10n.config({ contents: {} }));

	it('shows the words that Precis writes in the language of the page, and nothing else', () => {
		const own = [...Object.values(pointers), ...Object.values(leads)];
		const translated = '~Did:';
		l10n.config({
			contents: Object.fromEntries(Object.keys(bundle).map((text) => [text, `~${text}`])),
		});
		for (const text of own) {
			assert.match(localizedItem(text), /^~/);
		}
		assert.equal(
			localizedItem(`1. “Did: it.”\n${leads.did} ran`),
			`1. “Did: it.”\n${translated} ran`,
		);
		assert.equal(localizedItem(`2. ${leads.did} ran`), `2. ${translated} ran`);
		for (const text of ['toString', 'The parser follows below.', `> ${leads.did}`, 'Did:x']) {
			assert.equal(localizedItem(text), text);
		}
	});
});
