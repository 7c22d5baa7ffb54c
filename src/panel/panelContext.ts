import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FromPanel } from '../protocol/fromPanel.ts';
import type { PanelStrings } from '../protocol/panelStrings.ts';
import type { ItemMenu } from './itemMenu.ts';
import type { Numbers } from './text.ts';

/** What every component needs. */
export interface PanelServices {
	readonly strings: PanelStrings;
	readonly numbers: Numbers;
	readonly menu: ItemMenu;
	/** Sends the host what the person wants. */
	readonly post: (message: FromPanel) => void;
}

const PanelContext = createContext<PanelServices | undefined>(undefined);

/** Gives services to the components inside it. */
export const PanelServicesProvider = PanelContext.Provider;

/** The services of the panel a component stands in. */
export function usePanel(): PanelServices {
	const services = useContext(PanelContext);
	if (services === undefined) {
		throw new Error('This component stands outside the panel.');
	}
	return services;
}
