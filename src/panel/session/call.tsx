import * as l10n from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import type { SessionCall, SessionOutcome, SessionText } from '../../protocol/session.ts';
import { TextButton } from '../buttons.tsx';
import { Icon, type IconName } from '../icons.tsx';
import { numbers } from '../text.ts';
import { visibleText } from '../visibleText.ts';
import { codeTokens } from './codeTokens.ts';
import { placeTexts } from './places.ts';

export interface CallRowProperties {
	readonly call: SessionCall;
	readonly isOpen: boolean;
	readonly onToggle: (isOpen: boolean) => void;
	/** Asks for all of a text that was cut; absent: it was asked for already. */
	readonly onWhole?: (() => void) | undefined;
}

/** A call on one line, which opens into what was asked and what came of it. */
export function CallRow({ call, isOpen, onToggle, onWhole }: CallRowProperties) {
	const { name, target, family, input, outcome } = call;
	return (
		<details
			class={`call ${outcome?.status === 'failed' ? 'call-failed' : ''}`}
			open={isOpen}
			onToggle={({ currentTarget }) => {
				if (currentTarget.open !== isOpen) {
					onToggle(currentTarget.open);
				}
			}}
		>
			<summary>
				<Icon name="chevron" />
				<Icon name={outcome?.status === 'failed' ? 'failed' : iconOfFamily(family)} />
				<span class="call-name one-line">{visibleText(name)}</span>
				<span class="call-target one-line">{visibleText(target)}</span>
				<Verdict outcome={outcome} />
			</summary>
			{isOpen && (
				<div class="call-body">
					{input.text !== '' && (
						<Block
							text={input}
							language={input.language}
							label={l10n.t('Input')}
							onWhole={onWhole}
						/>
					)}
					{outcome !== undefined && <OutcomeBlock outcome={outcome} onWhole={onWhole} />}
				</div>
			)}
		</details>
	);
}

export interface OutcomeBlockProperties {
	readonly outcome: SessionOutcome;
	readonly onWhole?: (() => void) | undefined;
}

/** What came of a call. */
export function OutcomeBlock({ outcome, onWhole }: OutcomeBlockProperties) {
	return outcome.text === '' ? (
		<p class="quiet">{l10n.t('No output')}</p>
	) : (
		<Block
			text={outcome}
			language={outcome.language}
			label={l10n.t('Output')}
			note={outcome.place === 'digested' ? placeTexts('digested').note : undefined}
			onWhole={onWhole}
		/>
	);
}

interface BlockProperties {
	readonly text: SessionText;
	readonly language: string;
	readonly label: string;
	readonly note?: string | undefined;
	readonly onWhole?: (() => void) | undefined;
}

function Block({ text, language, label, note, onWhole }: BlockProperties) {
	return (
		<>
			<p class="block-label">
				{label}
				{note !== undefined && <span class="quiet"> · {note}</span>}
			</p>
			<Code text={text.text} language={language} label={label} />
			<Rest text={text} onWhole={onWhole} />
		</>
	);
}

/** What of a text is not shown, with the way to it. */
export function Rest({
	text: { left },
	onWhole,
}: {
	readonly text: SessionText;
	readonly onWhole?: (() => void) | undefined;
}) {
	if (left === undefined) {
		return null;
	}
	const count = numbers.whole(left);
	return onWhole === undefined ? (
		<p class="quiet">{l10n.t('{0} more characters are not shown.', count)}</p>
	) : (
		<p class="rest">
			<TextButton kind="link" text={l10n.t('Show All')} onPress={onWhole} />
			<span class="quiet"> · {l10n.t('{0} more characters', count)}</span>
		</p>
	);
}

function Verdict({ outcome }: { readonly outcome: SessionOutcome | undefined }) {
	if (outcome === undefined) {
		return <span class="call-verdict">{l10n.t('No result')}</span>;
	}
	const { status, exitCode, failedTests = 0, passedTests = 0, lines } = outcome;
	const words = [
		...(exitCode !== undefined && exitCode !== 0
			? [l10n.t('exit {0}', `${exitCode}`)]
			: status === 'failed'
				? [l10n.t('failed')]
				: []),
		...(failedTests > 0 ? [l10n.t('{0} failed', numbers.whole(failedTests))] : []),
		...(passedTests > 0 ? [l10n.t('{0} passed', numbers.whole(passedTests))] : []),
		...(outcome.place === 'digested' ? [l10n.t('Digested')] : []),
		lines === 1 ? l10n.t('1 line') : l10n.t('{0} lines', numbers.whole(lines)),
	];
	return <span class="call-verdict">{words.join(' · ')}</span>;
}

interface CodeProperties {
	readonly text: string;
	/** The ending of a file, or `diff`; empty: not known. */
	readonly language: string;
	/** What it is, for screen readers. */
	readonly label: string;
}

function Code({ text, language, label }: CodeProperties) {
	const tokens = useMemo(() => codeTokens(visibleText(text), language), [text, language]);
	return (
		<pre class="code" aria-label={label} role="group">
			{tokens.map(({ text: stretch, kind }, at) =>
				kind === undefined ? (
					stretch
				) : (
					<span key={at} class={`token-${kind}`}>
						{stretch}
					</span>
				),
			)}
		</pre>
	);
}

const families: Readonly<Record<string, IconName>> = {
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
function iconOfFamily(family: string): IconName {
	return families[family] ?? 'tool';
}
