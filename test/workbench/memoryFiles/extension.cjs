/** A file system that is on no disk: one folder with one session. */
const vscode = require('vscode');

const session = Buffer.from('{"role":"user","content":"Hello"}\n');

/** @param {vscode.ExtensionContext} context */
exports.activate = ({ subscriptions }) => {
	const { File, Directory } = vscode.FileType;
	const never = () => new vscode.Disposable(() => undefined);
	const refused = () => {
		throw vscode.FileSystemError.NoPermissions();
	};
	/** @param {vscode.Uri} uri */
	const isSession = ({ path }) => path === '/shop/session.jsonl';
	/** @type {vscode.FileSystemProvider} */
	const files = {
		onDidChangeFile: never,
		watch: never,
		stat(uri) {
			if (!isSession(uri) && uri.path !== '/shop') {
				throw vscode.FileSystemError.FileNotFound(uri);
			}
			const type = isSession(uri) ? File : Directory;
			return { type, ctime: 0, mtime: 0, size: session.length };
		},
		readDirectory: () => [['session.jsonl', File]],
		readFile: () => session,
		createDirectory: refused,
		writeFile: refused,
		delete: refused,
		rename: refused,
	};
	subscriptions.push(vscode.workspace.registerFileSystemProvider('memfs', files));
};
