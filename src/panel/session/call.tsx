import type { SessionCall, SessionOutcome, SessionText } from '../../protocol/session.ts';
import { fill } from '../text.ts';
import { visibleText } from '../visibleText.ts';
import { useSession } from './sessionContext.ts';
import { iconOfFamily, SessionIcon } from './sessionIcon.tsx';
import { TextButton } from '../textButton.tsx';
import { useMemo } from 'preact/hooks';
import { codeTokens } from './codeTokens.ts';

export interface CallRowProperties {
	readonly call: SessionCall;
	readonly isOpen: boolean;
	readonly onToggle: (isOpen: boolean) => void;
	/** Asks for all of a text that was cut; absent: it was asked for already. */
	readonly onWhole?: (() => void) | undefined;
}

/** A call on one line, which opens into what was asked and what came of it. */
export function CallRow({ call, isOpen, onToggle, onWhole }: CallRowProperties) {
	const { strings } = useSession();
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
				<SessionIcon name="chevron" />
				<SessionIcon name={outcome?.status === 'failed' ? 'failed' : iconOfFamily(family)} />
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
							label={strings.call.input}
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
	const { strings } = useSession();
	return outcome.text === '' ? (
		<p class="quiet">{strings.call.noOutput}</p>
	) : (
		<Block
			text={outcome}
			language={outcome.language}
			label={strings.call.output}
			note={outcome.place === 'digested' ? strings.placesExplained.digested : undefined}
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
	const { strings, numbers } = useSession();
	if (left === undefined) {
		return null;
	}
	const count = numbers.whole(left);
	return onWhole === undefined ? (
		<p class="quiet">{fill(strings.row.cut, count)}</p>
	) : (
		<p class="rest">
			<TextButton kind="link" text={strings.row.showAll} onPress={onWhole} />
			<span class="quiet"> · {fill(strings.row.left, count)}</span>
		</p>
	);
}

function Verdict({ outcome }: { readonly outcome: SessionOutcome | undefined }) {
	const { strings, numbers } = useSession();
	const texts = strings.call;
	if (outcome === undefined) {
		return <span class="call-verdict">{texts.missing}</span>;
	}
	const { status, exitCode, failedTests = 0, passedTests = 0, lines } = outcome;
	const words = [
		...(exitCode !== undefined && exitCode !== 0
			? [fill(texts.exitCode, `${exitCode}`)]
			: status === 'failed'
				? [texts.failed]
				: []),
		...(failedTests > 0 ? [fill(texts.failedTests, numbers.whole(failedTests))] : []),
		...(passedTests > 0 ? [fill(texts.passedTests, numbers.whole(passedTests))] : []),
		...(outcome.place === 'digested' ? [strings.places.digested] : []),
		lines === 1 ? texts.oneLine : fill(texts.lines, numbers.whole(lines)),
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
