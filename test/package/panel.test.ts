import assert from 'node:assert/strict';
import path from 'node:path';
import { packageFile, root } from '../../packaging/paths.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { webviewFrame } from '../vscode/webviewFrame.ts';
import { openWorkbench, type Workbench } from '../vscode/workbench.ts';

/** The panel as the package brings it, in a VS Code that has it from there. */
describe('the panel of the package', () => {
	let workbench: Workbench | undefined;

	before('is installed', async () => {
		workbench = await openWorkbench({
			packages: [packageFile],
			folder: path.join(root, 'media', 'sample'),
		});
	});
	after(() => workbench?.dispose());

	it('shows the sample and compacts it, in its own style', async () => {
		assert.ok(workbench !== undefined);
		await runCommand(workbench.page, 'Precis: Open Sample Conversation');
		const frame = await webviewFrame(workbench.page, 'main.panel');
		await frame.getByRole('button', { name: 'Compact', exact: true }).first().click();
		await frame.locator('.receipt').waitFor();
		await frame.locator('.source').first().waitFor();
		const rules = await frame.evaluate<number>(
			'[...document.styleSheets].reduce((sum, sheet) => sum + sheet.cssRules.length, 0)',
		);
		assert.ok(rules > 50, `${rules} rules of style`);
	});
});
