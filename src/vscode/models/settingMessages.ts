import { cutEnd } from '../../messages/marks.ts';
import { redact } from '../../redaction/redact.ts';
import type { RejectedModelSetting } from './modelSettings.ts';
import type { ProviderProblem } from './providerSettings.ts';
import type { Translator } from '../translator.ts';

/** Characters of a wrong value that are shown. */
const shownValue = 60;

/** What is wrong with a setting, what is allowed, and what happens meanwhile. */
export function settingMessage(
	{ value, problem }: RejectedModelSetting,
	id: string,
	l10n: Translator,
): string {
	switch (problem.kind) {
		case 'seconds':
			return l10n.t(
				'{0} cannot be {1}. {2} Until you change the setting, the default is used.',
				id,
				written(value),
				l10n.t(
					'Enter a whole number of seconds from {0} to {1}.',
					problem.minimum,
					problem.maximum,
				),
			);
		case 'main-model':
			return l10n.t(
				'{0} cannot be {1}. Enter the provider and the model with a slash between them, for example openrouter/openai/gpt-5-mini, or leave the setting empty.',
				id,
				written(value),
			);
		case 'summary-model':
			return l10n.t(
				'{0} cannot be {1}. Enter provider/model, vscode/vendor/model or built-in, or leave the setting empty. "Precis: Choose Summary Model…" lists the available models. Until you change the setting, the default is used.',
				id,
				written(value),
			);
		case 'blank-instructions':
			return l10n.t(
				'{0} is empty. Enter the instructions for the summary, or remove the setting. Until then, Precis uses its own instructions.',
				id,
			);
		case 'no-decision':
			return l10n.t(
				'{0}: enter true or false for each model. Until you change the setting, Precis ignores other values.',
				id,
			);
		case 'dollars':
			return l10n.t(
				'{0} cannot be {1}. Enter US dollars from 0, or null. Until you change the setting, no money is spent.',
				id,
				written(value),
			);
		case 'no-text':
			return l10n.t('{0} must be text. Until you change the setting, the default is used.', id);
		default:
			return providerMessage(problem, id, l10n);
	}
}

function providerMessage(problem: ProviderProblem, id: string, l10n: Translator): string {
	switch (problem.kind) {
		case 'no-list':
			return l10n.t(
				'{0} must be a list of providers. Until you change the setting, it is ignored.',
				id,
			);
		case 'entry':
			return l10n.t(
				'{0}: entry {1} needs a name of lower-case letters, digits and hyphens. Until you change the setting, the entry is ignored.',
				id,
				problem.number,
			);
		case 'reserved-name':
			return l10n.t(
				'{0}: the name {1} is reserved. Rename the provider; until then it is ignored.',
				id,
				problem.provider,
			);
		case 'same-name':
			return l10n.t(
				'{0}: two providers are named {1}. Rename one; until then only the first is used.',
				id,
				problem.provider,
			);
		case 'base-url':
			return l10n.t('{0}: {1} cannot be used. {2}', id, problem.provider, problem.why);
		case 'field':
			return l10n.t(
				'{0}: {1} of {2} is not allowed. {3} Until you change the setting, the default is used.',
				id,
				problem.field,
				problem.provider,
				fieldAllowed(problem.field, l10n),
			);
		case 'key-in-settings':
			return l10n.t(
				'{0}: settings must not hold keys. Remove the key from {1}, and run "Precis: Set API Key…". Precis does not use this key.',
				id,
				problem.provider,
			);
		case 'unknown-field':
			return l10n.t(
				'{0}: {1} has the unknown property {2}. Remove it.',
				id,
				problem.provider,
				redact(problem.field),
			);
		case 'model':
			return l10n.t(
				'{0}: model {1} of {2} needs an id and a window of at least 1000 tokens; maxOutput, inputPrice and outputPrice are numbers. Until you change the setting, the entry is ignored.',
				id,
				problem.number,
				problem.provider,
			);
	}
}

function fieldAllowed(field: 'api' | 'streaming' | 'keyVariable' | 'models', l10n: Translator) {
	switch (field) {
		case 'api':
			return l10n.t('Enter "chat" or "responses".');
		case 'streaming':
			return l10n.t('Enter true or false.');
		case 'keyVariable':
			return l10n.t('Enter the name of an environment variable, never the key itself.');
		case 'models':
			return l10n.t('Enter a list of models.');
	}
}

/** A wrong value, short and without secrets. */
function written(value: unknown): string {
	return cutEnd(redact(JSON.stringify(value) ?? String(value)), shownValue);
}
