import * as vscode from 'vscode';
import type { Configuration } from '../settings/configuration.ts';
import {
	exclusionReason,
	isOffered,
	settingOf,
	withPicked,
	type MirrorExclusion,
} from './mirrorable.ts';
import type { MirroredModels } from './mirroredModels.ts';

/** Limits of the setting, tokens. */
const windowLimits = { min: 4_000, max: 10_000_000 };

interface ModelItem extends vscode.QuickPickItem {
	readonly id: string;
}

/** Lets the user pick the models that are offered as “… · Precis”. */
export async function chooseMirroredModels(
	mirrored: MirroredModels,
	configuration: Configuration,
): Promise<void> {
	const candidates = await mirrored.candidates();
	const { models } = configuration.now.mirroring;
	const items = candidates.map((candidate): ModelItem => {
		const reason = exclusionReason(candidate);
		return {
			id: candidate.id,
			label: candidate.name,
			description: candidate.id,
			...(reason === undefined ? {} : { detail: reasonText(reason) }),
			picked: isOffered(candidate, models),
		};
	});
	const chosen = await vscode.window.showQuickPick(items, {
		canPickMany: true,
		title: vscode.l10n.t('Choose Chat Models'),
		placeHolder: vscode.l10n.t('Precis lists a copy of each model you pick, with compaction.'),
		matchOnDescription: true,
	});
	if (chosen === undefined) {
		return;
	}
	const windows: Record<string, { readonly window: number }> = {};
	for (const { id, label } of chosen) {
		const candidate = candidates.find((other) => other.id === id);
		if (candidate?.window === undefined && settingOf(models, id)?.window === undefined) {
			const window = await askForWindow(label);
			if (window !== undefined) {
				windows[id] = { ...settingOf(models, id), window };
			}
		}
	}
	const picked = new Set(chosen.map(({ id }) => id));
	const next = withPicked({ ...models, ...windows }, candidates, picked);
	await configuration.save('mirroredModels.models', next);
}

async function askForWindow(name: string): Promise<number | undefined> {
	const typed = await vscode.window.showInputBox({
		title: vscode.l10n.t('Context Window of {0}', name),
		prompt: vscode.l10n.t(
			'VS Code does not report how many tokens fit this model’s window. Enter the number.',
		),
		validateInput: (text) =>
			/^\d{1,8}$/.test(text) && Number(text) >= windowLimits.min && Number(text) <= windowLimits.max
				? undefined
				: vscode.l10n.t('Enter a whole number of tokens from {0}.', windowLimits.min),
	});
	return typed === undefined ? undefined : Number(typed);
}

function reasonText(reason: MirrorExclusion): string {
	return {
		'not-for-chat': vscode.l10n.t('A utility model or an alias, which may not work in a chat.'),
		billed: vscode.l10n.t(
			'Through Precis, Copilot may cache less, and annual plans from before June 2026 may count each round of tools as a prompt. With the original entry, the model can look up what Copilot’s summary drops with the MCP server Precis.',
		),
		'window-unknown': vscode.l10n.t('Its window is unknown: Precis asks you for it.'),
	}[reason];
}
