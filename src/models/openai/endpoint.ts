import type { Secret } from '../secret.ts';

/** Where a request goes: named in every failure. */
export interface Endpoint {
	readonly provider: string;
	readonly baseUrl: string;
	readonly credential?: Secret;
	/** Absent where no model was asked, as for the list of models. */
	readonly model?: string;
}

/** `openrouter/gpt-5`, as models are named everywhere; the provider alone where no model was asked. */
export function nameOf({ provider, model }: Endpoint): string {
	return model === undefined ? provider : `${provider}/${model}`;
}
