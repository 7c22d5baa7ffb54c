import { paths as back } from '@vscode/codicons/src/icons/arrow-left.svg';
import { paths as check } from '@vscode/codicons/src/icons/check.svg';
import { paths as chevron } from '@vscode/codicons/src/icons/chevron-right.svg';
import { paths as close } from '@vscode/codicons/src/icons/close.svg';
import { paths as comment } from '@vscode/codicons/src/icons/comment.svg';
import { paths as copy } from '@vscode/codicons/src/icons/copy.svg';
import { paths as diff } from '@vscode/codicons/src/icons/diff.svg';
import { paths as discard } from '@vscode/codicons/src/icons/discard.svg';
import { paths as edit } from '@vscode/codicons/src/icons/edit.svg';
import { paths as file } from '@vscode/codicons/src/icons/go-to-file.svg';
import { paths as followed } from '@vscode/codicons/src/icons/eye.svg';
import { paths as follow } from '@vscode/codicons/src/icons/eye-closed.svg';
import { paths as info } from '@vscode/codicons/src/icons/info.svg';
import { paths as loading } from '@vscode/codicons/src/icons/loading.svg';
import { paths as pin } from '@vscode/codicons/src/icons/pin.svg';
import { paths as pinned } from '@vscode/codicons/src/icons/pinned.svg';
import { paths as redo } from '@vscode/codicons/src/icons/redo.svg';
import { paths as trash } from '@vscode/codicons/src/icons/trash.svg';
import { paths as warning } from '@vscode/codicons/src/icons/warning.svg';
import { IconShape } from './iconShape.tsx';

const icons = {
	back,
	check,
	chevron,
	close,
	comment,
	copy,
	diff,
	discard,
	edit,
	file,
	follow,
	followed,
	info,
	loading,
	pin,
	pinned,
	redo,
	trash,
	warning,
};

/** The codicons that the panel draws, by our own names. */
export type IconName = keyof typeof icons;

/** A codicon in the colour of the text around it. Decoration: what it means is said in words. */
export function Icon({ name }: { readonly name: IconName }) {
	return <IconShape name={name} paths={icons[name]} />;
}
