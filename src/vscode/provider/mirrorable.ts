import { isForChat, type NamedModel } from '../settings/modelId.ts';
import type { MirroringSettings } from '../settings/settings.ts';
import type { BaseModel } from './baseModel.ts';

/** Which models are offered as “… · Precis”, and under which names. */

/** The properties of a model that determine whether it is offered. */
export type Candidate = Pick<BaseModel, 'id' | 'named' | 'name' | 'origin' | 'window'>;

/** Why a model is offered only if the user picked it. */
export type MirrorExclusion =
	/** A utility, or an alias without its own model: no chat picker shows it. */
	| 'not-for-chat'
	/** Its tool rounds may be billed as prompts when another extension sends them. */
	| 'billed'
	/** Its window is unknown: the context could not be kept inside it. */
	| 'window-unknown';

/**
 * Vendors that distinguish a user's prompt from a tool round by something that an extension cannot set: Copilot counts
 * by the request's initiator.
 */
const billedVendors: ReadonlySet<string> = new Set(['copilot']);

/** Whether tool rounds may be billed as prompts. */
export function mayBillRounds(named: NamedModel): boolean {
	return named.kind === 'vscode' && billedVendors.has(named.vendor);
}

/** Who can look up what was summarised: the model, only the user, or recall is not mentioned. */
export type RecallAccess = 'model' | 'person' | 'off';

/** Every look-up of a model is a request: if it may be billed as a prompt, the user has to enable it. */
export function recallAccess(
	named: NamedModel,
	{ tools = true, recall = !mayBillRounds(named) }: MirrorSettings[string],
): RecallAccess {
	return tools && recall ? 'model' : 'person';
}

/** Why a model is not offered unless the user picks it; undefined: it is offered. */
export function exclusionReason({ named, window }: Candidate): MirrorExclusion | undefined {
	if (named.kind === 'vscode' && !isForChat(named.model)) {
		return 'not-for-chat';
	}
	if (mayBillRounds(named)) {
		return 'billed';
	}
	return window === undefined ? 'window-unknown' : undefined;
}

type MirrorSettings = MirroringSettings['models'];

/** The user's settings of a model. */
export function settingOf(models: MirrorSettings, id: string): MirrorSettings[string] {
	return Object.hasOwn(models, id) ? (models[id] ?? {}) : {};
}

/** Whether a model is offered: by default or because the user picked it, and only with a known window. */
export function isOffered(candidate: Candidate, models: MirrorSettings): boolean {
	const { enabled, window } = settingOf(models, candidate.id);
	if (window === undefined && candidate.window === undefined) {
		return false;
	}
	const reason = exclusionReason(candidate);
	return enabled ?? (reason === undefined || reason === 'window-unknown');
}

/** Names by id, distinct for different models: with their origin, or else with the id. */
export function distinctNames(candidates: readonly Candidate[]): ReadonlyMap<string, string> {
	const withOrigin = ({ name, origin }: Candidate): string => `${name} (${origin})`;
	const byName = Map.groupBy(candidates, ({ name }) => name);
	const byFullName = Map.groupBy(candidates, withOrigin);
	return new Map(
		candidates.map((candidate) => {
			const { id, name } = candidate;
			const fullName = withOrigin(candidate);
			const longName = byFullName.get(fullName)?.length === 1 ? fullName : `${name} (${id})`;
			return [id, byName.get(name)?.length === 1 ? name : longName];
		}),
	);
}

/**
 * The setting after the user has picked models: only differences from the default are stored.
 * @param picked Ids of those that are offered from now on.
 */
export function withPicked(
	models: MirrorSettings,
	candidates: readonly Candidate[],
	picked: ReadonlySet<string>,
): MirrorSettings {
	const changed = candidates.map((candidate) => {
		const { enabled: _, ...stated } = settingOf(models, candidate.id);
		const wanted = picked.has(candidate.id);
		const byDefault = isOffered(candidate, { [candidate.id]: stated });
		return [candidate.id, wanted === byDefault ? stated : { ...stated, enabled: wanted }] as const;
	});
	return Object.fromEntries(
		Object.entries({ ...models, ...Object.fromEntries(changed) }).filter(
			([, stated]) => Object.keys(stated).length > 0,
		),
	);
}
