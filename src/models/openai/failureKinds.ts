import type { ModelFailureKind } from '../modelError.ts';
import type { ReportedError } from './reported.ts';

/**
 * Which kind of failure a provider's error is. Words and codes come before the status: compatible
 * servers report a missing model as 400, 403, 500 or 503 and a full context as 400, 413 or 500.
 */

/** OpenAI, llama.cpp, vLLM, LM Studio, Anthropic, Gemini, Mistral and proxies before them. */
const contextTooLong =
	/context[ _-]?(?:length|window|size)|maximum context|context (?:the )?overflow|exceeds? the (?:model['’]s )?maximum (?:number of )?(?:input )?tokens?|(?:prompt|input|request)(?: \w+)? (?:is )?too (?:long|large)|too many (?:input |prompt )?tokens|input token count|model_max_prompt_tokens_exceeded|token_limit_exceeded/;

const creditCodes =
	/insufficient_(?:quota|balance|credits?|user_quota)|billing_(?:hard_limit_reached|not_active)|payment_required|credit_balance/;
const creditWords =
	/insufficient (?:quota|credits?|balance|funds)|exceeded your current quota|requires more credits|out of (?:extra )?(?:credits?|usage)|credit balance|no credits?\b|余额不足|额度(?:已用尽|不足)/;

const authenticationCodes = /invalid_api_key|invalid_authentication|authentication_error/;
const authenticationWords =
	/(?:incorrect|invalid|missing|no|wrong|expired|malformed) api[ -]?key|api[ -]?key (?:not valid|is (?:invalid|missing|required)|not found)|no auth credentials|无效的令牌/;

const missingCodes =
	/model_not_found|deploymentnotfound|model_not_available|no_available_(?:channel|candidate)|invalid_model/;
/** The first three and "no available channel" are the words behaviour.md names. */
const missingWords =
	/model[^.]{0,120}not found|not found[^.]{0,40}model|does not exist|no available (?:channel|provider|upstream)|no (?:such|models?) (?:model|loaded)|(?:unknown|invalid|unsupported) model|not a valid model|no (?:allowed )?(?:providers|endpoints) (?:are )?(?:found|available)|model[^.]{0,80}(?:decommissioned|deprecated and|no longer (?:available|supported)|is not available|not loaded)|无可用渠道/;

const overloadedCodes = /overloaded|engine_overloaded|slow_down/;
const overloadedWords =
	/overloaded|(?:is|too|currently) (?:too )?busy|at (?:full )?capacity|high demand/;

const rateCodes = /rate_limit|rate-limit|too_many_requests|resource_exhausted|throttl/;

/**
 * The kind of an error, by what it says first and by its status last.
 * @param asksToWait Whether the provider said how long to wait: then a quota is one per minute.
 */
export function kindOf(error: ReportedError, asksToWait: boolean): ModelFailureKind {
	const { status, codes } = error;
	const words = error.words.toLowerCase();
	const says = (code: RegExp, text: RegExp): boolean => code.test(codes) || text.test(words);
	if (contextTooLong.test(words) || contextTooLong.test(codes) || status === 413) {
		return 'context-too-long';
	}
	if (creditCodes.test(codes) || (!asksToWait && (status === 402 || creditWords.test(words)))) {
		return 'credit';
	}
	if (status === 401 || says(authenticationCodes, authenticationWords)) {
		return 'authentication';
	}
	if (says(missingCodes, missingWords)) {
		return 'not-available';
	}
	if (status === 529 || says(overloadedCodes, overloadedWords)) {
		return 'overloaded';
	}
	if (status === 429 || status === 402 || rateCodes.test(codes)) {
		return 'rate-limited';
	}
	return byStatus(status);
}

/**
 * Whether a server that is not available says nothing of the model: llama.cpp while it loads one, or a
 * proxy without a server behind it.
 */
export function isNotReady(
	{ status, codes, words }: ReportedError,
	kind: ModelFailureKind,
): boolean {
	return (
		kind === 'not-available' &&
		status === 503 &&
		!missingCodes.test(codes) &&
		!missingWords.test(words.toLowerCase())
	);
}

function byStatus(status: number | undefined): ModelFailureKind {
	switch (status) {
		case 403:
			return 'forbidden';
		case 404:
		case 410:
		case 503:
			return 'not-available';
		case 408:
			return 'timeout';
		default:
			// Without a status the error came inside a reply that had begun: the request itself was fine.
			return status !== undefined && status < 500 ? 'bad-request' : 'server';
	}
}
