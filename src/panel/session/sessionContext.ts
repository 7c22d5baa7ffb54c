import type { FromSession } from '../../protocol/fromSession.ts';
import type { SessionStrings } from '../../protocol/sessionStrings.ts';
import { required } from '../required.ts';
import type { Numbers } from '../text.ts';

export interface SessionServices {
	readonly strings: SessionStrings;
	readonly numbers: Numbers;
	readonly post: (message: FromSession) => void;
}

/** Gives services to the components inside it; the services of the session editor a component stands in. */
export const [SessionServicesProvider, useSession] = required<SessionServices>();
