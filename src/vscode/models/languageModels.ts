import * as v from 'valibot';
import * as vscode from 'vscode';
import { ModelError } from '../../models/modelError.ts';
import { modelVendor } from '../contributions.ts';
import { absenceNotice, hostApi, supports } from '../hostApi.ts';
import { replyParts } from './languageModelReplies.ts';
import { isForChat, vsCodeModelId, type NamedModel } from '../settings/modelId.ts';

const usedKey = 'usedLanguageModels';
const keptUsed = 10;

const usedSchema = v.fallback(v.array(v.object({ vendor: v.string(), model: v.string() })), []);

type VsCodeModelName = NamedModel & { readonly kind: 'vscode' };

/** VS Code's own models. No request is sent to one before a user has chosen it. */
export class LanguageModels {
	readonly #access: () => vscode.LanguageModelAccessInformation | undefined;
	readonly #memory: vscode.Memento;
	/** Display names by id, of models seen so far. */
	readonly #names = new Map<string, string>();

	/** @param access Undefined in editors without this information. */
	constructor(
		access: () => vscode.LanguageModelAccessInformation | undefined,
		memory: vscode.Memento,
	) {
		this.#access = access;
		this.#memory = memory;
	}

	/** The purpose that VS Code's consent dialog shows. */
	get justification(): string {
		return vscode.l10n.t('Precis asks the model to summarise the conversations you compact.');
	}

	/** @throws {ModelError} in an editor that has no models for extensions. */
	async find(vendor: string, model: string): Promise<vscode.LanguageModelChat | undefined> {
		requireModels();
		const [chat] = this.#seen(await hostApi.lm.selectChatModels({ vendor, id: model }));
		return chat;
	}

	/**
	 * All models except our own, which repeat others. Sends nothing.
	 * @throws {ModelError} in an editor that has no models for extensions.
	 */
	async all(): Promise<readonly vscode.LanguageModelChat[]> {
		requireModels();
		const all = this.#seen(await hostApi.lm.selectChatModels({}));
		return all.filter(({ vendor }) => vendor !== modelVendor);
	}

	/** Display names by id, of models seen so far. */
	get names(): Readonly<Record<string, string>> {
		return Object.fromEntries(this.#names);
	}

	/** The first model for chats; undefined: none. Sends nothing. */
	async suggested(): Promise<VsCodeModelName | undefined> {
		if (!supports('vsCodeModels')) {
			return undefined;
		}
		const chat = (await this.all()).find(({ id }) => isForChat(id));
		return chat === undefined ? undefined : { kind: 'vscode', vendor: chat.vendor, model: chat.id };
	}

	#seen(chats: readonly vscode.LanguageModelChat[]): readonly vscode.LanguageModelChat[] {
		for (const { vendor, id, name } of chats) {
			this.#names.set(vsCodeModelId({ vendor, model: id }), name);
		}
		return chats;
	}

	/** Whether the user has chosen a model of VS Code here. */
	get wasUsed(): boolean {
		return this.#used.length > 0;
	}

	/** The last used model that is still available and allowed; undefined: none. */
	async lastUsed(): Promise<VsCodeModelName | undefined> {
		for (const { vendor, model } of this.#used) {
			try {
				const chat = await this.find(vendor, model);
				if (chat !== undefined && this.#access()?.canSendRequest(chat) === true) {
					return { kind: 'vscode', vendor, model };
				}
			} catch {
				// The built-in summariser remains.
			}
		}
		return undefined;
	}

	/** Whether VS Code would first ask for consent, which counts for all models of a vendor. */
	asksFirst(chat: vscode.LanguageModelChat): boolean {
		const known = this.#used.some(({ vendor }) => vendor === chat.vendor);
		return !known || this.#access()?.canSendRequest(chat) !== true;
	}

	/**
	 * Sends a minimal request, the only way to make VS Code ask for consent. Call it only on a user's action.
	 * @throws {ModelError} if consent was refused or the model does not answer.
	 */
	async tryOut(chat: vscode.LanguageModelChat, signal: AbortSignal): Promise<void> {
		const { justification } = this;
		const request = [hostApi.LanguageModelChatMessage.User('Reply with the word OK.')];
		for await (const _part of replyParts(chat, request, { justification }, signal)) {
			// The first part confirms consent.
			break;
		}
	}

	/**
	 * Models that the user has chosen and that answered, newest first. In VS Code 1.139, `canSendRequest` is
	 * true for every model, and VS Code asks for consent with the first request at the earliest: without this list, a
	 * conversation could be sent to a model that the user never chose.
	 */
	get #used(): v.InferOutput<typeof usedSchema> {
		return v.parse(usedSchema, this.#memory.get<unknown>(usedKey));
	}

	/** Records a chosen model. */
	async remember({ vendor, id: model }: vscode.LanguageModelChat): Promise<void> {
		const others = this.#used.filter((one) => one.vendor !== vendor || one.model !== model);
		await this.#memory.update(usedKey, [{ vendor, model }, ...others].slice(0, keptUsed));
	}

	/** Forgets the models of a vendor after a refusal. */
	async forgetVendor(vendor: string): Promise<void> {
		const others = this.#used.filter((one) => one.vendor !== vendor);
		await this.#memory.update(usedKey, others);
	}
}

function requireModels(): void {
	if (!supports('vsCodeModels')) {
		throw new ModelError({ kind: 'not-available', message: absenceNotice('vsCodeModels') });
	}
}
