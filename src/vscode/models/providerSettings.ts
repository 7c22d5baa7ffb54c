import * as v from 'valibot';
import { fieldsOf } from '../../messages/json.ts';
import { parseBaseUrl } from '../../models/baseUrl.ts';
import { providerName, reservedProviders } from './modelId.ts';
import { modelSetting, type ModelSetting, type Provider } from './providers.ts';

/** Checks the list of providers in the settings, entry by entry: one that is wrong costs no other. */

/** What is wrong with the list. No value is part of it: people paste keys into the wrong place. */
export type ProviderProblem =
	| { readonly kind: 'no-list' }
	/** An entry without a usable name is known by its number, from 1. */
	| { readonly kind: 'entry'; readonly number: number }
	| { readonly kind: 'reserved-name'; readonly provider: string }
	| { readonly kind: 'same-name'; readonly provider: string }
	| {
			readonly kind: 'base-url';
			readonly provider: string;
			/** What is wrong and what to do, as sentences; the address is not in it. */
			readonly why: string;
	  }
	| { readonly kind: 'field'; readonly provider: string; readonly field: ProviderField }
	| { readonly kind: 'key-in-settings'; readonly provider: string }
	| { readonly kind: 'unknown-field'; readonly provider: string; readonly field: string }
	| { readonly kind: 'model'; readonly provider: string; readonly number: number };

type ProviderField = 'api' | 'streaming' | 'keyVariable' | 'models';

const fields = {
	api: v.optional(v.picklist(['chat', 'responses']), 'chat'),
	streaming: v.optional(v.boolean(), true),
	keyVariable: v.optional(v.pipe(v.string(), v.regex(/^[A-Z_][A-Z0-9_]{0,59}$/))),
	models: v.optional(v.array(v.unknown()), []),
} as const;

const known: readonly string[] = ['name', 'baseUrl', ...Object.keys(fields)];

/** Fields people put a key into. */
const keyField = /key|token|secret|password|authorization|header/i;

/** The providers that can be used, and what is wrong with the others. */
export interface CheckedProviders {
	readonly providers: readonly Provider[];
	readonly problems: readonly ProviderProblem[];
}

/** Reads the list as it stands in the settings. */
export function checkProviders(value: unknown): CheckedProviders {
	if (!Array.isArray(value)) {
		return { providers: [], problems: [{ kind: 'no-list' }] };
	}
	const providers: Provider[] = [];
	const problems: ProviderProblem[] = [];
	value.forEach((entry: unknown, index) => {
		const checked = checkEntry(entry, index + 1, problems);
		if (checked === undefined) {
			return;
		}
		if (providers.some(({ name }) => name === checked.name)) {
			problems.push({ kind: 'same-name', provider: checked.name });
			return;
		}
		providers.push(checked);
	});
	return { providers, problems };
}

function checkEntry(
	entry: unknown,
	number: number,
	problems: ProviderProblem[],
): Provider | undefined {
	const { name, baseUrl, ...rest } = fieldsOf(entry);
	if (typeof name !== 'string' || !providerName.test(name)) {
		problems.push({ kind: 'entry', number });
		return undefined;
	}
	if (reservedProviders.includes(name)) {
		problems.push({ kind: 'reserved-name', provider: name });
		return undefined;
	}
	const address = parseBaseUrl(typeof baseUrl === 'string' ? baseUrl : '');
	if (address.kind === 'invalid') {
		problems.push({ kind: 'base-url', provider: name, why: address.message });
		return undefined;
	}
	reportUnknown(name, rest, problems);

	/** A field that is wrong is reported and has its default. */
	function valueOf<Field extends ProviderField>(
		field: Field,
	): v.InferOutput<(typeof fields)[Field]> | undefined {
		const result = v.safeParse(fields[field], rest[field]);
		if (!result.success) {
			problems.push({ kind: 'field', provider: String(name), field });
		}
		return result.success ? result.output : undefined;
	}

	const keyVariable = valueOf('keyVariable');
	return {
		name,
		baseUrl: address.baseUrl,
		api: valueOf('api') ?? 'chat',
		streaming: valueOf('streaming') ?? true,
		...(keyVariable === undefined ? {} : { keyVariable }),
		models: checkModels(name, valueOf('models') ?? [], problems),
		configured: true,
	};
}

function checkModels(
	provider: string,
	entries: readonly unknown[],
	problems: ProviderProblem[],
): readonly ModelSetting[] {
	return entries.flatMap((entry, index) => {
		const result = v.safeParse(modelSetting, entry);
		if (!result.success) {
			problems.push({ kind: 'model', provider, number: index + 1 });
		}
		return result.success ? [result.output] : [];
	});
}

function reportUnknown(
	provider: string,
	rest: Readonly<Record<string, unknown>>,
	problems: ProviderProblem[],
): void {
	for (const field of Object.keys(rest)) {
		if (known.includes(field)) {
			continue;
		}
		problems.push(
			keyField.test(field)
				? { kind: 'key-in-settings', provider }
				: { kind: 'unknown-field', provider, field: field.slice(0, 40) },
		);
	}
}
