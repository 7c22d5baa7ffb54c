import * as vscode from 'vscode';
import type { ItemAction } from '../../protocol/itemAction.ts';
import { itemCommands } from '../contributions.ts';
import type { SummaryViewProvider } from '../panel/summaryView.ts';
import type { ActiveCommands } from './activeCommands.ts';

/** Commands of an item's context menu: the page knows the item, and asks for them as its buttons do. */
export function registerItemCommands(
	onActive: ActiveCommands,
	view: Pick<SummaryViewProvider, 'act'>,
): vscode.Disposable {
	return vscode.Disposable.from(
		...Object.entries(itemCommands).map(([action, command]) =>
			onActive.registerAny(command, async () => view.act(action as ItemAction)),
		),
	);
}
