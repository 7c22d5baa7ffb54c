import type { FromPanel } from '../protocol/fromPanel.ts';
import type { PanelStrings } from '../protocol/panelStrings.ts';
import type { ItemMenu } from './itemMenu.ts';
import { required } from './required.ts';
import type { Numbers } from './text.ts';

export interface PanelServices {
	readonly strings: PanelStrings;
	readonly numbers: Numbers;
	readonly menu: ItemMenu;
	readonly post: (message: FromPanel) => void;
}

/** Gives services to the components inside it; the services of the panel a component stands in. */
export const [PanelServicesProvider, usePanel] = required<PanelServices>();
