import * as vscode from 'vscode';
import { abortable } from '../../models/waiting.ts';
import { redact } from '../../redaction/redact.ts';
import { commands, configurationSection } from '../contributions.ts';
import { features, offers } from '../hostApi.ts';
import { modelSettingNames } from '../models/modelSettings.ts';
import type { Notifications } from '../notifications.ts';
import { settingNames } from '../settings/settings.ts';
import type { KnownTexts } from '../status/reportedText.ts';
import type { CommandServices } from './commandServices.ts';
import { issueReport, type ChangedSetting, type IssueFacts } from './issueReport.ts';

/** VS Code's window for issues; editors built on it may have none. */
const issueReporter = 'workbench.action.openIssueReporter';

/** How long the worker is waited for, milliseconds: it may be what the report is about. */
const storeMs = 3_000;

/** The command that prepares a report, shows it, and passes on what is left of it after that. */
export function registerReportCommands(services: CommandServices): vscode.Disposable {
	const { onActive, notifications } = services;
	const { extension } = services.context;
	return onActive.registerAny(commands.reportIssue, async () => {
		const content = redact(issueReport(await factsOf(services)));
		const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
		await vscode.window.showTextDocument(document);
		const bugs = bugsAddress(extension.packageJSON);
		const go =
			bugs === undefined ? vscode.l10n.t('Copy Report') : vscode.l10n.t('Continue to Issue');
		const answer = await notifications.ask(
			vscode.l10n.t('Nothing has been sent. Review and edit the report, then continue.'),
			go,
		);
		if (answer === go) {
			await passOn(redact(document.getText()), bugs, extension.id, notifications);
		}
	});
}

async function factsOf({
	conversations,
	context: { extension },
	log,
}: CommandServices): Promise<IssueFacts> {
	const { version } = extension.packageJSON as { readonly version: string };
	return {
		versions: [
			['Precis', version],
			[vscode.env.appName, vscode.version],
			['System', `${process.platform} ${process.arch}, Node ${process.versions.node}`],
			['Remote', remoteKind()],
			['Language', vscode.env.language],
		],
		settings: changedSettings(),
		missing: features.filter((feature) => !offers(feature)),
		stored: await storedSize(conversations),
		problems: log.problems.all,
		texts: await shownTexts(extension.extensionUri),
	};
}

/** Our texts in English and in every language that comes with Precis. */
async function shownTexts(extensionUri: vscode.Uri): Promise<KnownTexts> {
	const folder = vscode.Uri.joinPath(extensionUri, 'l10n');
	const files = await vscode.workspace.fs.readDirectory(folder);
	const bundles = await Promise.all(
		files.map(([name]) => vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, name))),
	);
	return bundles
		.flatMap((bytes) =>
			Object.entries(JSON.parse(new TextDecoder().decode(bytes)) as Record<string, string>),
		)
		.flatMap(([english, shown]) => [
			[english, english],
			[english, shown],
		]);
}

/** `ssh-remote`, `wsl` and the like; others may be the name of a machine. */
function remoteKind(): string {
	const { remoteName = 'no' } = vscode.env;
	return /^[a-z-]+$/.test(remoteName) ? remoteName : 'yes';
}

function changedSettings(): readonly ChangedSetting[] {
	const configuration = vscode.workspace.getConfiguration(configurationSection);
	return [...settingNames, ...modelSettingNames].flatMap((name) => {
		const value = configuration.get<unknown>(name);
		const isDefault =
			JSON.stringify(value) === JSON.stringify(configuration.inspect(name)?.defaultValue);
		return isDefault ? [] : [{ name: `${configurationSection}.${name}`, value }];
	});
}

/** What is stored; a worker that does not answer is left out of the report. */
async function storedSize(
	conversations: CommandServices['conversations'],
): Promise<IssueFacts['stored']> {
	try {
		return await abortable(() => conversations.askAll('size', null), AbortSignal.timeout(storeMs));
	} catch {
		return undefined;
	}
}

/** Where issues go; undefined while the manifest names no place. */
function bugsAddress(manifest: unknown): string | undefined {
	const { bugs } = manifest as { readonly bugs?: { readonly url?: string } };
	return bugs?.url;
}

async function passOn(
	report: string,
	bugs: string | undefined,
	extensionId: string,
	notifications: Notifications,
): Promise<void> {
	const hasReporter = (await vscode.commands.getCommands(true)).includes(issueReporter);
	if (bugs !== undefined && hasReporter) {
		await vscode.commands.executeCommand(issueReporter, { extensionId, issueBody: report });
		return;
	}
	// An address is too short for a report.
	await vscode.env.clipboard.writeText(report);
	if (bugs !== undefined) {
		notifications.inform(vscode.l10n.t('The report was copied. Paste it into the issue.'));
		await vscode.env.openExternal(vscode.Uri.parse(`${bugs}/new/choose`));
	}
}
