import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import { detach } from '../detach.ts';
import { ModelError } from '../../models/modelError.ts';
import type { Notifications } from '../notifications.ts';
import { plainNotice } from '../plainText.ts';
import { withSignal } from '../worker/interrupts.ts';
import { gatherModels, typedLine, type ChoiceSources, type ModelLine } from './modelChoices.ts';
import { parseModelId } from '../settings/modelId.ts';
import type { Models } from './models.ts';

export interface ChoosingServices {
	readonly models: Models;
	readonly notifications: Notifications;
	readonly log: vscode.LogOutputChannel;
}

/**
 * *Choose Summary Model…*: lists everything that can write a summary; other ids can be typed.
 * @param id A model that is chosen already.
 */
export async function chooseSummaryModel(services: ChoosingServices, id?: string): Promise<void> {
	if (id !== undefined) {
		await useModel(services, id);
		return;
	}
	const line = await pickLine(services);
	if (line?.kind === 'set-key') {
		await vscode.commands.executeCommand(commands.setApiKey);
	} else if (line?.id !== undefined) {
		await useModel(services, line.id);
	}
}

/** How long the status bar confirms a choice, milliseconds. */
const noticeMs = 6_000;

/** Saves a choice, after VS Code's question for consent to one of its models. */
async function useModel({ models, notifications }: ChoosingServices, id: string): Promise<void> {
	const choice = parseModelId(id);
	if (choice?.kind === 'vscode') {
		const chat = await models.languageModels.find(choice.vendor, choice.model);
		if (chat !== undefined) {
			const problem = await consentProblem(models, chat);
			if (problem === 'cancelled') {
				return;
			}
			if (problem?.failure.kind === 'forbidden') {
				notifications.refused(sentences(problem));
				return;
			}
			if (problem !== undefined) {
				notifications.refused(
					vscode.l10n.t('The model is chosen, but it has not replied yet: {0}', sentences(problem)),
				);
			}
		}
	}
	await models.configuration.save('tasks.compaction.model', id === '' ? undefined : id);
	vscode.window.setStatusBarMessage(
		vscode.l10n.t('$(check) The choice holds from the next compaction on'),
		noticeMs,
	);
}

/** Why a model of VS Code cannot be used; undefined: it can. */
async function consentProblem(
	{ languageModels }: Models,
	chat: vscode.LanguageModelChat,
): Promise<ModelError | 'cancelled' | undefined> {
	if (languageModels.asksFirst(chat)) {
		const title = vscode.l10n.t('Precis: asking {0} for a first answer', chat.name);
		const location = vscode.ProgressLocation.Notification;
		try {
			const cancelled = await vscode.window.withProgress(
				{ location, title, cancellable: true },
				async (_, token) => {
					try {
						await withSignal(token, (signal) => languageModels.tryOut(chat, signal));
					} catch (error) {
						if (!token.isCancellationRequested) {
							throw error;
						}
					}
					return token.isCancellationRequested;
				},
			);
			if (cancelled) {
				return 'cancelled';
			}
		} catch (error) {
			if (!(error instanceof ModelError)) {
				throw error;
			}
			if (error.failure.kind === 'forbidden') {
				await languageModels.forgetVendor(chat.vendor);
			}
			return error;
		}
	}
	await languageModels.remember(chat);
	return undefined;
}

function sentences({ failure: { message, advice = '' } }: ModelError): string {
	return plainNotice(`${message} ${advice}`.trim());
}

interface LineItem extends vscode.QuickPickItem {
	readonly line: ModelLine;
}

/** Shows the list while it grows. @returns Undefined: the list was closed. */
async function pickLine({ models, log }: ChoosingServices): Promise<ModelLine | undefined> {
	const { configuration, directory, keys, languageModels } = models;
	const closed = new AbortController();
	const pick = vscode.window.createQuickPick<LineItem>();
	let lines: readonly ModelLine[] = [];
	let typed: ModelLine | undefined;
	pick.title = vscode.l10n.t('Choose Summary Model');
	pick.placeholder = vscode.l10n.t('Choose a model, or type provider/model');
	pick.matchOnDescription = true;
	pick.keepScrollPosition = true;
	pick.busy = true;

	function render(): void {
		const active = pick.activeItems[0]?.line.id;
		typed = typedLine(pick.value, lines, directory.providers);
		// Last, so that matching listed models come first.
		pick.items = [...lines, ...(typed === undefined ? [] : [typed])].map((line) =>
			itemOf(line, line === typed),
		);
		const same = pick.items.filter(({ line }) => active !== undefined && line.id === active);
		// Keep the active line while lists arrive; while the user types, VS Code decides.
		if (same.length > 0) {
			pick.activeItems = same;
		} else if (pick.value === '') {
			pick.activeItems = pick.items.filter(({ line }) => line.isCurrent === true);
		}
	}

	/** Lists the typed text if it is an id; VS Code filters the other lines. */
	function renderTyped(): void {
		const now = typedLine(pick.value, lines, directory.providers);
		if (now?.label !== typed?.label) {
			render();
		}
	}

	const sources: ChoiceSources = {
		providers: directory.providers,
		// A variable without a valid key is reported when the list is requested.
		hasKey: (provider) =>
			keys.keyOf(provider).then(
				(key) => key !== undefined,
				() => true,
			),
		modelsOf: directory.modelsOf.bind(directory),
		vsCodeModels: () => languageModels.all(),
		byDefault: () => directory.writerByDefault(),
		current: configuration.now.models.summary,
	};
	const gathering = gatherModels(
		sources,
		(gathered) => {
			lines = gathered;
			render();
		},
		closed.signal,
	).finally(() => {
		if (!closed.signal.aborted) {
			pick.busy = false;
		}
	});
	detach(gathering, log);
	try {
		return await new Promise<ModelLine | undefined>((resolve) => {
			pick.onDidChangeValue(renderTyped);
			pick.onDidAccept(() => {
				const line = pick.selectedItems[0]?.line;
				// Notes cannot be chosen.
				if (line?.kind === 'choice' || line?.kind === 'set-key') {
					resolve(line);
				}
			});
			pick.onDidHide(() => resolve(undefined));
			pick.show();
		});
	} finally {
		closed.abort();
		pick.dispose();
	}
}

function itemOf(line: ModelLine, alwaysShow: boolean): LineItem {
	const { kind, label, description = '', detail, isCurrent } = line;
	if (kind === 'separator') {
		return { line, label, kind: vscode.QuickPickItemKind.Separator };
	}
	const icon = { note: '$(info) ', 'set-key': '$(key) ', choice: isCurrent ? '$(check) ' : '' }[
		kind
	];
	return {
		line,
		label: `${icon}${label}`,
		description,
		...(detail === undefined ? {} : { detail }),
		alwaysShow,
	};
}
