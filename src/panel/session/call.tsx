import * as l10n from '@vscode/l10n';
import type {
	SessionCall,
	SessionCode,
	SessionOutcome,
	SessionText,
} from '../../protocol/session.ts';
import { Button } from '../buttons.tsx';
import { Icon, type IconName } from '../icons.tsx';
import { numbers } from '../text.ts';
import { visibleText } from '../visibleText.ts';
import { shortPath } from './outlineRows.ts';

interface CallRowProperties {
	readonly call: SessionCall;
	/** Paths are shown relative to these folders. */
	readonly folders: readonly string[];
	readonly isOpen: boolean;
	/** A link points to its result, which is a separate message. */
	readonly isMarked: boolean;
	readonly onToggle: (isOpen: boolean) => void;
	/** Requests the complete text; undefined: already requested. */
	readonly onWhole: (() => void) | undefined;
}

/** A call on one line, which opens into input and output. */
export function CallRow(properties: CallRowProperties) {
	const { call, folders, isOpen, isMarked, onToggle, onWhole } = properties;
	const { name, target, family, input, outcome } = call;
	const isPath = ['read', 'write', 'edit'].includes(family);
	const isFailed = outcome?.status === 'failed';
	const classes = [
		'call',
		...(isFailed ? ['call-failed'] : []),
		...(isMarked ? ['call-marked'] : []),
	];
	return (
		<details
			class={classes.join(' ')}
			open={isOpen}
			onToggle={({ currentTarget: { open } }) => open !== isOpen && onToggle(open)}
		>
			<summary>
				<Icon name="chevron" />
				<Icon name={isFailed ? 'failed' : (icons[family] ?? 'tool')} />
				<span class="call-name one-line">{visibleText(name)}</span>
				<span
					class={isPath ? 'call-target one-line call-path' : 'call-target one-line'}
					title={visibleText(target)}
				>
					<bdi>{visibleText(isPath ? shortPath(target, folders) : target)}</bdi>
				</span>
				<span class="call-verdict">{resultText(outcome)}</span>
				{outcome?.number !== undefined && (
					<span class="call-number">{l10n.t('#{0}', `${outcome.number}`)}</span>
				)}
			</summary>
			{isOpen && (
				<div class="call-body">
					{input.text !== '' && <Block text={input} label={l10n.t('Input')} onWhole={onWhole} />}
					{outcome !== undefined && <OutcomeBlock outcome={outcome} onWhole={onWhole} />}
				</div>
			)}
		</details>
	);
}

/** Output of a call. */
export function OutcomeBlock({
	outcome,
	onWhole,
}: {
	readonly outcome: SessionOutcome;
	readonly onWhole: (() => void) | undefined;
}) {
	return outcome.text === '' ? (
		<p class="quiet">{l10n.t('No output')}</p>
	) : (
		<Block
			text={outcome}
			label={l10n.t('Output')}
			note={
				outcome.isDigested === true
					? l10n.t('The model sees one line in place of the output.')
					: undefined
			}
			onWhole={onWhole}
		/>
	);
}

interface BlockProperties {
	readonly text: SessionCode;
	readonly label: string;
	readonly note?: string | undefined;
	readonly onWhole: (() => void) | undefined;
}

function Block({ text, label, note, onWhole }: BlockProperties) {
	const shown = visibleText(text.text);
	return (
		<>
			<p class="block-label">
				{label}
				{note !== undefined && <span class="quiet"> · {note}</span>}
			</p>
			<pre class="code" aria-label={label} role="group">
				{text.isDiff === true ? <Difference lines={shown.split('\n')} /> : shown}
			</pre>
			<Rest text={text} onWhole={onWhole} />
		</>
	);
}

function Difference({ lines }: { readonly lines: readonly string[] }) {
	return (
		<>
			{lines.map((line, at) => (
				<span
					key={at}
					class={
						/^\+(?!\+\+ )/.test(line) ? 'added' : /^-(?!-- )/.test(line) ? 'removed' : undefined
					}
				>
					{`${line}\n`}
				</span>
			))}
		</>
	);
}

/** Number of omitted characters, with *Show All*. */
export function Rest({
	text: { left },
	onWhole,
}: {
	readonly text: SessionText;
	readonly onWhole: (() => void) | undefined;
}) {
	if (left === undefined) {
		return null;
	}
	const count = numbers.whole(left);
	return onWhole === undefined ? (
		<p class="quiet">{l10n.t('{0} more characters are not shown.', count)}</p>
	) : (
		<p>
			<Button kind="link" text={l10n.t('Show All')} onPress={onWhole} />
			<span class="quiet"> · {l10n.t('{0} more characters', count)}</span>
		</p>
	);
}

function resultText(outcome: SessionOutcome | undefined): string {
	if (outcome === undefined) {
		return l10n.t('No result');
	}
	const { status, exitCode = 0, failedTests = 0, passedTests = 0, lines, isDigested } = outcome;
	const words = [
		exitCode !== 0 ? l10n.t('exit {0}', `${exitCode}`) : status === 'failed' && l10n.t('failed'),
		failedTests > 0 && l10n.t('{0} failed', numbers.whole(failedTests)),
		passedTests > 0 && l10n.t('{0} passed', numbers.whole(passedTests)),
		isDigested === true && l10n.t('Digested'),
		lines === 1 ? l10n.t('1 line') : l10n.t('{0} lines', numbers.whole(lines)),
	];
	return words.filter((word) => word !== false).join(' · ');
}

const icons: Readonly<Record<string, IconName>> = {
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
