import { paths as person } from '@vscode/codicons/src/icons/account.svg';
import { paths as next } from '@vscode/codicons/src/icons/arrow-down.svg';
import { paths as back } from '@vscode/codicons/src/icons/arrow-left.svg';
import { paths as previous } from '@vscode/codicons/src/icons/arrow-up.svg';
import { paths as check } from '@vscode/codicons/src/icons/check.svg';
import { paths as chevron } from '@vscode/codicons/src/icons/chevron-right.svg';
import { paths as close } from '@vscode/codicons/src/icons/close.svg';
import { paths as comment } from '@vscode/codicons/src/icons/comment.svg';
import { paths as copy } from '@vscode/codicons/src/icons/copy.svg';
import { paths as diff } from '@vscode/codicons/src/icons/diff.svg';
import { paths as discard } from '@vscode/codicons/src/icons/discard.svg';
import { paths as edit } from '@vscode/codicons/src/icons/edit.svg';
import { paths as more } from '@vscode/codicons/src/icons/ellipsis.svg';
import { paths as failed } from '@vscode/codicons/src/icons/error.svg';
import { paths as follow } from '@vscode/codicons/src/icons/eye-closed.svg';
import { paths as followed } from '@vscode/codicons/src/icons/eye.svg';
import { paths as image } from '@vscode/codicons/src/icons/file-media.svg';
import { paths as read } from '@vscode/codicons/src/icons/file.svg';
import { paths as summary } from '@vscode/codicons/src/icons/fold.svg';
import { paths as system } from '@vscode/codicons/src/icons/gear.svg';
import { paths as web } from '@vscode/codicons/src/icons/globe.svg';
import { paths as file } from '@vscode/codicons/src/icons/go-to-file.svg';
import { paths as client, paths as info } from '@vscode/codicons/src/icons/info.svg';
import { paths as loading } from '@vscode/codicons/src/icons/loading.svg';
import { paths as pin } from '@vscode/codicons/src/icons/pin.svg';
import { paths as pinned } from '@vscode/codicons/src/icons/pinned.svg';
import { paths as terminal } from '@vscode/codicons/src/icons/play.svg';
import { paths as redo } from '@vscode/codicons/src/icons/redo.svg';
import { paths as search } from '@vscode/codicons/src/icons/search.svg';
import { paths as assistant } from '@vscode/codicons/src/icons/sparkle.svg';
import { paths as tool } from '@vscode/codicons/src/icons/tools.svg';
import { paths as trash } from '@vscode/codicons/src/icons/trash.svg';
import { paths as warning } from '@vscode/codicons/src/icons/warning.svg';

const icons = {
	assistant,
	back,
	check,
	chevron,
	client,
	close,
	comment,
	copy,
	diff,
	discard,
	edit,
	failed,
	file,
	follow,
	followed,
	image,
	info,
	loading,
	more,
	next,
	person,
	pin,
	pinned,
	previous,
	read,
	redo,
	search,
	summary,
	system,
	terminal,
	tool,
	trash,
	warning,
	web,
};

/** The codicons that the pages draw, by our own names. */
export type IconName = keyof typeof icons;

/** A codicon in the colour of the text around it. Decoration: what it means is said in words. */
export function Icon({ name }: { readonly name: IconName }) {
	return (
		<svg class={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true">
			{icons[name].map((path) => (
				<path key={path} d={path} />
			))}
		</svg>
	);
}
