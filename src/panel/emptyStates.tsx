import * as l10n from '@vscode/l10n';
import type { ConversationView } from '../protocol/conversationView.ts';
import { PostButton } from './buttons.tsx';
import { layoutMeter } from './meterLayout.ts';
import { numbers } from './text.ts';

/** Shown while no conversation is open: introduction and first steps. */
export function NothingOpen() {
	const actions = [
		[l10n.t('Open Transcript…'), 'openTranscript'],
		[l10n.t('Find Sessions on This Machine…'), 'importSessions'],
		[l10n.t('Try the Sample'), 'openSample'],
		[l10n.t('Start a Chat with @precis'), 'startChat'],
	] as const;
	return (
		<main class="welcome">
			<h1>{l10n.t('No conversation is open')}</h1>
			<p>
				{l10n.t(
					'Precis replaces the middle of a long conversation with a summary that you can read, edit and undo. The beginning and the latest messages stay.',
				)}
			</p>
			{actions.map(([text, type], at) => (
				<PostButton
					key={type}
					kind={at === 0 ? 'main' : 'secondary'}
					text={text}
					message={{ type }}
				/>
			))}
			<p class="quiet">
				{l10n.t('A chat with a “… · Precis” model appears here when you send its second message.')}
			</p>
			<p class="quiet">
				{l10n.t(
					'Files are only read. Nothing leaves this machine unless you choose a model to write summaries.',
				)}
			</p>
		</main>
	);
}

/** Share of the window above which compacting is advised. */
const nearlyFull = 0.8;

/** Shown before the first compaction: its effect, and whether it is due. */
export function NotCompacted({ conversation }: { readonly conversation: ConversationView }) {
	const { share = 0 } = layoutMeter(conversation.meter);
	const isFile = conversation.file !== undefined;
	return (
		<section class="waiting">
			{!isFile && conversation.meter.isWindowReported === true && share >= nearlyFull && (
				<p>{l10n.t('The window is {0} full: compact now.', numbers.percent(share))}</p>
			)}
			<p class="quiet">
				{l10n.t(
					'Compacting replaces the middle of the conversation with a summary. The first and the latest messages stay, with long or outdated tool outputs in them shortened.',
				)}
				{isFile &&
					` ${l10n.t('Nothing happens to the file, and Precis never compacts it automatically.')}`}
			</p>
		</section>
	);
}
