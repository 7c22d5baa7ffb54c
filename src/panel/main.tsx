import { render } from 'preact';
import type { FromPanel, PanelMessage } from '../protocol/fromPanel.ts';
import { nothingRemembered } from '../protocol/remembered.ts';
import type { PanelState, ToPanel } from '../protocol/toPanel.ts';
import { ItemMenu } from './itemMenu.ts';
import { Panel } from './panel.tsx';
import type { PanelServices } from './panelContext.ts';
import './styles/panel.css';
import { Numbers } from './text.ts';

const host = acquireVsCodeApi();
const root = document.getElementById('root');
const menu = new ItemMenu();
let remembered = nothingRemembered;

let services: PanelServices | undefined;
let state: PanelState | undefined;

/** A request about what is on screen. */
function messageOf(request: FromPanel): PanelMessage {
	const conversation = state?.conversation?.id;
	return { request, ...(conversation === undefined ? {} : { conversation }) };
}

function show(): void {
	if (root !== null && state !== undefined && services !== undefined) {
		render(
			<Panel
				services={services}
				state={state}
				receivedAt={performance.now()}
				remembered={remembered}
				remember={(value) => {
					remembered = value;
					host.postMessage(messageOf({ type: 'remember', value }));
				}}
			/>,
			root,
		);
	}
}

window.addEventListener('message', ({ data }: MessageEvent<ToPanel>) => {
	switch (data.type) {
		case 'texts':
			services = {
				strings: data.strings,
				numbers: new Numbers(data.locale),
				menu,
				post: (request) => host.postMessage(messageOf(request)),
			};
			break;
		case 'remembered':
			remembered = data.value;
			break;
		case 'state':
			state = data.state;
			break;
		case 'itemAction':
			menu.choose(data.action);
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

// VS Code's state of a page cannot be deleted: what an earlier version left there is overwritten.
host.setState(undefined);
host.postMessage(messageOf({ type: 'ready' }));
