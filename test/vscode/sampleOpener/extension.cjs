const vscode = require('vscode');

/** Opens the sample conversation in a window that is made to show it. */
exports.activate = () => vscode.commands.executeCommand('precis.openSample');
