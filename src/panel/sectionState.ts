import type { SectionView } from '../protocol/conversationView.ts';

type Title = SectionView['title'];

/** Sections up to here are open to begin with, items. */
const shortSection = 8;

const alwaysOpen: readonly Title[] = ['Active Task', 'Pending User Asks'];

/** Whether a section is open before the person has touched it. */
export function isOpenAtFirst(section: SectionView): boolean {
	return alwaysOpen.includes(section.title) || section.items.length <= shortSection;
}

/** What the person has opened and closed, per section. */
export type Toggles = Readonly<Partial<Record<Title, boolean>>>;

/** What the panel remembers while it is hidden. */
export interface RememberedState {
	/** The toggles are of this conversation. */
	readonly conversation: string;
	readonly toggles: Toggles;
	/** The focus as typed so far. */
	readonly focus: string;
}

export const nothingRemembered: RememberedState = { conversation: '', toggles: {}, focus: '' };

/** Reads what was remembered; whatever does not look like it counts as nothing. */
export function readRemembered(value: unknown): RememberedState {
	if (
		typeof value !== 'object' ||
		value === null ||
		!('conversation' in value && typeof value.conversation === 'string') ||
		!('focus' in value && typeof value.focus === 'string') ||
		!('toggles' in value && typeof value.toggles === 'object' && value.toggles !== null)
	) {
		return nothingRemembered;
	}
	const toggles = Object.fromEntries(
		Object.entries(value.toggles).filter(([, open]) => typeof open === 'boolean'),
	) as Toggles;
	return { conversation: value.conversation, toggles, focus: value.focus };
}
