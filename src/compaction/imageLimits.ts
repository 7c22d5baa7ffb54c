import { formatCount, mark, messageNumber } from '../messages/marks.ts';
import {
	documentType,
	type ImagePart,
	type Log,
	type LogEntry,
	type LogRange,
	type TextPart,
} from '../messages/message.ts';
import { countMessage, estimatedTokens, imagePartTokens } from '../messages/tokens.ts';
import { latestFromPerson } from '../messages/userTurns.ts';

/**
 * Limits of a provider for images and documents. One image too large, or one too many, fails the whole request, and
 * every request after it. These are Anthropic's limits, the strictest of the large providers':
 * https://platform.claude.com/docs/en/build-with-claude/vision
 */
const maxImageData = 5 * 2 ** 20;
const maxImages = 100;

/**
 * Limit of all documents together, characters of base64: three quarters of the maximum request, which has other content
 * too.
 */
const maxDocumentData = 24 * 2 ** 20;

/** Images beyond the limit are removed in steps of this size, so that the context's beginning seldom changes. */
const step = 20;

/** Approximate tokens of a mark in place of an image, with any tokenizer. */
const markTokens = 40;

/** An image and the index of its message. */
interface PlacedImage {
	readonly index: number;
	readonly position: number;
	readonly part: ImagePart;
}

/**
 * The log within providers' image limits: a mark replaces each image that is too large or invalid, the oldest ones if
 * there are too many, and documents before a summary. The user's latest message is unchanged: if the provider rejects
 * it, the user is notified while they can still act.
 * @param ranges The parts of the log that are sent.
 * @param summarised End of the range that the summary covers. Documents before it are removed, so this
 * changes only with a new record.
 */
export function withinImageLimits(log: Log, ranges: readonly LogRange[], summarised: number): Log {
	const images = ranges.flatMap((range) => imagesIn(log, range));
	if (images.length === 0) {
		return log;
	}
	const latest = latestFromPerson(log);
	const latestSummarised = latestFromPerson(log, summarised);
	/** By the index of the message, then by the image's position among its parts. */
	const marks = new Map<number, Map<number, TextPart>>();
	const leaveOut = ({ index, position, part }: PlacedImage, reason: string): void => {
		const what = part.mediaType || 'image';
		const text = mark(`${what} not sent: ${reason} · was in message ${messageNumber(index + 1)}`);
		const ofMessage = marks.get(index) ?? new Map<number, TextPart>();
		marks.set(index, ofMessage.set(position, { type: 'text', text, origin: 'client' }));
	};
	const earlier = images.filter(({ index }) => index !== latest);
	const overLimit = oldestDocuments(images);
	const fitting = earlier.filter((image) => {
		const { index, part } = image;
		const isSummarised = index < summarised && index !== latestSummarised;
		const reason =
			part.mediaType === documentType && (isSummarised || overLimit.has(image))
				? 'it was read in an earlier request. To show it again, attach it again'
				: refusalOf(part);
		if (reason !== undefined) {
			leaveOut(image, reason);
		}
		return reason === undefined;
	});
	const excess = fitting.length + (images.length - earlier.length) - maxImages;
	for (const image of fitting.slice(0, Math.max(0, Math.ceil(excess / step) * step))) {
		leaveOut(
			image,
			`providers take ${maxImages} images at most. To show it again, attach it again`,
		);
	}
	return marks.size === 0 ? log : log.map((entry, index) => withMarks(entry, marks.get(index)));
}

function imagesIn(log: Log, { start, end }: LogRange): readonly PlacedImage[] {
	return log
		.slice(start, end)
		.flatMap(({ message: { content } }, at) =>
			typeof content === 'string'
				? []
				: content.flatMap((part, position) =>
						part.type === 'image' ? [{ index: start + at, position, part }] : [],
					),
		);
}

/** The documents that, together with newer ones, exceed the limit of one request. */
function oldestDocuments(images: readonly PlacedImage[]): ReadonlySet<PlacedImage> {
	let data = 0;
	const documents = images.filter(({ part }) => part.mediaType === documentType);
	return new Set(
		documents.toReversed().filter(({ part }) => (data += part.url.length) > maxDocumentData),
	);
}

/** Why no request may contain this image; undefined: it may. */
function refusalOf({ mediaType, url }: ImagePart): string | undefined {
	if (!url.startsWith('data:') || mediaType === documentType) {
		return undefined;
	}
	if (mediaType !== '' && !mediaType.startsWith('image/')) {
		return 'it is not an image. To show it, attach its text';
	}
	const length = url.length - url.indexOf(',') - 1;
	return length > maxImageData
		? `it is too large, ${kilobytes(length)} KB of base64 where providers take ${kilobytes(maxImageData)}. To show it again, attach it smaller`
		: undefined;
}

function kilobytes(length: number): string {
	return formatCount(Math.ceil(length / 1024));
}

function withMarks(entry: LogEntry, marks: ReadonlyMap<number, TextPart> | undefined): LogEntry {
	const { message, tokens } = entry;
	if (marks === undefined || typeof message.content === 'string') {
		return entry;
	}
	const { content } = message;
	const saved = content.reduce(
		(sum, part, position) =>
			sum + (part.type === 'image' && marks.has(position) ? imagePartTokens(part) - markTokens : 0),
		0,
	);
	const marked = {
		...message,
		content: content.map((part, position) => marks.get(position) ?? part),
	};
	// The stored count may assume another size of an image: a provider's reports can change it.
	const isTextOnly = marked.content.every(({ type }) => type === 'text');
	return {
		message: marked,
		tokens: isTextOnly ? Math.min(tokens, countMessage(marked, estimatedTokens)) : tokens - saved,
	};
}
