import type { SectionView } from '../protocol/conversationView.ts';

type Title = SectionView['title'];

/** Sections up to here are open to begin with, items. */
const shortSection = 8;

const alwaysOpen: readonly Title[] = ['Active Task', 'Pending User Asks'];

/** Whether a section is open before the person has touched it. */
export function isOpenAtFirst(section: SectionView): boolean {
	return alwaysOpen.includes(section.title) || section.items.length <= shortSection;
}
