import { paths as assistant } from '@vscode/codicons/src/icons/sparkle.svg';
import { paths as chevron } from '@vscode/codicons/src/icons/chevron-right.svg';
import { paths as client } from '@vscode/codicons/src/icons/info.svg';
import { paths as edit } from '@vscode/codicons/src/icons/edit.svg';
import { paths as failed } from '@vscode/codicons/src/icons/error.svg';
import { paths as image } from '@vscode/codicons/src/icons/file-media.svg';
import { paths as next } from '@vscode/codicons/src/icons/arrow-down.svg';
import { paths as person } from '@vscode/codicons/src/icons/account.svg';
import { paths as previous } from '@vscode/codicons/src/icons/arrow-up.svg';
import { paths as read } from '@vscode/codicons/src/icons/file.svg';
import { paths as search } from '@vscode/codicons/src/icons/search.svg';
import { paths as summary } from '@vscode/codicons/src/icons/fold.svg';
import { paths as system } from '@vscode/codicons/src/icons/gear.svg';
import { paths as terminal } from '@vscode/codicons/src/icons/play.svg';
import { paths as tool } from '@vscode/codicons/src/icons/tools.svg';
import { paths as web } from '@vscode/codicons/src/icons/globe.svg';
import { IconShape } from '../iconShape.tsx';

const icons = {
	assistant,
	chevron,
	client,
	edit,
	failed,
	image,
	next,
	person,
	previous,
	read,
	search,
	summary,
	system,
	terminal,
	tool,
	web,
};

/** The codicons that the session editor draws, by our own names. */
export type SessionIconName = keyof typeof icons;

/** A codicon of the session editor. */
export function SessionIcon({ name }: { readonly name: SessionIconName }) {
	return <IconShape name={name} paths={icons[name]} />;
}

const families: Readonly<Record<string, SessionIconName>> = {
	terminal: 'terminal',
	code: 'terminal',
	read: 'read',
	write: 'edit',
	edit: 'edit',
	search: 'search',
	web: 'web',
	browser: 'web',
	'sub-agent': 'assistant',
};

/** The icon of a tool, by its family. */
export function iconOfFamily(family: string): SessionIconName {
	return families[family] ?? 'tool';
}
