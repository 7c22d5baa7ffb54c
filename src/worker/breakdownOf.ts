import { breakdown, type Breakdown } from '../compaction/breakdown/breakdown.ts';
import type { WorkerServices } from './workerServices.ts';

/** Where the tokens of a conversation went, by what counts for it now. */
export function breakdownOf(
	{ service, counter, settingsOf }: WorkerServices,
	id: string,
): Breakdown {
	const { log, active } = service.of(id).read();
	const { compaction: settings, recall } = settingsOf(id);
	return breakdown({
		log,
		...(active === undefined ? {} : { active }),
		settings,
		counter,
		recall,
	});
}
