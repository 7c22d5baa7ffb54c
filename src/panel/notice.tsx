import { Icon } from './icon.tsx';
import { usePanel } from './panelContext.ts';

/** Why the last compaction was refused. */
export function Notice({ text }: { readonly text: string }) {
	const { strings } = usePanel();
	return (
		<section class="notice" aria-label={strings.noticeHeading}>
			<Icon name="info" />
			<p>
				<strong>{strings.noticeHeading}.</strong> {text}
			</p>
		</section>
	);
}
