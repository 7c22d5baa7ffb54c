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
	const call = ((
		method: keyof WorkerRig['methods'],
		request: never,
		{ signal }: { readonly signal?: AbortSignal } = {},
	) => rig.methods[method](request, rig.call(signal))) as never;
	return new MirroredRequests({
		worker: { call } as MirroredRequestServices['worker'],
		sent,
		onConversation,
		onLookUp,
		onUnprepared: onTrouble,
		log: { error: onTrouble, warn: onTrouble } as never,
	});
}
