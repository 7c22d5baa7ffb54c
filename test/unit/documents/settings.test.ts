import assert from 'node:assert/strict';
import { settingsDocument } from '../../../packaging/settingsDocument.ts';
import { read, tableRows } from './documents.ts';

interface Property {
	readonly type?: string | readonly string[];
	readonly markdownDescription?: string;
	readonly properties?: Readonly<Record<string, Property>>;
	readonly additionalProperties?: Property | boolean;
	readonly items?: Property;
}

const texts = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;

const { contributes } = JSON.parse(read('package.json')) as {
	readonly contributes: {
		readonly configuration: readonly { readonly properties: Readonly<Record<string, Property>> }[];
	};
};

/** A setting and everything within it, with its description. */
function withParts(
	name: string,
	property: Property,
): readonly (readonly [string, Property, string])[] {
	const { markdownDescription = '', properties = {}, additionalProperties, items } = property;
	const inner = [additionalProperties, items].flatMap((one) =>
		typeof one === 'object' ? Object.entries(one.properties ?? {}) : [],
	);
	return [
		[name, property, texts[markdownDescription.slice(1, -1)] ?? ''],
		...[...Object.entries(properties), ...inner].flatMap(([part, one]) =>
			withParts(`${name}.${part}`, one),
		),
	];
}

const settings = contributes.configuration.flatMap(({ properties }) =>
	Object.entries(properties).flatMap(([name, property]) => withParts(name, property)),
);

describe('the description of a setting', () => {
	it('is a sentence', () => {
		assert.ok(settings.some(([name]) => name === 'precis.models.providers.models.inputPrice'));
		for (const [name, , text] of settings) {
			assert.match(text, /^[A-Z"][^]{10,}\.$/, name);
		}
	});

	it('says the unit of a number', () => {
		for (const [name, { type }, text] of settings) {
			if ([type].flat().some((one) => one === 'number' || one === 'integer')) {
				assert.match(
					text,
					/\b(?:tokens|seconds|days|megabytes|characters|dollars|share|messages|factor|retries)\b/i,
					name,
				);
			}
		}
	});

	it('says of two windows which one is meant', () => {
		for (const [name, , text] of settings) {
			assert.doesNotMatch(text, /beyond (?:the|this) window/, name);
		}
	});
});

describe('the list of settings', () => {
	it('is what the manifest says: `node packaging/settingsDocument.ts` writes it', async () => {
		assert.equal(read('docs/settings.md'), await settingsDocument());
	});

	it('has every setting once, with a default and a description that any reader can follow', () => {
		const rows = tableRows(read('docs/settings.md')).filter((row) => row.length === 3);
		const names = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
		assert.deepEqual(
			rows.map(([name]) => name),
			names.map((name) => `\`${name}\``),
		);
		for (const [name, value = '', text = ''] of rows) {
			assert.ok(value !== '' && text.length > 10 && !text.includes('`#precis'), name);
		}
	});
});
