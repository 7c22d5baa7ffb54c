import { redact } from '../../redaction/redact.ts';
import type { RejectedModelSetting, SettingProblem } from './modelSettings.ts';
import type { Translator } from './translator.ts';

/** Characters of a wrong value that are shown. */
const shownValue = 60;

/** What is wrong with a setting, what is allowed, and what happens meanwhile. */
export function settingMessage(
	{ value, problem }: RejectedModelSetting,
	id: string,
	l10n: Translator,
): string {
	switch (problem.kind) {
		case 'number':
			return l10n.t(
				'{0} cannot be {1}: {2} Until it is changed, the default is used.',
				id,
				written(value),
				numberAllowed(problem, l10n),
			);
		case 'main-model':
			return l10n.t(
				'{0} cannot be {1}: write the provider and the model with a slash between them, for example openrouter/openai/gpt-5-mini, or leave it empty.',
				id,
				written(value),
			);
		case 'summary-model':
			return l10n.t(
				'{0} cannot be {1}: write the provider and the model with a slash between them, vscode/vendor/model, built-in, or leave it empty. The command "Precis: Choose Summary Model…" lists what there is. Until it is changed, the default is used.',
				id,
				written(value),
			);
		case 'blank-instructions':
			return l10n.t(
				'{0} has no text: write the instructions for the summary, or remove the setting. Until then the instructions of Precis are used.',
				id,
			);
		case 'no-switch':
			return l10n.t('{0} has to be true or false. Until it is changed, you are asked.', id);
		case 'dollars':
			return l10n.t(
				'{0} cannot be {1}: give US dollars from 0, or null. Until it is changed, nothing is spent.',
				id,
				written(value),
			);
		case 'no-text':
			return l10n.t('{0} has to be a text. Until it is changed, the default is used.', id);
		default:
			return providerMessage(problem, id, l10n);
	}
}

function numberAllowed(
	{ of, minimum, maximum }: Extract<SettingProblem, { readonly kind: 'number' }>,
	l10n: Translator,
): string {
	switch (of) {
		case 'seconds':
			return l10n.t('give a whole number of seconds from {0} to {1}.', minimum, maximum);
		case 'characters':
			return l10n.t('give a whole number of characters from {0} to {1}.', minimum, maximum);
		case 'count':
			return l10n.t('give a whole number from {0} to {1}.', minimum, maximum);
	}
}

type OfProviders = Exclude<
	SettingProblem,
	{
		readonly kind:
			| 'number'
			| 'main-model'
			| 'summary-model'
			| 'blank-instructions'
			| 'no-text'
			| 'no-switch'
			| 'dollars';
	}
>;

function providerMessage(problem: OfProviders, id: string, l10n: Translator): string {
	switch (problem.kind) {
		case 'no-list':
			return l10n.t('{0} has to be a list of providers. Until it is changed, it is ignored.', id);
		case 'entry':
			return l10n.t(
				'{0}: entry {1} needs a name of lower-case letters, digits and hyphens. Until it is changed, the entry is ignored.',
				id,
				problem.number,
			);
		case 'reserved-name':
			return l10n.t(
				'{0}: no provider can be called {1}. Give it another name; until then it is ignored.',
				id,
				problem.provider,
			);
		case 'same-name':
			return l10n.t(
				'{0}: two providers are called {1}. Rename one; until then only the first is used.',
				id,
				problem.provider,
			);
		case 'base-url':
			return l10n.t('{0}: {1} cannot be used. {2}', id, problem.provider, problem.why);
		case 'field':
			return l10n.t(
				'{0}: {1} of {2} is not allowed: {3} Until it is changed, the default is used.',
				id,
				problem.field,
				problem.provider,
				fieldAllowed(problem.field, l10n),
			);
		case 'key-in-settings':
			return l10n.t(
				'{0}: keys do not belong in settings. Remove it from {1}, and run "Precis: Set API Key…". It is not used.',
				id,
				problem.provider,
			);
		case 'unknown-field':
			return l10n.t(
				'{0}: {1} has {2}, which means nothing here. Remove it.',
				id,
				problem.provider,
				redact(problem.field),
			);
		case 'model':
			return l10n.t(
				'{0}: model {1} of {2} needs an id and a window of at least 1000 tokens; maxOutput, inputPrice and outputPrice are numbers. Until it is changed, the entry is ignored.',
				id,
				problem.number,
				problem.provider,
			);
	}
}

function fieldAllowed(field: 'api' | 'streaming' | 'keyVariable' | 'models', l10n: Translator) {
	switch (field) {
		case 'api':
			return l10n.t('write "chat" or "responses".');
		case 'streaming':
			return l10n.t('write true or false.');
		case 'keyVariable':
			return l10n.t('write the name of an environment variable, never the key itself.');
		case 'models':
			return l10n.t('write a list of models.');
	}
}

/** A wrong value, short and without secrets. */
function written(value: unknown): string {
	const text = redact(JSON.stringify(value) ?? String(value));
	return text.length <= shownValue ? text : `${text.slice(0, shownValue - 1)}…`;
}
