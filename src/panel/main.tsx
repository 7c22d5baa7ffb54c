import './styles/panel.css';
import { render } from 'preact';
import { nothingRemembered, type RememberedState } from '../protocol/remembered.ts';
import type { PanelState, ToPanel } from '../protocol/toPanel.ts';
import { chooseFromItemMenu } from './itemList.tsx';
import { Panel } from './panel.tsx';
import { setLanguage, setModelNames } from './text.ts';
import { post, setShownConversation } from './vsCode.ts';

const root = document.getElementById('root');
/** By conversation. */
const remembered = new Map<string, RememberedState>();
let hasLanguage = false;
let state: PanelState | undefined;

function show(): void {
	if (root !== null && state !== undefined && hasLanguage) {
		const conversation = state.conversation?.id ?? '';
		render(
			<Panel
				state={state}
				receivedAt={performance.now()}
				remembered={remembered.get(conversation) ?? { ...nothingRemembered, conversation }}
				remember={(value) => {
					remembered.set(value.conversation, value);
					post({ type: 'remember', value });
				}}
			/>,
			root,
		);
	}
}

window.addEventListener('message', ({ data }: MessageEvent<ToPanel>) => {
	switch (data.type) {
		case 'language':
			setLanguage(data.language);
			hasLanguage = true;
			break;
		case 'remembered':
			remembered.set(data.value.conversation, data.value);
			break;
		case 'state':
			state = data.state;
			setShownConversation(state.conversation?.id);
			setModelNames(state.modelNames);
			break;
		case 'itemAction':
			chooseFromItemMenu(data.action);
			return;
		case 'running':
			if (state !== undefined) {
				const { running: _before, ...rest } = state;
				state = data.running === undefined ? rest : { ...rest, running: data.running };
			}
			break;
	}
	show();
});

post({ type: 'ready' });
