import * as l10n from '@vscode/l10n';
import '../styles/session.css';
import { render } from 'preact';
import type { SessionSide } from '../../protocol/session.ts';
import type { ToSession } from '../../protocol/toSession.ts';
import { Button } from '../buttons.tsx';
import { setLanguage } from '../text.ts';
import { visibleText } from '../visibleText.ts';
import { postToSessionEditor, vsCode } from '../vsCode.ts';
import { estimatedHeights } from './outlineRows.ts';
import { RowCache } from './rowCache.ts';
import { type ScrollPosition, Session, type SessionState } from './session.tsx';

/** State that VS Code stores for a hidden page. It contains no words of the conversation. */
interface StoredState extends ScrollPosition {
	readonly side: SessionSide;
}

const root = document.getElementById('root');
let hasLanguage = false;
let state: SessionState | undefined;
let failure: string | undefined;
let place: ScrollPosition | undefined;
/** A message to reveal once the outline arrives. */
let reveal: { readonly number: number } | undefined;

/** Delay before a scroll position is stored, milliseconds. */
const storeDelayMs = 200;
let storing: number | undefined;

function store(): void {
	clearTimeout(storing);
	storing = window.setTimeout(() => {
		if (state !== undefined && place !== undefined) {
			vsCode.setState({ side: state.side, ...place } satisfies StoredState);
		}
	}, storeDelayMs);
}

function search(text: string): void {
	if (state === undefined) {
		return;
	}
	if (text === '') {
		const { found: _, ...rest } = state;
		state = rest;
		show();
	} else {
		postToSessionEditor({ type: 'find', text });
	}
}

function show(): void {
	if (root === null || !hasLanguage) {
		return;
	}
	if (failure !== undefined) {
		render(
			<div class="failure" role="alert">
				<p>{visibleText(failure)}</p>
				<Button
					kind="main"
					text={l10n.t('Open as Text')}
					onPress={() => postToSessionEditor({ type: 'openAsText' })}
				/>
			</div>,
			root,
		);
		return;
	}
	render(
		state === undefined ? (
			<p class="nothing">{l10n.t('Loading…')}</p>
		) : (
			<Session
				state={state}
				onSearch={search}
				onPlace={(number, offset) => {
					if (number !== 0 && (number !== place?.number || offset !== place.offset)) {
						place = { number, offset };
						store();
					}
				}}
			/>
		),
		root,
	);
}

function receive(message: ToSession): void {
	switch (message.type) {
		case 'language':
			setLanguage(message.language);
			hasLanguage = true;
			break;
		case 'failed':
			failure = message.reason;
			break;
		case 'outline': {
			failure = undefined;
			const { revision, side, about, outline } = message;
			state = {
				revision,
				side,
				about,
				outline,
				heights: estimatedHeights(outline),
				cache: new RowCache(outline, side === state?.side ? state.cache : undefined),
				...(reveal === undefined ? {} : { reveal }),
				...(place === undefined ? {} : { place }),
			};
			reveal = undefined;
			store();
			break;
		}
		case 'rows':
			if (message.revision === state?.revision) {
				state.cache.add(message.start, message.rows);
				state = { ...state };
			}
			break;
		case 'found':
			if (message.revision === state?.revision) {
				state = { ...state, found: message };
			}
			break;
		case 'reveal':
			reveal = { number: message.number };
			if (state !== undefined) {
				state = { ...state, reveal };
				if (state.side === 'conversation') {
					reveal = undefined;
				} else {
					postToSessionEditor({ type: 'show', side: 'conversation' });
				}
			}
			break;
	}
	show();
}

window.addEventListener('message', ({ data }: MessageEvent<ToSession>) => receive(data));

const stored = vsCode.getState() as StoredState | undefined;
if (stored !== undefined) {
	place = { number: stored.number, offset: stored.offset };
}
postToSessionEditor({ type: 'ready', side: stored?.side ?? 'conversation' });
