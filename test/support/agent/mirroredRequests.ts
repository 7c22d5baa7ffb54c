import '../vscodeModule.ts';
import type {
	MirroredRequests as Requests,
	MirroredRequestServices,
} from '../../../src/vscode/provider/mirroredRequests.ts';
import type { WorkerRig } from '../workerRig.ts';

const { MirroredRequests } = await import('../../../src/vscode/provider/mirroredRequests.ts');
const { SentRequests } = await import('../../../src/vscode/models/sentRequests.ts');

/** What a test wants to hear. */
export interface Heard {
	readonly onConversation?: MirroredRequestServices['onConversation'];
	readonly onLookUp?: () => void;
	readonly sent?: MirroredRequestServices['sent'];
	readonly onTrouble: (error: unknown) => void;
}

/** Requests of clients with the worker behind them, and without VS Code. */
export function mirroredRequests(
	rig: WorkerRig,
	{
		onConversation = () => undefined,
		onLookUp = () => undefined,
		onTrouble,
		sent = new SentRequests(),
	}: Heard,
): Requests {
	return new MirroredRequests({
		worker: rig.client,
		sent,
		onConversation,
		onLookUp,
		onUnprepared: onTrouble,
		log: { error: onTrouble, warn: onTrouble } as never,
	});
}
