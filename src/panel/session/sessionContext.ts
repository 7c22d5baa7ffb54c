import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FromSession } from '../../protocol/fromSession.ts';
import type { SessionStrings } from '../../protocol/sessionStrings.ts';
import type { Numbers } from '../text.ts';

/** What every component of the session editor needs. */
export interface SessionServices {
	readonly strings: SessionStrings;
	readonly numbers: Numbers;
	/** Sends the host what the person wants. */
	readonly post: (message: FromSession) => void;
}

const SessionContext = createContext<SessionServices | undefined>(undefined);

/** Gives services to the components inside it. */
export const SessionServicesProvider = SessionContext.Provider;

/** The services of the session editor a component stands in. */
export function useSession(): SessionServices {
	const services = useContext(SessionContext);
	if (services === undefined) {
		throw new Error('This component stands outside the session editor.');
	}
	return services;
}
